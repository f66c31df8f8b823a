/** Rows of one fixed height: all of this is arithmetic, whatever the number of rows. */
export interface Viewport {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** The same as --row of the tokens: the arithmetic needs the number. */
export const rowHeightPx = 22;

interface RowWindow {
  readonly first: number;
  /** One past the last row to render. */
  readonly end: number;
  readonly totalPx: number;
}

/** Rows beyond the edge, so that a quick scroll shows rows and not a blank. */
const overscan = 8;

export function rowWindow({ scrollTop, height, rowHeight, count }: Viewport): RowWindow {
  const top = clamp(scrollTop, 0, Math.max(0, count * rowHeight - height));
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + overscan);
  return { first, end: Math.max(first, end), totalPx: count * rowHeight };
}

/** At least as many as a window ever has rows: two rows in view never share a slot. */
export function slotCount({ height, rowHeight }: Pick<Viewport, 'height' | 'rowHeight'>): number {
  return Math.ceil(height / rowHeight) + 2 * overscan + 2;
}

/** The smallest scroll that brings the row into view. */
export function revealRow(index: number, { scrollTop, height, rowHeight }: Viewport): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + height ? Math.max(0, top + rowHeight - height) : scrollTop;
}

/** Within half a row of the end counts: zoomed pages have fractional scroll positions. */
export function isAtEnd({ scrollTop, height, rowHeight, count }: Viewport): boolean {
  return scrollTop + height >= count * rowHeight - rowHeight / 2;
}

export function pageRows({ height, rowHeight }: Pick<Viewport, 'height' | 'rowHeight'>): number {
  return Math.max(1, Math.floor(height / rowHeight) - 1);
}

/** Where a key moves to in a list; undefined for other keys. */
export function moveIndex(key: string, current: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const to = target(key, current, count, page);
  return to === undefined ? undefined : clamp(to, 0, count - 1);
}

function target(key: string, current: number, count: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return current + 1;
    case 'ArrowUp':
      return current < 0 ? count - 1 : current - 1;
    case 'PageDown':
      return current + page;
    case 'PageUp':
      return current - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
