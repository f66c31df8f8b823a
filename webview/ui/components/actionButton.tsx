import type { JSX } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import { Button } from './kit.ts';

export interface ActionButtonProps {
  readonly icon: IconName;
  /** The tooltip, and what a screen reader says. */
  readonly label: string;
  readonly testId?: string;
  /** Only for one that stays pressed. */
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

/** A button of one icon. */
export function ActionButton({ icon, label, testId, pressed, onClick }: ActionButtonProps): JSX.Element {
  return (
    <Button
      appearance="icon"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      {...(testId !== undefined && { 'data-testid': testId })}
      onClick={onClick}
    >
      <Icon name={icon} />
    </Button>
  );
}
