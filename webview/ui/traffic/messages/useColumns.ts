import { useMemo } from 'preact/hooks';
import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { useSignal } from '@preact/signals';
import { type ColumnChoice, isColumnChoice, toggleColumn, withWidth } from '../../../model/traffic/columnChoice.ts';
import type { RowOrder } from '../../../model/traffic/exchange.ts';
import { attempt, type TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { t } from '../../../platform/l10n.ts';
import type { MenuItem } from '../../components/menu.tsx';
import { useRemembered } from '../../components/remembered.ts';
import type { Column, Sorted } from '../../components/rows/table.tsx';
import type { TrafficState } from '../state/trafficState.ts';
import { columnLabels, fittingColumns, frameColumns, isSortable } from './frameColumns.tsx';

interface TrafficColumns {
  readonly columns: readonly Column<TrafficRow>[];
  readonly sorted: Sorted;
  readonly columnItems: readonly MenuItem[];
  onSort(id: string): void;
  onResizeColumn(id: string, px: number): void;
}

/** Which columns there are, how wide, and by which one the rows are sorted. */
export function useColumns(traffic: TrafficModel, { follow }: TrafficState, widthPx: number): TrafficColumns {
  const [remembered, remember] = useRemembered<ColumnChoice>('columns', 'traffic', isColumnChoice);
  const order = useSignal<RowOrder | undefined>(undefined);
  const choice = remembered.value ?? { widths: {} };
  const columns = useMemo(
    () => frameColumns(traffic, widthPx, choice),
    [traffic, traffic.canSort, widthPx, remembered.value],
  );
  const onSort = (id: string): void => {
    if (!isSortable(id)) return;
    order.value = nextOrder(traffic.view.isSorted ? order.value : undefined, id);
    if (order.value) follow.value = false;
    attempt(
      traffic,
      traffic.loadAll().then(() => traffic.view.setOrder(order.value)),
    );
  };
  const current = traffic.view.isSorted ? order.value : undefined;
  return {
    columns,
    sorted: { id: current?.field ?? 'time', descending: current?.descending ?? false },
    columnItems: columnItems(choice, widthPx, remember),
    onSort,
    onResizeColumn: (id, px) => remember(withWidth(choice, id, px)),
  };
}

/** Figures from the largest, names from A to Z, then the other way round, then by time again. */
function nextOrder(now: RowOrder | undefined, field: RowOrder['field']): RowOrder | undefined {
  const first = field === 'latency' || field === 'size' || field === 'time' || field === 'status';
  if (now?.field !== field) return { field, descending: first };
  return now.descending === first && field !== 'time' ? { field, descending: !first } : undefined;
}

function columnItems(choice: ColumnChoice, widthPx: number, remember: (next: ColumnChoice) => void): MenuItem[] {
  const fitting = fittingColumns(widthPx);
  const shown: readonly string[] = choice.shown ?? fitting;
  const items = columnLabels()
    .filter(({ id }) => id !== 'name')
    .map(({ id, label }) => ({
      testId: `column-${id}`,
      label,
      checked: shown.includes(id),
      onClick: () => remember(toggleColumn(choice, id, fitting)),
    }));
  const reset = { testId: 'columns-reset', icon: 'refresh', label: t('Reset Columns') } as const;
  return [...items, { ...reset, onClick: () => remember({ widths: {} }) }];
}
