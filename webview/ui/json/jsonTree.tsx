import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import {
  ancestors,
  type Cuts,
  findIn,
  flatten,
  hasMoreThan,
  type JsonRow,
  initiallyOpen,
} from '../../model/json/jsonTree.ts';
import type { Cut } from '../../../src/contract/rpc/trimmed.ts';
import { t } from '../../platform/l10n.ts';
import { useActions } from '../components/textActions.ts';
import { Icon } from '../components/icon.tsx';
import { FindToggle } from '../components/search/findToggle.tsx';
import { PartialNote } from '../components/search/loadAllButton.tsx';
import { SlicedSearch } from '../components/search/slicedSearch.tsx';
import { copyValue, TreeTools } from './treeTools.tsx';
import { type RowsHandle, VirtualRows } from '../components/rows/virtualRows.tsx';
import { rowHeightPx } from '../components/rows/virtualWindow.ts';

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  readonly searchable?: boolean;
  readonly testId?: string;
  /** Truncated values, and how to load more of them. */
  readonly cuts?: Cuts;
  readonly onLoadMore?: (cut: Cut) => void;
  readonly onLoadAll?: () => void;
  readonly isLoadingAll?: boolean;
}

/** Values in the colours of the editor; what only summarizes is muted. */
const valueClasses: Partial<Record<JsonRow['type'], string>> = {
  string: 'json-string',
  number: 'json-number',
  boolean: 'json-word',
  null: 'json-word',
  more: 'json-more',
};

/** A tree this small needs no search. */
const smallTreeRows = 12;
let trees = 0;

/** A value of any size: rows exist only for what is open and in view. */
export function JsonTree(props: JsonTreeProps): JSX.Element {
  const { value, label, searchable = false, testId, cuts, onLoadAll, isLoadingAll = false } = props;
  const { rows, open, active, found, handle, toggle, goTo, onKey } = useTree(props);
  const prefix = useMemo(() => `json-${++trees}-`, []);
  const isSearching = useSignal(false);
  const isLarge = useMemo(() => searchable && hasMoreThan(value, smallTreeRows), [value, searchable]);
  return (
    <div class="json">
      {isLarge && <FindToggle label={t('Find in result')} testId="tree-find" isSearching={isSearching} />}
      {isLarge && isSearching.value && (
        <div class="tree-bar">
          <SlicedSearch
            label={t('Find in result')}
            subject={value}
            find={(query) => findIn(value, query)}
            onFound={goTo}
          />
          <TreeTools value={value} row={rows[active.value]} onOpen={(next) => (open.value = next)} />
        </div>
      )}
      {onLoadAll && cuts !== undefined && cuts.size > 0 && <PartialNote {...{ onLoadAll, isLoadingAll }} />}
      <VirtualRows
        class="rows-fit json-rows"
        role="tree"
        label={label}
        count={rows.length}
        rowHeight={rowHeightPx}
        active={active.value}
        idPrefix={prefix}
        handle={handle}
        {...(testId !== undefined && { testId })}
        onMove={(index) => (active.value = index)}
        onKey={onKey}
        row={(index) => (
          <TreeRow
            key={rows[index]?.id}
            id={`${prefix}${index}`}
            row={rows[index] as JsonRow}
            active={index === active.value}
            found={rows[index]?.id === found.value}
            onPick={() => {
              active.value = index;
              if (rows[index]?.branch) toggle(rows[index]);
            }}
          />
        )}
      />
    </div>
  );
}

interface Tree {
  readonly rows: readonly JsonRow[];
  readonly open: Signal<ReadonlySet<string>>;
  /** The row with the keyboard focus. */
  readonly active: Signal<number>;
  /** The current search hit. */
  readonly found: Signal<string | undefined>;
  readonly handle: { current: RowsHandle | null };
  toggle(row: JsonRow): void;
  goTo(id: string | undefined): void;
  onKey(event: KeyboardEvent): void;
}

function useTree({ value, cuts, onLoadMore }: JsonTreeProps): Tree {
  const open = useSignal<ReadonlySet<string>>(useMemo(() => initiallyOpen(value), []));
  const active = useSignal(0);
  const found = useSignal<string | undefined>(undefined);
  const handle = useRef<RowsHandle>(null);
  const actions = useActions();
  const rows = useMemo(() => flatten(value, open.value, cuts), [value, open.value, cuts]);

  const toggle = (row: JsonRow): void => {
    if (row.cut) return onLoadMore?.(row.cut);
    const next = new Set(open.value);
    if (!next.delete(row.id)) next.add(row.id);
    open.value = next;
  };
  const goTo = (id: string | undefined): void => {
    found.value = id;
    if (id === undefined) return;
    open.value = new Set([...open.value, ...ancestors(id, value)]);
    const at = flatten(value, open.value, cuts).findIndex((row) => row.id === id);
    active.value = at;
    // The rows of the newly opened branches exist after the next render.
    requestAnimationFrame(() => handle.current?.reveal(at));
  };
  const onKey = (event: KeyboardEvent): void => {
    const row = rows[active.value];
    if (event.key === 'c' && (event.ctrlKey || event.metaKey)) copyValue(actions, row);
    else if (row) treeKey(event, row, rows, toggle, (index) => (active.value = index));
  };
  return { rows, open, active, found, handle, toggle, goTo, onKey };
}

/** Says that a part of the value is not loaded, and loads it. */
function treeKey(
  event: KeyboardEvent,
  row: JsonRow,
  rows: readonly JsonRow[],
  toggle: (row: JsonRow) => void,
  move: (index: number) => void,
): void {
  const at = rows.indexOf(row);
  const opens = event.key === 'ArrowRight' && row.branch;
  const closes = event.key === 'ArrowLeft';
  if (event.key === 'Enter' || event.key === ' ' || (opens && !row.open) || (closes && row.open)) {
    if (row.branch) toggle(row);
  } else if (opens) move(at + 1);
  else if (closes)
    move(
      Math.max(
        0,
        rows.findLastIndex((other, index) => index < at && other.depth < row.depth),
      ),
    );
  else return;
  event.preventDefault();
}

interface TreeRowProps {
  readonly id: string;
  readonly row: JsonRow;
  readonly active: boolean;
  readonly found: boolean;
  readonly onPick: () => void;
}

function TreeRow({ id, row, active, found, onPick }: TreeRowProps): JSX.Element {
  return (
    <div
      id={id}
      class={`json-row${active ? ' is-active' : ''}${found ? ' is-found' : ''}`}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={row.branch ? row.open : undefined}
      aria-selected={active}
      style={{ '--depth': row.depth }}
      onClick={onPick}
    >
      <span class="json-twist">{row.branch && <Icon name={row.open ? 'chevron-down' : 'chevron-right'} />}</span>
      {row.key !== undefined && <span class="json-key">{row.type === 'range' ? `[${row.key}]` : row.key}</span>}
      {row.key !== undefined && row.text !== '' && <span class="json-colon">: </span>}
      <span class={`json-value ${valueClasses[row.type] ?? 'muted'}`}>{row.text}</span>
    </div>
  );
}
