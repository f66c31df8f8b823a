import type { ComponentChildren, CSSProperties, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../icon.tsx';
import { ColumnSash, resizeKey } from './columnSash.tsx';
import { type MenuPlace, type RowsHandle, VirtualRows } from './virtualRows.tsx';
import { rowHeightPx, type Viewport } from './virtualWindow.ts';

export interface Column<Row> {
  readonly id: string;
  readonly label: ComponentChildren;
  /** In characters: the least it needs, and its share of what is left over. */
  readonly width: number;
  /** A length in CSS: what it needs where that is more than its width. */
  readonly least?: string | undefined;
  /** Stays at its width. */
  readonly fixed?: boolean;
  readonly end?: boolean;
  readonly sortable?: boolean;
  /** As the user made it. */
  readonly px?: number | undefined;
  readonly class?: string;
  readonly cell: (row: Row, index: number) => ComponentChildren;
}

export interface Sorted {
  readonly id: string;
  readonly descending: boolean;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** Undefined while it is being loaded. */
  readonly row: (index: number) => Row | undefined;
  /** The row with the keyboard focus; -1 when none. */
  readonly active: number;
  readonly isSelected?: (index: number) => boolean;
  /** More attributes of a row, for styles and tests. */
  readonly rowProps?: (row: Row | undefined, index: number) => Readonly<Record<string, unknown>>;
  readonly sorted?: Sorted | undefined;
  readonly onSort?: (id: string) => void;
  /** With it columns can be made wider or narrower: by their edge, or with Shift and an arrow key on their head. */
  readonly onResizeColumn?: (id: string, px: number) => void;
  readonly class?: string;
  readonly testId?: string;
  readonly handle?: { current: RowsHandle | null };
  /** Shows the last rows, whatever is added. */
  readonly atEnd?: boolean;
  readonly onMove: (index: number, event: KeyboardEvent) => void;
  readonly onPick?: (index: number, event: MouseEvent) => void;
  readonly onKey?: (event: KeyboardEvent) => void;
  /** Of a row; -1 for the head. */
  readonly onMenu?: (index: number, at: MenuPlace) => void;
  readonly onScrolled?: (viewport: Viewport) => void;
  readonly onResized?: () => void;
  readonly onWheel?: (event: WheelEvent, position: number) => void;
}

let tables = 0;

/** Rows of any number under a head that stays; head and rows share one grid. */
export function Table<Row>(props: TableProps<Row>): JSX.Element {
  const prefix = useMemo(() => `row-${++tables}-`, []);
  const { columns, active, isSelected, onPick } = props;
  return (
    <VirtualRows
      {...props}
      class={`table ${props.class ?? ''}`}
      role="grid"
      rowHeight={rowHeightPx}
      idPrefix={prefix}
      style={gridOf(columns)}
      head={<TableHead {...props} />}
      row={(index, slot) => {
        const row = props.row(index);
        const isChosen = isSelected?.(index) ?? index === active;
        return (
          <div
            key={slot}
            id={`${prefix}${index}`}
            class={`row table-row${isChosen ? ' is-selected' : ''}${index === active ? ' is-active' : ''}`}
            role="row"
            aria-rowindex={index + 2}
            aria-selected={isChosen}
            onClick={(event) => onPick?.(index, event)}
            {...props.rowProps?.(row, index)}
          >
            {columns.map((column) => (
              <span key={column.id} role="gridcell" class={cellClass(column)}>
                {row === undefined ? '…' : column.cell(row, index)}
              </span>
            ))}
          </div>
        );
      }}
    />
  );
}

function TableHead<Row>({ columns, sorted, onSort, onResizeColumn }: TableProps<Row>): JSX.Element {
  return (
    <div class="row table-row table-head" role="row" aria-rowindex={1}>
      {columns.map((column) => {
        const order = column.id === sorted?.id ? (sorted.descending ? 'descending' : 'ascending') : undefined;
        return (
          <span key={column.id} role="columnheader" class={cellClass(column)} aria-sort={order}>
            {column.sortable === true ? (
              <button
                type="button"
                data-sort={column.id}
                onClick={() => onSort?.(column.id)}
                onKeyDown={(event) => resizeKey(event, (px) => onResizeColumn?.(column.id, px))}
              >
                <span class="ellipsis">{column.label}</span>
                {order && <Icon name={order === 'descending' ? 'arrow-down' : 'arrow-up'} />}
              </button>
            ) : (
              column.label
            )}
            {onResizeColumn && <ColumnSash onResize={(px) => onResizeColumn(column.id, px)} />}
          </span>
        );
      })}
    </div>
  );
}

function cellClass<Row>({ end = false, class: extra }: Column<Row>): string {
  return `table-cell${end ? ' at-end' : ''}${extra === undefined ? '' : ` ${extra}`}`;
}

function gridOf<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const least = columns.map(({ width, px, least: more }) => (px === undefined ? (more ?? `${width}ch`) : `${px}px`));
  const tracks = columns.map(({ width, fixed, px }, at) => {
    return px === undefined ? `minmax(${least[at]}, ${fixed ? 0 : width}fr)` : least[at];
  });
  return {
    '--columns': tracks.join(' '),
    '--width': `calc(${least.join(' + ')} + ${columns.length} * var(--gap-l))`,
  };
}
