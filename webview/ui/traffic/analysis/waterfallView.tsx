import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { CallSpan } from '../../../../src/contract/traffic/trafficTools.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { withTerms } from '../../../model/traffic/query/queryTerms.ts';
import {
  brushOf,
  recentRange,
  spansIn,
  Timeline,
  type TimeRange,
  wholeRange,
} from '../../../model/traffic/timeline.ts';
import { t, tn } from '../../../platform/l10n.ts';
import { formatMs } from '../../../platform/units.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/iconButton.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { Table } from '../../components/rows/table.tsx';
import { useWidth } from '../../components/rows/useWidth.ts';
import { Overview } from './overview.tsx';
import { loadSpans } from './loadSpans.ts';
import { pollHost } from './pollHost.ts';
import { saveSpans, saveWaterfall } from './saveAnalysis.ts';
import { spanColumns } from './spanColumns.tsx';

interface WaterfallProps {
  readonly traffic: TrafficModel;
  readonly query: string;
  /** Shown where there are no calls. */
  readonly none: JSX.Element;
  readonly onPick: (seq: number) => void;
  /** A marked part of the time becomes part of the query. */
  readonly onBrush: (range: TimeRange | undefined) => void;
}

/** Every call as a bar on one timeline: calls that ran at the same time are above one another. */
export function WaterfallView({ traffic, query, none, onPick, onBrush }: WaterfallProps): JSX.Element {
  const timeline = useMemo(() => new Timeline(), []);
  useEffect(() => pollHost(() => loadSpans(traffic, timeline)), []);
  const { value: version } = timeline.version;
  const all = useMemo(() => timeline.matching(withTerms(query, 'time', [])), [version, query]);
  const brush = useMemo(() => brushOf(query), [query]);
  useEffect(() => void (timeline.zoom.value = undefined), [brush]);
  const nowMs = traffic.kind === 'live' ? Date.now() : 0;
  const whole = useMemo(() => wholeRange(all, nowMs), [all]);
  const recent = useMemo(() => recentRange(all, whole, nowMs), [all, whole]);
  const range = timeline.zoom.value ?? brush ?? (timeline.showsAll.value ? whole : recent);
  const shown = useMemo(() => spansIn(all, range, nowMs), [all, range]);
  const state = { traffic, timeline, all, shown, whole, range, nowMs, onBrush };
  return (
    <div class="analysis" data-testid="waterfall">
      {all.length === 0 ? (
        version > 0 && none
      ) : (
        <>
          <WaterfallHead {...state} />
          <WaterfallRows {...state} onPick={onPick} />
        </>
      )}
    </div>
  );
}

interface WaterfallState {
  readonly traffic: TrafficModel;
  readonly timeline: Timeline;
  readonly all: readonly CallSpan[];
  readonly shown: readonly CallSpan[];
  readonly whole: TimeRange;
  readonly range: TimeRange;
  readonly nowMs: number;
  readonly onBrush: (range: TimeRange | undefined) => void;
}

function WaterfallRows({
  timeline,
  shown,
  whole,
  range,
  nowMs,
  onPick,
}: WaterfallState & Pick<WaterfallProps, 'onPick'>): JSX.Element {
  const active = useSignal(-1);
  const pick = (index: number): void => {
    const span = shown[index];
    if (span) onPick(span.seq);
  };
  const onWheel = (event: WheelEvent, position: number): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    timeline.zoomBy(event.deltaY > 0 ? 1.25 : 0.8, whole, position, range);
  };
  const { ref, px } = useWidth<HTMLDivElement>();
  const columns = spanColumns(range, nowMs, px);
  return (
    <div class="list" ref={ref}>
      <Table<CallSpan>
        class="list-rows"
        label={t('Call timeline')}
        testId="waterfall-rows"
        columns={columns}
        count={shown.length}
        row={(index) => shown[index]}
        rowProps={(span) => ({ 'data-call': span?.seq })}
        active={active.value}
        onMove={(index) => (active.value = index)}
        onPick={pick}
        onKey={(event) => waterfallKey(event, { timeline, whole, range }, () => pick(active.value))}
        onWheel={onWheel}
      />
    </div>
  );
}

type Zoomed = Pick<WaterfallState, 'timeline' | 'whole' | 'range'>;

function waterfallKey(event: KeyboardEvent, { timeline, whole, range }: Zoomed, open: () => void): void {
  if (event.altKey || event.metaKey || event.ctrlKey) return;
  if (event.key === 'Enter') open();
  else if (event.key === '+' || event.key === '=') timeline.zoomBy(0.5, whole, 0.5, range);
  else if (event.key === '-') timeline.zoomBy(2, whole, 0.5, range);
  else if (event.key === '0') timeline.fit(false);
  else if (event.key === 'ArrowLeft') timeline.panBy(-0.2, whole, range);
  else if (event.key === 'ArrowRight') timeline.panBy(0.2, whole, range);
  else return;
  event.preventDefault();
}

function WaterfallHead(state: WaterfallState): JSX.Element {
  const { all, shown, whole, range, nowMs, onBrush } = state;
  return (
    <div class="waterfall-head">
      <div class="analysis-tools">
        <span class="muted" data-testid="waterfall-count">
          {tn(shown.length, '{0} call in {1}', '{0} calls in {1}').replace('{1}', formatMs(range.toMs - range.fromMs))}
        </span>
        <WaterfallActions {...state} />
      </div>
      <Overview all={all} whole={whole} range={range} nowMs={nowMs} onBrush={onBrush} />
    </div>
  );
}

function WaterfallActions({ traffic, timeline, shown, whole, range, nowMs, onBrush }: WaterfallState): JSX.Element {
  const fit = (): void => {
    timeline.fit(false);
    onBrush(undefined);
  };
  const exports: readonly MenuItem[] = [
    { testId: 'waterfall-csv', label: t('Save as CSV'), onClick: () => saveSpans(traffic, shown) },
    { testId: 'waterfall-png', label: t('Save as PNG'), onClick: () => saveWaterfall(traffic, shown, range, nowMs) },
  ];
  return (
    <div class="actions">
      <IconButton
        testId="zoom-in"
        icon="zoom-in"
        label={t('Zoom In (+)')}
        onClick={() => timeline.zoomBy(0.5, whole, 0.5, range)}
      />
      <IconButton
        testId="zoom-out"
        icon="zoom-out"
        label={t('Zoom Out (-)')}
        onClick={() => timeline.zoomBy(2, whole, 0.5, range)}
      />
      <IconButton testId="zoom-fit" icon="screen-full" label={t('Zoom to Fit (0)')} onClick={fit} />
      <IconButton
        testId="brush-visible"
        icon="filter"
        label={t('Filter by the Visible Time')}
        onClick={() => onBrush(range)}
      />
      <Menu items={exports} label={t('Export…')} testId="waterfall-export">
        <Icon name="export" />
      </Menu>
    </div>
  );
}
