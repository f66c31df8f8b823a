import type { RowsHandle } from '../components/rows/virtualRows.tsx';

/** Ctrl+F to the filter, from there down to the rows, Enter into the body of one, Escape back to the rows. */
export function trafficKey(event: KeyboardEvent, rows: RowsHandle | null): void {
  const root = event.currentTarget as HTMLElement;
  const { key, altKey, shiftKey } = event;
  if (event.defaultPrevented || altKey || shiftKey) return;
  const isIn = (part: string): boolean => (event.target as HTMLElement).closest(part) !== null;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'f') focusFirst(root, '.traffic-filter', event);
  } else if (key === 'Enter' && (event.target as HTMLElement).matches('.traffic-rows')) {
    focusFirst(root, '.frame-details [data-testid=frame-body]', event);
  } else if ((key === 'ArrowDown' && isIn('.traffic-filter')) || (key === 'Escape' && isIn('.frame-details'))) {
    event.preventDefault();
    rows?.focus();
  }
}

function focusFirst(root: HTMLElement, selector: string, event: KeyboardEvent): void {
  const found = root.querySelector<HTMLElement>(selector);
  if (!found) return;
  event.preventDefault();
  event.stopPropagation();
  found.focus();
}
