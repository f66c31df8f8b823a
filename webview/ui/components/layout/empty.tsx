import type { ComponentChildren, JSX } from 'preact';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons.ts';

interface EmptyProps {
  readonly icon?: IconName;
  /** One sentence: why there is nothing. */
  readonly text: string;
  /** The next step. */
  readonly children?: ComponentChildren;
}

/** Nothing to show, and what to do about it. */
export function Empty({ icon, text, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      {icon && <Icon name={icon} />}
      <p>{text}</p>
      {children}
    </div>
  );
}
