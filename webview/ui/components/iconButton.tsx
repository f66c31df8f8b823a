import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

interface IconButtonProps {
  readonly icon?: IconName;
  /** The tooltip, and what a screen reader says. */
  readonly label: string;
  readonly testId?: string;
  /** Only for one that stays pressed. */
  readonly pressed?: boolean;
  /** Only for one that opens something. */
  readonly expanded?: boolean;
  /** Only for one that opens a menu. */
  readonly hasMenu?: boolean;
  readonly disabled?: boolean;
  /** An action of a field, which is one stop for Tab: Ctrl+. in the field leads to it. */
  readonly isInner?: boolean;
  readonly class?: string;
  readonly onClick: (event: MouseEvent) => void;
  /** A word after the icon, or instead of it. */
  readonly children?: ComponentChildren;
}

/** A small button of one icon. Native, not from the kit: a form of 500 fields has a thousand of them. */
export function IconButton({ icon, label, testId, children, ...props }: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      title={label}
      aria-label={label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-haspopup={props.hasMenu === true ? 'menu' : undefined}
      disabled={props.disabled ?? false}
      tabIndex={props.isInner === true ? -1 : undefined}
      data-inner={props.isInner}
      data-testid={testId}
      onClick={props.onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
