import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { endOf } from '../../../model/traffic/exchange.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import type { SelectionModifiers, RowSelection } from '../../../model/traffic/rowSelection.ts';
import { isAtEnd, rowHeightPx, type Viewport } from '../../components/rows/virtualWindow.ts';
import { t } from '../../../platform/l10n.ts';
import { MenuList } from '../../components/menu.tsx';
import { Table } from '../../components/rows/table.tsx';
import { useWidth } from '../../components/rows/useWidth.ts';
import { NothingFound } from '../state/nothingFound.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import type { TrafficState } from '../state/trafficState.ts';
import type { FrameNavigation } from './rowActions.ts';
import { useColumns } from './useColumns.ts';
import { useRowMenu } from './useRowMenu.ts';

interface TrafficRowsProps {
  readonly traffic: TrafficModel;
  readonly state: TrafficState;
  readonly navigation: FrameNavigation;
}

export function TrafficRows({ traffic, state, navigation }: TrafficRowsProps): JSX.Element {
  const { view } = (traffic.version.value, traffic);
  const { selection, follow, rows: handle, query } = state;
  useFollow(traffic, state);
  const { onScrolled, keepInView, pick } = useScrolling(traffic, state);
  const { value: active } = selection.active;
  const activeIndex = active === undefined ? -1 : view.indexOf(active);
  const { ref, px } = useWidth<HTMLDivElement>();
  const { columns, sorted, onSort, onResizeColumn, columnItems } = useColumns(traffic, state, px);
  const menu = useRowMenu({ traffic, query: query.value, navigation, columnItems });
  return (
    <div class="traffic-list" ref={ref}>
      <Table<TrafficRow>
        class="traffic-rows"
        label={view.mode.exchanges ? t('Messages') : t('Frames')}
        testId="traffic-rows"
        columns={columns}
        count={view.count}
        row={(index) => rowAt(traffic, view.seqAt(index))}
        rowProps={(row) => frameProps(traffic, row)}
        active={activeIndex}
        isSelected={(index) => selection.isChosen(view.seqAt(index))}
        handle={handle}
        atEnd={follow.value && !view.isSorted}
        sorted={sorted}
        onSort={onSort}
        onResizeColumn={onResizeColumn}
        onMove={(index, event) => pick(index, { range: event.shiftKey })}
        onPick={(index, event) => pick(index, { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey })}
        onKey={(event) => rowKey(event, traffic, selection, () => pick(activeIndex, { toggle: true }))}
        onMenu={menu.open}
        onScrolled={onScrolled}
        onResized={keepInView}
      />
      <MenuList list={menu.list} items={menu.items} label={t('More Actions…')} onClose={menu.onClose} />
      {view.count === 0 && <NoFrames traffic={traffic} onClear={() => (query.value = '')} />}
    </div>
  );
}

interface Scrolling {
  onScrolled(viewport: Viewport): void;
  /** The list has another height: the chosen row must stay visible. */
  keepInView(): void;
  pick(index: number, how: SelectionModifiers): void;
}

function useScrolling({ view }: TrafficModel, { selection, follow, rows: handle }: TrafficState): Scrolling {
  const between = (from: number, to: number): number[] => {
    const [a, b] = [view.indexOf(from, true), view.indexOf(to, true)].toSorted((x, y) => x - y) as [number, number];
    return Array.from({ length: b - a + 1 }, (_, at) => view.seqAt(Math.max(0, a) + at));
  };
  return {
    onScrolled: (viewport) => {
      const atEnd = isAtEnd(viewport) && !view.isSorted;
      if (follow.peek() !== atEnd) follow.value = atEnd;
    },
    keepInView: () => {
      const { value: active } = selection.active;
      const index = active === undefined ? -1 : view.indexOf(active);
      if (index >= 0 && !follow.peek()) handle.current?.reveal(index);
    },
    pick: (index, how) => {
      selection.pick(view.seqAt(index), how, between);
      if (index < view.count - 1) follow.value = false;
    },
  };
}

function rowAt(traffic: TrafficModel, seq: number): TrafficRow | undefined {
  const row = traffic.rows.at(seq);
  if (!row) traffic.requestRow(seq);
  return row;
}

function frameProps(traffic: TrafficModel, row: TrafficRow | undefined): Readonly<Record<string, unknown>> {
  return {
    'data-seq': row?.seq,
    'data-kind': row?.kind,
    'data-method': row?.method,
    'data-status': row && (endOf(row, traffic.rows) ?? row).status,
    'data-pending': row !== undefined && traffic.rows.isPending(row) ? 'true' : undefined,
  };
}

/** Why there is nothing, with the way out. */
function NoFrames({ traffic: { rows, view }, onClear }: { traffic: TrafficModel; onClear: () => void }): JSX.Element {
  if (rows.size === 0)
    return <Empty icon="pulse" text={t('No traffic yet. Run a tool in the Inspector: its messages appear here.')} />;
  if (view.scanning) return <Empty text={t('Searching…')} />;
  return <NothingFound onClear={onClear} />;
}

function useFollow(
  { view, version, shifted }: TrafficModel,
  { selection, follow, rows: handle, wanted }: TrafficState,
): void {
  useLayoutEffect(() => {
    if (follow.value && view.isSorted) view.setOrder(undefined); // the newest is at the end of time only
    if (!follow.value && shifted.peek() > 0) handle.current?.scrollBy(-shifted.peek() * rowHeightPx);
    const index = wanted.current === undefined ? -1 : view.indexOf(wanted.current);
    if (index >= 0) handle.current?.reveal(index);
    if (index >= 0 && !view.scanning) wanted.current = undefined;
  }, [version.value, follow.value]);

  // Opening the details shrinks the list: the chosen row must stay visible.
  const { value: active } = selection.active;
  useLayoutEffect(() => {
    const index = active === undefined ? -1 : view.indexOf(active);
    const frame = requestAnimationFrame(() => index >= 0 && handle.current?.reveal(index));
    return () => cancelAnimationFrame(frame);
  }, [active]);
}

/** Enter goes into the body, Escape closes, Space adds to the selection, P pins, the arrows collapse and expand a call's rounds. */
function rowKey(event: KeyboardEvent, traffic: TrafficModel, selection: RowSelection, toggle: () => void): void {
  if (event.key === 'Escape') return selection.clear();
  const { value: active } = selection.active;
  const row = active === undefined ? undefined : traffic.rows.at(active);
  if (!row || event.altKey || event.metaKey) return;
  if (event.key === ' ') toggle();
  else if (event.ctrlKey) return;
  else if (event.key === 'p') traffic.togglePin(row);
  else if (event.key === 'ArrowLeft') traffic.view.fold(traffic.view.parentOf(row) ?? row.seq, true);
  else if (event.key === 'ArrowRight') traffic.view.fold(row.seq, false);
  else return;
  event.preventDefault();
}
