import type { ComponentChildren, JSX } from 'preact';

interface IconButtonProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly class?: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** A small button inside a field. Native, not from the kit: a form of 500 fields has a thousand of them. */
export function IconButton({ label, disabled = false, class: extra, onClick, children }: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={extra ? `icon-button ${extra}` : 'icon-button'}
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
