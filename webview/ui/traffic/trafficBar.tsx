import type { JSX } from 'preact';
import { attempt, type TrafficModel } from '../../model/traffic/trafficModel.ts';
import { endOf, framesOf } from '../../model/traffic/exchange.ts';
import type { InterceptionRules } from '../../model/traffic/interceptionRules.ts';
import { formatCount, t } from '../../platform/l10n.ts';
import { IconButton } from '../components/iconButton.tsx';
import { type TabItem, Tabs } from '../components/tabs.tsx';
import { QueryField } from './messages/queryField.tsx';
import { FoundStatus } from './state/foundStatus.tsx';
import type { TrafficState, TrafficTab } from './state/trafficState.ts';

interface TrafficBarProps {
  readonly traffic: TrafficModel;
  readonly state: TrafficState;
  /** Absent in a recording, where nothing can be intercepted. */
  readonly rules: InterceptionRules | undefined;
}

export function TrafficBar(props: TrafficBarProps): JSX.Element {
  const {
    traffic,
    state: { query, tab },
    rules,
  } = props;
  const tabs: readonly TabItem[] = [
    { id: 'messages', icon: 'list-flat', label: t('Messages') },
    { id: 'waterfall', icon: 'list-tree', label: t('Waterfall') },
    { id: 'statistics', icon: 'graph', label: t('Statistics') },
    ...(rules
      ? [{ id: 'rules', icon: 'debug-breakpoint', label: t('Rules'), mark: rules.active.value > 0 } as const]
      : []),
  ];
  return (
    <div class="bar-line">
      <Tabs
        label={t('Traffic')}
        tabs={tabs}
        current={tab.value}
        onChange={(next) => (tab.value = next as TrafficTab)}
      />
      {tab.value !== 'rules' && (
        <>
          <QueryField traffic={traffic} query={query} />
          <Counts traffic={traffic} />
          <FoundStatus traffic={traffic} query={query} />
          <div class="actions" role="toolbar" aria-label={t('Traffic')}>
            <SelectionActions {...props} />
            {traffic.kind === 'live' && <LiveActions {...props} />}
          </div>
        </>
      )}
    </div>
  );
}

/** Of two exchanges the responses, if both have one. */
function comparable({ rows, view }: TrafficModel, chosen: readonly number[]): readonly (number | undefined)[] {
  const ends = chosen.map((seq) => {
    const row = view.mode.exchanges ? rows.at(seq) : undefined;
    return row && endOf(row, rows)?.seq;
  });
  return ends.includes(undefined) ? chosen : ends;
}

function SelectionActions({ traffic, state: { query, selection } }: TrafficBarProps): JSX.Element {
  const { link, view, rows } = traffic;
  const { value: chosen } = selection.chosen;
  const [left, right] = comparable(traffic, chosen);
  const { size } = traffic.pins.all.value;
  const isPinned = query.value.trim() === 'is:pinned';
  const exported = (): { seqs?: readonly number[] } => {
    if (chosen.length === 0) return {};
    return { seqs: view.mode.exchanges ? framesOf(chosen, rows) : chosen };
  };
  return (
    <>
      {chosen.length === 2 && left !== undefined && right !== undefined && (
        <IconButton
          testId="traffic-compare"
          icon="diff"
          label={t('Compare Selected Rows')}
          onClick={() => attempt(traffic, link.request('traffic/compare', { left, right }))}
        />
      )}
      {traffic.kind === 'recording' && (
        <IconButton
          testId="traffic-compare-recording"
          icon="arrow-swap"
          label={t('Compare with Another Recording…')}
          onClick={() => attempt(traffic, link.request('traffic/compareRecording', undefined))}
        />
      )}
      {(size > 0 || isPinned) && (
        <IconButton
          testId="traffic-pinned"
          icon="pinned"
          label={t('Show Pinned Frames Only')}
          pressed={isPinned}
          onClick={() => (query.value = isPinned ? '' : 'is:pinned')}
        />
      )}
      {chosen.length > 0 && (
        <IconButton
          testId="traffic-checks"
          icon="checklist"
          label={t('Save Selected Calls as Checks…')}
          onClick={() => attempt(traffic, link.request('traffic/saveAsChecks', { seqs: chosen }))}
        />
      )}
      <IconButton
        testId="traffic-export"
        icon="export"
        label={chosen.length > 0 ? t('Export {0} Selected Rows…', chosen.length) : t('Export All Frames…')}
        disabled={isEmpty(traffic)}
        onClick={() => attempt(traffic, link.request('traffic/export', exported()))}
      />
    </>
  );
}

function isEmpty({ version, rows, older, waiting }: TrafficModel): boolean {
  return (version.value, rows.size + older.value + waiting.value === 0);
}

function LiveActions({ traffic, state: { follow } }: TrafficBarProps): JSX.Element {
  const { value: paused } = traffic.paused;
  return (
    <>
      {traffic.older.value > 0 && (
        <IconButton
          testId="traffic-older"
          icon="open-in-window"
          label={t('Open Full Traffic History')}
          onClick={() => attempt(traffic, traffic.link.request('traffic/openAll', undefined))}
        />
      )}
      <IconButton
        testId="traffic-follow"
        icon="arrow-down"
        label={t('Auto Scroll')}
        pressed={follow.value}
        onClick={() => (follow.value = !follow.value)}
      />
      <IconButton
        testId="traffic-pause"
        icon={paused ? 'debug-start' : 'debug-pause'}
        label={paused ? t('Resume') : t('Pause')}
        pressed={paused}
        onClick={() => traffic.pause(!paused)}
      />
      <IconButton
        testId="traffic-clear"
        icon="clear-all"
        label={t('Clear Traffic')}
        disabled={isEmpty(traffic)}
        onClick={() => void traffic.clear()}
      />
    </>
  );
}

function Counts({ traffic }: { traffic: TrafficModel }): JSX.Element {
  const { view, rows } = (traffic.version.value, traffic);
  const shown = view.isFiltered
    ? t('{0} of {1}', formatCount(view.count), formatCount(rows.size))
    : formatCount(rows.size);
  return (
    <span class="counts muted" data-testid="traffic-counts" title={t('Frames shown')}>
      {shown}
      {view.scanning && ` · ${t('Searching…')}`}
      {rows.toCome > 0 && ` · ${t('{0} to load', formatCount(rows.toCome))}`}
      {traffic.older.value > 0 && ` · ${t('{0} older', formatCount(traffic.older.value))}`}
      {traffic.dropped.value > 0 && ` · ${t('{0} dropped', formatCount(traffic.dropped.value))}`}
      {traffic.waiting.value > 0 && ` · ${t('{0} waiting', formatCount(traffic.waiting.value))}`}
    </span>
  );
}
