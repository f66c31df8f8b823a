import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Cut } from '../../../src/contract/rpc/trimmed.ts';
import { recordTable } from '../../model/content/records.ts';
import type { Cuts } from '../../model/json/jsonTree.ts';
import { t } from '../../platform/l10n.ts';
import { isText } from '../../platform/pageState.ts';
import { useRemembered } from '../components/remembered.ts';
import { Segmented } from '../components/segmented.tsx';
import { JsonTree } from '../json/jsonTree.tsx';
import { RecordsTable } from './recordsTable.tsx';

interface ValueViewProps {
  readonly title: string;
  readonly value: unknown;
  /** How it is shown is remembered under this name, for the next result. */
  readonly formatKey?: string | undefined;
  readonly cuts?: Cuts;
  readonly onLoadMore?: (cut: Cut) => void;
  readonly onLoadAll?: () => void;
  readonly isLoadingAll?: boolean;
  /** The same as text, where it came as text. */
  readonly text?: ComponentChildren;
}

/** A value as a table where it is one, else as a tree; the user's last choice for this tool comes first. */
export function ValueView({ title, value, formatKey = '', text, ...tree }: ValueViewProps): JSX.Element {
  const [chosen, choose] = useRemembered('formats', formatKey, isText);
  const isWhole = tree.cuts === undefined || tree.cuts.size === 0;
  const table = useMemo(() => (isWhole ? recordTable(value) : undefined), [value, isWhole]);
  const segments = [
    { id: 'tree', label: t('Tree'), testId: 'as-tree' },
    ...(table ? [{ id: 'table', label: t('Table'), testId: 'as-table' }] : []),
    ...(text === undefined ? [] : [{ id: 'text', label: t('Text'), testId: 'as-text' }]),
  ];
  // Decided once: a result that is loaded further must not change its look under the reader.
  const first = useMemo(() => (table ? 'table' : 'tree'), []);
  const wanted = chosen.value ?? first;
  const current = segments.some(({ id }) => id === wanted) ? wanted : 'tree';
  return (
    <>
      <div class="head">
        <h3 class="block-title">{title}</h3>
        <div class="actions">
          <Segmented label={t('Show as')} segments={segments} current={current} onChange={choose} />
        </div>
      </div>
      {current === 'tree' && <JsonTree value={value} label={title} searchable {...tree} />}
      {current === 'table' && table && <RecordsTable table={table} label={title} />}
      {current === 'text' && text}
    </>
  );
}
