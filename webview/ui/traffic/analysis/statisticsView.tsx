import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { serverLabel } from '../../../../src/contract/traffic/ownServers.ts';
import {
  histogramLimitsMs,
  type MethodStatistics,
  type TrafficStatistics,
} from '../../../../src/contract/traffic/trafficTools.ts';
import { attempt, type TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { withTerms } from '../../../model/traffic/query/queryTerms.ts';
import { Timeline } from '../../../model/traffic/timeline.ts';
import { filterQuery } from '../../../model/traffic/query/filterQuery.ts';
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
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { type Column, Table } from '../../components/rows/table.tsx';
import { useWidth } from '../../components/rows/useWidth.ts';
import { formatBytes, formatMs } from '../../../platform/units.ts';
import { LatencyPlotView } from './latencyPlotView.tsx';
import { loadSpans } from './loadSpans.ts';
import { pollHost } from './pollHost.ts';
import { saveStatistics } from './saveAnalysis.ts';

const pollMs = 1_000;

type PickQuery = (query: string) => void;

interface StatisticsProps {
  readonly traffic: TrafficModel;
  readonly query: string;
  /** Shown where there are no calls. */
  readonly none: JSX.Element;
  readonly onPick: PickQuery;
  readonly onOpen: (seq: number) => void;
}

export function StatisticsView({ traffic, query, none, onPick, onOpen }: StatisticsProps): JSX.Element {
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
  const timeline = useMemo(() => new Timeline(), []);
  useEffect(() => pollHost(() => loadSpans(traffic, timeline)), []);
  const { value: known } = statistics;
  const { value: version } = timeline.version;
  const spans = useMemo(() => timeline.matching(query), [version, query]);
  // Counted over all the time: what is marked in it does not apply.
  const rows = sortStatistics(filterStatistics(known?.rows ?? [], withTerms(query, 'time', [])), sorting.value);
  const save = (format: 'csv' | 'json'): void =>
    attempt(traffic, traffic.link.request('traffic/exportStatistics', { format }));
  const formats: readonly MenuItem[] = [
    { label: t('Save as CSV'), testId: 'statistics-csv', onClick: () => save('csv') },
    { label: t('Save as JSON'), testId: 'statistics-json', onClick: () => save('json') },
    { label: t('Save as PNG'), testId: 'statistics-png', onClick: () => saveStatistics(traffic, rows, spans) },
  ];
  return (
    <div class="analysis" data-testid="statistics">
      {known === undefined || rows.length === 0 ? (
        known && none
      ) : (
        <>
          <div class="analysis-tools">
            <span class="muted" data-testid="statistics-count">
              {countText(known)}
            </span>
            <div class="actions">
              <Menu items={formats} testId="statistics-save" label={t('Save as…')}>
                <Icon name="save" />
              </Menu>
            </div>
          </div>
          <LatencyPlotView spans={spans} onPick={onOpen} />
          <StatisticsTable rows={rows} sorting={sorting} onPick={onPick} />
        </>
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
  readonly onPick: PickQuery;
}

function StatisticsTable({ rows, sorting, onPick }: TableProps): JSX.Element {
  const active = useSignal(-1);
  const { ref, px } = useWidth<HTMLDivElement>();
  const columns = statisticsColumns(px, sharedNames(rows), onPick);
  const { key, descending } = sorting.value;
  return (
    <div class="list" ref={ref}>
      <Table<MethodStatistics>
        class="list-rows"
        label={t('Statistics')}
        testId="statistics-rows"
        columns={columns}
        count={rows.length}
        row={(index) => rows[index]}
        rowProps={(row) => ({ 'data-what': row && toolOrMethod(row) })}
        active={active.value}
        sorted={{ id: key, descending }}
        onSort={(id) => (sorting.value = nextSorting(sorting.value, id as SortKey))}
        onMove={(index) => (active.value = index)}
        onPick={(index) => (active.value = index)}
        onKey={({ key: pressed }) => {
          const row = rows[active.value];
          if (pressed === 'Enter' && row) onPick(filterQuery(row));
        }}
      />
    </div>
  );
}

type StatisticsColumn = Column<MethodStatistics>;

/** Narrower, the figures have the room: the server stands behind a name that several of them share. */
const [serverPx, namePx] = [720, 320];

/** In characters. */
const figureWidth = 8;
const figures = 8;

/** Where not all figures have room, the name fills what the whole ones leave: none is cut at the edge. */
function nameLeast(px: number): string | undefined {
  const [charPx, gapPx, name] = [7, 16, 16];
  const whole = Math.floor((px - name * charPx - gapPx) / (figureWidth * charPx + gapPx));
  return whole < 1 || whole >= figures
    ? undefined
    : `calc(${px}px - ${whole} * (${figureWidth}ch + var(--gap-l)) - var(--gap-l))`;
}

function sharedNames(rows: readonly MethodStatistics[]): ReadonlySet<string> {
  const names = rows.map(toolOrMethod);
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}

function statisticsColumns(px: number, shared: ReadonlySet<string>, onPick: PickQuery): readonly StatisticsColumn[] {
  const isNarrow = px < serverPx;
  const server: StatisticsColumn = {
    id: 'server',
    label: t('Server'),
    width: 14,
    sortable: true,
    cell: (row) => text(serverLabel(row.server)),
  };
  return [
    {
      id: 'what',
      label: t('Tool or method'),
      width: isNarrow ? (px < namePx ? 16 : 18) : 22,
      least: isNarrow ? nameLeast(px) : undefined,
      sortable: true,
      cell: (row) => (
        <>
          <ShowMessages row={row} onPick={onPick} />
          {isNarrow && shared.has(toolOrMethod(row)) && (
            <span class="frame-method muted ellipsis">{serverLabel(row.server)}</span>
          )}
        </>
      ),
    },
    ...(isNarrow ? [] : [server]),
    figure('count', t('Calls'), ({ count }) => formatCount(count)),
    figure('errors', t('Errors'), (row) => <Errors row={row} />),
    latency('p50', 'p50'),
    latency('p95', 'p95'),
    latency('p99', 'p99'),
    latency('maxMs', t('Longest')),
    figure('bytes', t('Size'), ({ bytes }) => formatBytes(bytes) || '–'),
    figure('tokens', t('Tokens'), ({ tokens }) => (tokens > 0 ? formatCount(tokens) : '–')),
    {
      id: 'histogram',
      label: t('Latency'),
      width: 10,
      fixed: true,
      cell: ({ histogram }) => <Histogram counts={histogram} />,
    },
  ];
}

function figure(id: SortKey, label: string, cell: StatisticsColumn['cell']): StatisticsColumn {
  return { id, label, width: figureWidth, end: true, sortable: true, cell };
}

function latency(id: 'p50' | 'p95' | 'p99' | 'maxMs', label: string): StatisticsColumn {
  return figure(id, label, (row) => (row.answered > 0 ? formatMs(row[id]) : '–'));
}

function text(value: string): JSX.Element {
  return <span class="ellipsis">{value}</span>;
}

function ShowMessages({ row, onPick }: { row: MethodStatistics; onPick: PickQuery }): JSX.Element {
  return (
    <button type="button" tabIndex={-1} title={t('Show Messages')} onClick={() => onPick(filterQuery(row))}>
      {text(toolOrMethod(row))}
    </button>
  );
}

function Errors({ row: { errors, lost } }: { row: MethodStatistics }): JSX.Element {
  return (
    <span
      class={`state tone-${errors > 0 ? 'bad' : 'quiet'}`}
      title={lost > 0 ? t('{0} without a response', formatCount(lost)) : undefined}
    >
      {errors > 0 && <Icon name="error" />}
      {formatCount(errors)}
    </span>
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
