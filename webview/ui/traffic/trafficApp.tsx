import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { parseQuery } from '../../../src/contract/traffic/trafficQuery.ts';
import type { PageState } from '../../platform/pageState.ts';
import type { TrafficModel } from '../../model/traffic/trafficModel.ts';
import { withTerms } from '../../model/traffic/query/queryTerms.ts';
import { brushTerms, type TimeRange } from '../../model/traffic/timeline.ts';
import { shownQuery } from '../../model/traffic/trafficView.ts';
import type { InterceptionRules } from '../../model/traffic/interceptionRules.ts';
import { t } from '../../platform/l10n.ts';
import { FaultNotice, Notice } from '../components/layout/notice.tsx';
import { Split } from '../components/layout/split.tsx';
import { HeldCalls } from './interception/heldCalls.tsx';
import { RowDetails } from './messages/rowDetails.tsx';
import { InterceptionBanner, InterceptionRuleList } from './interception/interceptionRules.tsx';
import { StatisticsView } from './analysis/statisticsView.tsx';
import { usePageFocus } from '../components/pageFocus.ts';
import { trafficKey } from './trafficKeys.ts';
import { TrafficBar } from './trafficBar.tsx';
import { TrafficChips } from './trafficChips.tsx';
import { useTrafficState } from './state/trafficState.ts';
import { TrafficRows } from './messages/trafficRows.tsx';
import { NothingFound } from './state/nothingFound.tsx';
import { Empty } from '../components/layout/empty.tsx';
import { WaterfallView } from './analysis/waterfallView.tsx';

/** Regular expressions run only in the host, where they can be stopped, and do not apply to the statistics. */
function hasPattern(text: string): boolean {
  const query = parseQuery(text);
  return query.kind === 'some' && query.patterns.length > 0;
}

function NoCalls({ query }: { query: Signal<string> }): JSX.Element {
  if (query.value.trim() === '') return <Empty icon="pulse" text={t('No calls yet.')} />;
  return <NothingFound onClear={() => (query.value = '')} />;
}

interface TrafficAppProps {
  readonly traffic: TrafficModel;
  readonly saved: PageState;
  readonly rules?: InterceptionRules;
  /** Embedded in another page, which has its own main element and heading. */
  readonly embedded?: boolean;
}

export function TrafficApp({ traffic, saved, rules, embedded = false }: TrafficAppProps): JSX.Element {
  const state = useTrafficState(traffic, saved);
  const { query, tab, selection, jump, showOnly } = state;
  usePageFocus(() => !embedded && state.rows.current?.focus());
  const navigation = { jump, showOnly, close: () => selection.clear(), ...(rules && { rules }) };
  const { value: seq } = selection.active;
  const analysed = traffic.kind === 'live' ? shownQuery(query.value, state.mode.value) : query.value;
  const brush = (range: TimeRange | undefined): void => {
    query.value = withTerms(query.value, 'time', range ? brushTerms(range) : []);
  };
  const none = <NoCalls query={query} />;
  const Frame = embedded ? 'div' : 'main';
  return (
    <Frame
      class="traffic"
      data-testid={embedded ? 'traffic-embedded' : 'traffic'}
      data-kind={traffic.kind}
      aria-label={t('MCP traffic')}
      onKeyDown={(event) => trafficKey(event, state.rows.current)}
    >
      {!embedded && <h1 class="sr-only">{t('MCP traffic')}</h1>}
      <TrafficBar traffic={traffic} state={state} rules={rules} />
      {tab.value !== 'rules' && <TrafficChips traffic={traffic} state={state} />}
      {rules && (
        <InterceptionBanner rules={rules} {...(tab.value !== 'rules' && { onShow: () => (tab.value = 'rules') })} />
      )}
      {traffic.failure.value && <FaultNotice fault={traffic.failure.value} testId="traffic-failure" />}
      {(tab.value === 'waterfall' || tab.value === 'statistics') && hasPattern(query.value) && (
        <Notice kind="info">
          {t('A /regex/ applies to the message list only. The rest of the filter applies here too.')}
        </Notice>
      )}
      {tab.value === 'messages' && (
        <Split
          name="frames"
          initial="60%"
          first={<TrafficRows traffic={traffic} state={state} navigation={navigation} />}
          second={
            seq === undefined ? undefined : <RowDetails key={seq} traffic={traffic} seq={seq} navigation={navigation} />
          }
        />
      )}
      {tab.value === 'waterfall' && (
        <WaterfallView traffic={traffic} query={analysed} none={none} onPick={jump} onBrush={brush} />
      )}
      {tab.value === 'statistics' && (
        <StatisticsView traffic={traffic} query={analysed} none={none} onPick={showOnly} onOpen={jump} />
      )}
      {tab.value === 'rules' && rules && (
        <div class="rules" data-testid="rules">
          <HeldCalls rules={rules} />
          <InterceptionRuleList rules={rules} />
        </div>
      )}
    </Frame>
  );
}
