import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { displayWhat } from '../../../../src/contract/toolName.ts';
import {
  histogramLimitsMs,
  type MethodStatistics,
  type TrafficStatistics,
} from '../../../../src/contract/traffic/trafficTools.ts';
import { attempt, type TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { filterQuery } from '../../../model/traffic/filterQuery.ts';
import {
  filterStatistics,
  nextSorting,
  type SortKey,
  sortStatistics,
  type Sorting,
  toolOrMethod,
} from '../../../model/traffic/statisticsTable.ts';
import { formatCount, t } from '../../../platform/l10n.ts';
import { Icon } from '../../components/icon.tsx';
import { Button } from '../../components/kit.ts';
import { formatBytes, formatMs } from '../../../platform/units.ts';
import { pollHost } from './pollHost.ts';

const pollMs = 1_000;
const maxShown = 500;

interface StatisticsProps {
  readonly traffic: TrafficModel;
  readonly query: string;
  readonly onPick: (query: string) => void;
}

export function StatisticsView({ traffic, query, onPick }: StatisticsProps): JSX.Element {
  const statistics = useSignal<TrafficStatistics | undefined>(undefined);
  const sorting = useSignal<Sorting>({ key: 'count', descending: true });
  useEffect(
    () =>
      pollHost(async () => {
        const next = await traffic.link.request('traffic/statistics', undefined);
        statistics.value = next;
        return next.counted < next.frames ? 0 : pollMs;
      }),
    [],
  );
  const { value: known } = statistics;
  const rows = sortStatistics(filterStatistics(known?.rows ?? [], query), sorting.value);
  const save = (format: 'csv' | 'json'): void =>
    attempt(traffic, traffic.link.request('traffic/exportStatistics', { format }));
  return (
    <div class="statistics" data-testid="statistics">
      <div class="waterfall-tools">
        <span class="muted" data-testid="statistics-count">
          {known && countText(known)}
        </span>
        <div class="actions">
          <Button data-testid="statistics-csv" onClick={() => save('csv')}>
            {t('Save as CSV')}
          </Button>
          <Button data-testid="statistics-json" onClick={() => save('json')}>
            {t('Save as JSON')}
          </Button>
        </div>
      </div>
      {rows.length === 0 ? (
        <p class="empty muted">{t('No calls yet.')}</p>
      ) : (
        <StatisticsTable rows={rows.slice(0, maxShown)} sorting={sorting} onPick={onPick} />
      )}
    </div>
  );
}

function countText({ frames, counted, notifications }: TrafficStatistics): string {
  const all = t('{0} frames, {1} notifications', formatCount(counted), formatCount(notifications));
  return counted < frames ? `${all} · ${t('{0} not counted yet', formatCount(frames - counted))}` : all;
}

interface TableProps {
  readonly rows: readonly MethodStatistics[];
  readonly sorting: Signal<Sorting>;
  readonly onPick: (query: string) => void;
}

function StatisticsTable({ rows, sorting, onPick }: TableProps): JSX.Element {
  const columns: readonly (readonly [SortKey, string])[] = [
    ['server', t('Server')],
    ['what', t('Tool or method')],
    ['count', t('Calls')],
    ['errors', t('Errors')],
    ['p50', 'p50'],
    ['p95', 'p95'],
    ['p99', 'p99'],
    ['maxMs', t('Longest')],
    ['bytes', t('Size')],
    ['tokens', t('Tokens')],
  ];
  return (
    <div class="statistics-scroll" tabIndex={0} role="region" aria-label={t('Statistics')}>
      <table>
        <thead>
          <tr>
            {columns.map(([key, label]) => (
              <SortHead key={key} column={key} label={label} sorting={sorting} />
            ))}
            <th scope="col">{t('Latency')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StatisticsRow key={`${row.server} ${row.method} ${row.name ?? ''}`} row={row} onPick={onPick} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortHeadProps {
  readonly column: SortKey;
  readonly label: string;
  readonly sorting: Signal<Sorting>;
}

function SortHead({ column, label, sorting }: SortHeadProps): JSX.Element {
  const { key, descending } = sorting.value;
  const sorted = key === column ? (descending ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={sorted} class={column === 'server' || column === 'what' ? '' : 'figure'}>
      <button type="button" onClick={() => (sorting.value = nextSorting(sorting.value, column))}>
        {label}
        {sorted !== 'none' && <Icon name={descending ? 'arrow-down' : 'arrow-up'} />}
      </button>
    </th>
  );
}

function StatisticsRow({ row, onPick }: { row: MethodStatistics; onPick: (query: string) => void }): JSX.Element {
  const times = [row.p50, row.p95, row.p99, row.maxMs];
  return (
    <tr data-what={toolOrMethod(row)}>
      <td>{row.server}</td>
      <th scope="row">
        <button type="button" class="link" title={t('Show Messages')} onClick={() => onPick(filterQuery(row))}>
          {displayWhat(row)}
        </button>
      </th>
      <td class="figure">{formatCount(row.count)}</td>
      <td
        class={`figure tone-${row.errors > 0 ? 'bad' : 'quiet'}`}
        title={row.lost > 0 ? t('{0} without a response', formatCount(row.lost)) : undefined}
      >
        {row.errors > 0 && <Icon name="error" />}
        {formatCount(row.errors)}
      </td>
      {times.map((ms, at) => (
        <td key={at} class="figure">
          {row.answered > 0 ? formatMs(ms) : '–'}
        </td>
      ))}
      <td class="figure">{formatBytes(row.bytes) || '–'}</td>
      <td class="figure">{row.tokens > 0 ? formatCount(row.tokens) : '–'}</td>
      <td>
        <Histogram counts={row.histogram} />
      </td>
    </tr>
  );
}

function Histogram({ counts }: { counts: readonly number[] }): JSX.Element {
  const most = Math.max(1, ...counts);
  const summary = counts
    .flatMap((count, at) => (count > 0 ? [`${barText(at)}: ${formatCount(count)}`] : []))
    .join(', ');
  return (
    <svg class="histogram" viewBox={`0 0 ${counts.length * 6} 16`} role="img" aria-label={summary || t('No responses')}>
      <title>{summary}</title>
      {counts.map((count, at) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * 16);
        return (
          <rect key={at} class={count === 0 ? 'is-empty' : ''} x={at * 6} y={16 - height} width="5" height={height} />
        );
      })}
    </svg>
  );
}

function barText(at: number): string {
  const limit = histogramLimitsMs[at];
  return limit === undefined
    ? t('{0} or more', formatMs(histogramLimitsMs.at(-1) ?? 0))
    : t('under {0}', formatMs(limit));
}
