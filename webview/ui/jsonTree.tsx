import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { ancestors, type Cuts, flatten, hasMoreThan, type JsonRow, openAtFirst } from '../model/jsonTree.ts';
import type { Cut } from '../../src/protocol/calls.ts';
import { t } from '../text.ts';
import { useActions } from './actions.ts';
import { Icon } from './icon.tsx';
import { Button } from './kit.ts';
import { TreeSearch } from './treeSearch.tsx';
import { copyValue, TreeTools } from './treeTools.tsx';
import { type RowsHandle, VirtualRows } from './virtualRows.tsx';

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  readonly searchable?: boolean;
  readonly testId?: string;
  /** Where the value goes on elsewhere, and how to bring more of it. */
  readonly cuts?: Cuts;
  readonly onPull?: (cut: Cut) => void;
  readonly onPullAll?: () => void;
}

const rowHeight = 20;
/** Up to here a person sees all of it at a glance. */
const fewRows = 12;
let trees = 0;

/** A value of any size: rows exist only for what is open and in view. */
export function JsonTree(props: JsonTreeProps): JSX.Element {
  const { value, label, searchable = false, testId, cuts, onPull, onPullAll } = props;
  const open = useSignal<ReadonlySet<string>>(useMemo(() => openAtFirst(value), []));
  const active = useSignal(0);
  const found = useSignal<string | undefined>(undefined);
  const handle = useRef<RowsHandle>(null);
  const actions = useActions();
  const prefix = useMemo(() => `json-${++trees}-`, []);
  const rows = useMemo(() => flatten(value, open.value, cuts), [value, open.value, cuts]);

  const toggle = (row: JsonRow): void => {
    if (row.cut) return onPull?.(row.cut);
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

  return (
    <div class="json">
      {searchable && hasMoreThan(value, fewRows) && (
        <div class="tree-bar">
          <TreeSearch value={value} onFound={goTo} />
          <TreeTools value={value} row={rows[active.value]} onOpen={(next) => (open.value = next)} />
        </div>
      )}
      {onPullAll && cuts !== undefined && cuts.size > 0 && <PartialNote onPullAll={onPullAll} />}
      <VirtualRows
        class="json-rows"
        role="tree"
        label={label}
        count={rows.length}
        rowHeight={rowHeight}
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

/** Says that a part of the value is not here, and brings the rest of it. */
function PartialNote({ onPullAll }: { onPullAll: () => void }): JSX.Element {
  return (
    <p class="muted block-head" data-testid="tree-partial">
      <span>{t('Only the loaded part is searched.')}</span>
      <Button data-testid="load-all" onClick={onPullAll}>
        {t('Load All')}
      </Button>
    </p>
  );
}

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
      <span class={`json-value json-${row.type}`}>{row.text}</span>
    </div>
  );
}
