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
      {icons[name].split('|').map((path) => (
        <path key={path} fill-rule={path.startsWith('!') ? 'evenodd' : 'nonzero'} d={path.replace('!', '')} />
      ))}
    </svg>
  );
}
