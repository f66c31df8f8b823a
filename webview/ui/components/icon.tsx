import type { JSX } from 'preact';
import { type IconName, icons } from './icons.ts';

interface IconProps {
  readonly name: IconName;
  readonly class?: string;
  /** A toolkit button with only an icon wants it in its start slot or as its content. */
  readonly slot?: string;
}

/** Decorative: the text next to it, or the button's label, says the same. */
export function Icon({ name, class: extra, slot }: IconProps): JSX.Element {
  return (
    <svg class={extra ? `icon ${extra}` : 'icon'} viewBox="0 0 16 16" aria-hidden="true" slot={slot}>
      {pathsOf(name).map(({ d, rule }, at) => (
        <path key={at} fill-rule={rule} d={d} />
      ))}
    </svg>
  );
}

interface IconPath {
  readonly d: string;
  readonly rule: 'evenodd' | 'nonzero';
}

const known = new Map<IconName, readonly IconPath[]>();

/** Read once: a list renders a hundred icons twenty times a second. */
function pathsOf(name: IconName): readonly IconPath[] {
  let paths = known.get(name);
  if (paths) return paths;
  paths = icons[name].split('|').map((path) => {
    return { d: path.replace('!', ''), rule: path.startsWith('!') ? 'evenodd' : 'nonzero' };
  });
  known.set(name, paths);
  return paths;
}
