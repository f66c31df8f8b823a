import type { JSX } from 'preact';

interface TabItem {
  readonly id: string;
  readonly label: string;
  readonly mark?: boolean;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly current: string;
  readonly onChange: (id: string) => void;
}

/** One tab stop; the arrow keys go from tab to tab. */
export function Tabs({ label, tabs, current, onChange }: TabsProps): JSX.Element {
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const at = tabs.findIndex((tab) => tab.id === current);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          data-tab={tab.id}
          data-testid={`tab-${tab.id}`}
          aria-selected={tab.id === current}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
          {tab.mark && <span class="tab-mark"> •</span>}
        </button>
      ))}
    </div>
  );
}
