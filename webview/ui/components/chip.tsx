import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import type { Tone } from './presentation.ts';

interface ChipProps {
  /** Quiet unless the user should notice it. */
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A short label that cannot be clicked: an outline, so that it never looks like a button. */
export function Chip({ tone = 'quiet', icon, title, children }: ChipProps): JSX.Element {
  return (
    <span class={`chip tone-${tone}`} title={title}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
