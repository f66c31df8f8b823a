import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { cellText, columnWidth, isNumeric, type RecordTable, sortRows, toCsv } from '../../model/content/records.ts';
import { inSlices } from '../../platform/inSlices.ts';
import { t, tn } from '../../platform/l10n.ts';
import { IconButton } from '../components/iconButton.tsx';
import { type Column, type Sorted, Table } from '../components/rows/table.tsx';
import { useActions } from '../components/textActions.ts';

/** What is longer is no fact beside a table; the tree has it. */
const maxFactLength = 20;

type Record = RecordTable['rows'][number];

/** A list of records: sorted by a click on a name, and copied as CSV. */
export function RecordsTable({ table, label }: { table: RecordTable; label: string }): JSX.Element {
  const actions = useActions();
  const active = useSignal(-1);
  const sorted = useSignal<Sorted | undefined>(undefined);
  const columns = useMemo(() => columnsOf(table), [table]);
  const { value: order } = sorted;
  const rows = useSortedRows(table, order);
  return (
    <div data-testid="records">
      <div class="facts muted">
        <span>{tn(table.rows.length, '{0} row', '{0} rows')}</span>
        <IconButton icon="copy" label={t('Copy as CSV')} testId="copy-csv" onClick={() => actions.copy(toCsv(table))} />
        {table.others
          .filter(([, value]) => value.length <= maxFactLength)
          .map(([name, value]) => (
            <span key={name}>
              {name}: {value}
            </span>
          ))}
      </div>
      <Table<Record>
        class="rows-fit table-frame"
        label={label}
        testId="record-rows"
        columns={columns}
        count={table.rows.length}
        row={(index) => table.rows[rows?.[index] ?? index]}
        active={active.value}
        sorted={order}
        onSort={(id) => (sorted.value = { id, descending: order?.id === id && !order.descending })}
        onMove={(index) => (active.value = index)}
        onPick={(index) => (active.value = index)}
      />
    </div>
  );
}

/** The order that the user wants; until it is ready the one before stays. */
function useSortedRows(table: RecordTable, order: Sorted | undefined): Uint32Array | undefined {
  const rows = useSignal<Uint32Array | undefined>(undefined);
  useEffect(() => {
    if (!order) return undefined;
    return inSlices(sortRows(table, order.id, order.descending), (sorted) => (rows.value = sorted));
  }, [table, order]);
  return rows.value;
}

function columnsOf(table: RecordTable): Column<Record>[] {
  return table.names.map((name) => ({
    id: name,
    label: name,
    width: columnWidth(table, name),
    end: isNumeric(table, name),
    sortable: true,
    cell: (row) => (
      <span class={`ellipsis${row[name] === null ? ' muted' : ''}`} title={cellText(row[name])}>
        {cellText(row[name])}
      </span>
    ),
  }));
}
