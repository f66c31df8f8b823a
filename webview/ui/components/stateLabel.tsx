import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon.tsx';
import type { Presentation } from './presentation.ts';

interface StateLabelProps {
  readonly shown: Presentation;
  readonly testId?: string;
  /** Read aloud when it changes. */
  readonly live?: boolean;
  /** Instead of its label. */
  readonly children?: ComponentChildren;
}

/** A state with its icon, which turns while something is going on. */
export function StateLabel({ shown, testId, live = false, children }: StateLabelProps): JSX.Element {
  return (
    <span class={`state tone-${shown.tone}`} role={live ? 'status' : undefined} data-testid={testId}>
      <Icon name={shown.icon} class={shown.icon === 'loading' ? 'spin' : ''} />
      {children ?? shown.label}
    </span>
  );
}
