import type { ComponentChildren, JSX } from 'preact';

interface MiniProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly class?: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** A small button inside a field. Native, not from the kit: a form of 500 fields has a thousand of them. */
export function Mini({ label, disabled = false, class: extra, onClick, children }: MiniProps): JSX.Element {
  return (
    <button
      type="button"
      class={extra ? `mini ${extra}` : 'mini'}
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
