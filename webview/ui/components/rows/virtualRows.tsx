import { useSignal } from '@preact/signals';
import type { ComponentChildren, CSSProperties, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { placeAfter, placeOf, placeWithin, type ScrollPlace, spacePx } from './tallScroll.ts';
import { moveIndex, pageRows, revealRow, rowWindow, slotCount, type Viewport } from './virtualWindow.ts';

export interface RowsHandle {
  scrollTo(top: number): void;
  scrollBy(px: number): void;
  reveal(index: number): void;
  focus(): void;
}

/** Where a menu opens: below this, or above it. */
export interface MenuPlace {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

interface VirtualRowsProps {
  readonly count: number;
  readonly rowHeight: number;
  readonly label: string;
  readonly role: 'listbox' | 'tree' | 'grid';
  /** The row with the keyboard focus; -1 when none. */
  readonly active: number;
  readonly idPrefix: string;
  readonly class?: string;
  readonly style?: CSSProperties;
  readonly testId?: string;
  /** Stays in view while the rows scroll, and scrolls sideways with them; as high as a row. */
  readonly head?: ComponentChildren;
  readonly handle?: { current: RowsHandle | null };
  /** Shows the last rows, whatever is added: they are rendered at once, and not first where it was scrolled to. */
  readonly atEnd?: boolean;
  readonly onMove: (index: number, event: KeyboardEvent) => void;
  readonly onKey?: (event: KeyboardEvent) => void;
  /** By the right button or by key. Of a row; -1 for the head. */
  readonly onMenu?: (index: number, at: MenuPlace) => void;
  readonly onScrolled?: (viewport: Viewport) => void;
  /** The height of the list has changed. */
  readonly onResized?: () => void;
  /** `position` is the pointer's, from 0 (left) to 1 (right). May prevent the scroll. */
  readonly onWheel?: (event: WheelEvent, position: number) => void;
  /** `slot` is a recycled key, so that a new row reuses the elements of one that scrolled away. */
  readonly row: (index: number, slot: number) => ComponentChildren;
}

/**
 * Only the rows in view exist. Focus stays on the container and `aria-activedescendant` names
 * the row, as in VS Code's own lists: a row that scrolls away cannot take the focus with it.
 */
export function VirtualRows(props: VirtualRowsProps): JSX.Element {
  const { count, rowHeight, active } = props;
  const { scroller, view, shift, reveal, onScroll } = useScroller(props);
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.target as HTMLElement).closest('.table-head')) return; // a key for one of its buttons
    const to = hasModifier(event) ? undefined : moveIndex(event.key, active, count, pageRows(view()));
    if (to === undefined) return props.onKey?.(event);
    event.preventDefault();
    props.onMove(to, event);
    reveal(to);
  };
  const { first, end, totalPx } = rowWindow(view());
  const slotOf = useSlots(first, end, slotCount(view()), props.atEnd === true);
  return (
    <div
      ref={scroller}
      class={`rows ${props.class ?? ''}`}
      role={props.role}
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={props.role === 'grid' ? count + (props.head === undefined ? 0 : 1) : undefined}
      style={props.style}
      aria-activedescendant={active >= first && active < end ? `${props.idPrefix}${active}` : undefined}
      data-testid={props.testId}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      {...(props.onMenu && { onContextMenu: (event: MouseEvent) => openRowMenu(event, props) })}
      {...(props.onWheel && { onWheel: (event: WheelEvent) => props.onWheel?.(event, positionIn(event)) })}
    >
      {props.head}
      <div class="rows-space" role="presentation" style={{ height: `${spacePx(totalPx)}px` }}>
        <div
          class="rows-window"
          role="presentation"
          style={{ transform: `translateY(${first * rowHeight - shift()}px)` }}
        >
          {range(first, end).map((index) => props.row(index, slotOf(index)))}
        </div>
      </div>
    </div>
  );
}

/** Where all rows change, after a jump or at the end, slots are in the order of the rows: no element is moved. */
function useSlots(first: number, end: number, slots: number, isAtEnd: boolean): (index: number) => number {
  const last = useRef({ first, end, base: 0 });
  const isJump = isAtEnd || first >= last.current.end || end <= last.current.first;
  const base = isJump ? first : last.current.base;
  last.current = { first, end, base };
  return (index) => (((index - base) % slots) + slots) % slots;
}

interface Scroller {
  readonly scroller: { current: HTMLDivElement | null };
  view(): Viewport;
  /** How much further down the list is than its element. */
  shift(): number;
  reveal(index: number): void;
  onScroll(event: Event): void;
}

function useScroller(props: VirtualRowsProps): Scroller {
  const { count, rowHeight, head, handle, atEnd = false, onScrolled, onResized } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const headPx = head === undefined ? 0 : rowHeight;
  const scrolled = useSignal<ScrollPlace>({ px: 0, shift: 0 });
  const height = useSignal(0);
  const endPx = count * rowHeight;
  const list = (): { totalPx: number; height: number } => ({ totalPx: endPx, height: height.value });
  const place = (): ScrollPlace =>
    atEnd ? placeOf(Math.max(0, endPx - height.value), list()) : placeWithin(scrolled.value, list());
  const view = (): Viewport => {
    const { px, shift } = place();
    return { scrollTop: px + shift, height: height.value, rowHeight, count };
  };

  useLayoutEffect(() => observeHeight(scroller.current, (px) => (height.value = px - headPx)), []);
  useLayoutEffect(() => onResized?.(), [height.value]);
  useLayoutEffect(() => {
    if (atEnd && scroller.current) scroller.current.scrollTop = endPx;
  }, [atEnd, endPx, height.value]);
  const goTo = ({ px, shift }: ScrollPlace): void => {
    if (!scroller.current) return;
    if (scroller.current.scrollTop !== px) scroller.current.scrollTop = px;
    const { scrollTop } = scroller.current;
    const next = { px: scrollTop, shift: shift === 0 ? 0 : px + shift - scrollTop };
    const last = scrolled.peek();
    if (next.px !== last.px || next.shift !== last.shift) scrolled.value = next;
  };
  const scrollTo = (top: number): void => goTo(placeOf(top, list()));
  const reveal = (index: number): void =>
    scrollTo(revealRow(index, { ...view(), height: (scroller.current?.clientHeight ?? 0) - headPx }));
  if (handle)
    handle.current = {
      scrollTo,
      scrollBy: (px) => scrollTo(scrolled.peek().px + scrolled.peek().shift + px),
      reveal,
      focus: () => scroller.current?.focus(),
    };
  const onScroll = (event: Event): void => {
    goTo(placeAfter(place(), (event.currentTarget as HTMLElement).scrollTop, list()));
    const { px, shift } = scrolled.value;
    onScrolled?.({ ...view(), scrollTop: px + shift });
  };
  return { scroller, view, shift: () => place().shift, reveal, onScroll };
}

function openRowMenu(event: MouseEvent, { onMenu, active, idPrefix }: VirtualRowsProps): void {
  const row = (event.target as HTMLElement).closest<HTMLElement>('[aria-rowindex]');
  const index = row ? Number(row.ariaRowIndex) - 2 : active;
  const shown = document.getElementById(`${idPrefix}${active}`)?.getBoundingClientRect();
  if (!row && !shown) return;
  event.preventDefault();
  const at = row || !shown ? { left: event.clientX, top: event.clientY, bottom: event.clientY } : shown;
  // The release of a button closes what was opened while it was down.
  if (event.buttons === 0) onMenu?.(index, at);
  else window.addEventListener('pointerup', () => setTimeout(() => onMenu?.(index, at)), { once: true });
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

function positionIn(event: WheelEvent): number {
  const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return width === 0 ? 0.5 : (event.clientX - left) / width;
}

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, at) => first + at);
}

function observeHeight(element: HTMLElement | null, tell: (px: number) => void): (() => void) | undefined {
  if (!element) return undefined;
  tell(element.clientHeight);
  const observer = new ResizeObserver(() => tell(element.clientHeight));
  observer.observe(element);
  return () => observer.disconnect();
}
