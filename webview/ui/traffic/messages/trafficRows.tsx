import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { groupOf } from '../../../model/traffic/rowStore.ts';
import type { SelectionModifiers, RowSelection } from '../../../model/traffic/rowSelection.ts';
import { isAtEnd, type Viewport } from '../../components/virtualWindow.ts';
import { t } from '../../../platform/l10n.ts';
import { type RowsHandle, VirtualRows } from '../../components/virtualRows.tsx';
import { FrameRow } from './frameRow.tsx';

const rowHeight = 22;

interface TrafficRowsProps {
  readonly traffic: TrafficModel;
  readonly selection: RowSelection;
  readonly follow: Signal<boolean>;
  readonly handle: { current: RowsHandle | null };
}

export function TrafficRows({ traffic, selection, follow, handle }: TrafficRowsProps): JSX.Element {
  const { view, rows } = (traffic.version.value, traffic);
  useFollow({ traffic, selection, follow, handle });

  const onScrolled = (viewport: Viewport): void => {
    const atEnd = isAtEnd(viewport);
    if (follow.peek() !== atEnd) follow.value = atEnd;
  };
  const toEnd = (): void => {
    if (follow.peek()) handle.current?.scrollTo(view.count * rowHeight);
  };
  const between = (from: number, to: number): number[] => {
    const [a, b] = [view.indexOf(from, true), view.indexOf(to, true)].toSorted((x, y) => x - y) as [number, number];
    return Array.from({ length: b - a + 1 }, (_, at) => view.seqAt(Math.max(0, a) + at));
  };
  const pick = (index: number, how: SelectionModifiers): void => {
    selection.pick(view.seqAt(index), how, between);
    if (index < view.count - 1) follow.value = false;
  };
  const { value: active } = selection.active;
  const activeIndex = active === undefined ? -1 : view.indexOf(active);
  return (
    <div class="traffic-list">
      <VirtualRows
        class="traffic-rows"
        role="grid"
        label={t('Frames')}
        testId="traffic-rows"
        count={view.count}
        rowHeight={rowHeight}
        active={activeIndex}
        idPrefix="frame-"
        handle={handle}
        onMove={(index, event) => pick(index, { range: event.shiftKey })}
        onKey={(event) => rowKey(event, traffic, selection, () => pick(activeIndex, { toggle: true }))}
        onScrolled={onScrolled}
        onResized={toEnd}
        row={(index, slot) => {
          const seq = view.seqAt(index);
          const row = rows.at(seq);
          if (!row) traffic.requestRow(seq);
          return (
            <FrameRow
              key={slot}
              id={`frame-${index}`}
              index={index}
              row={row}
              traffic={traffic}
              active={seq === active}
              chosen={selection.isChosen(seq)}
              onPick={(event) => pick(index, { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey })}
            />
          );
        }}
      />
      {view.count === 0 && <p class="empty muted">{emptyText(traffic)}</p>}
    </div>
  );
}

function useFollow({ traffic, selection, follow, handle }: TrafficRowsProps): void {
  const { view, version, shifted } = traffic;
  useLayoutEffect(() => {
    if (follow.value) handle.current?.scrollTo(view.count * rowHeight);
    else if (shifted.peek() > 0) handle.current?.scrollBy(-shifted.peek() * rowHeight);
  }, [version.value, follow.value]);

  // Opening the details shrinks the list: the chosen row must stay visible.
  const { value: active } = selection.active;
  useLayoutEffect(() => {
    const index = active === undefined ? -1 : view.indexOf(active);
    const frame = requestAnimationFrame(() => index >= 0 && handle.current?.reveal(index));
    return () => cancelAnimationFrame(frame);
  }, [active]);
}

/** Escape closes, Space adds to the selection, P pins, the arrows collapse and expand a call's rounds. */
function rowKey(event: KeyboardEvent, traffic: TrafficModel, selection: RowSelection, toggle: () => void): void {
  if (event.key === 'Escape') return selection.clear();
  const { value: active } = selection.active;
  const row = active === undefined ? undefined : traffic.rows.at(active);
  if (!row || event.altKey || event.metaKey) return;
  if (event.key === ' ') toggle();
  else if (event.ctrlKey) return;
  else if (event.key === 'p') traffic.togglePin(row);
  else if (event.key === 'ArrowLeft') traffic.view.fold(groupOf(row) ?? row.seq, true);
  else if (event.key === 'ArrowRight') traffic.view.fold(row.seq, false);
  else return;
  event.preventDefault();
}

function emptyText({ rows, view }: TrafficModel): string {
  if (rows.size === 0) return t('No traffic yet. Messages to and from servers appear here.');
  return view.scanning ? t('Searching…') : t('No matching frames.');
}
