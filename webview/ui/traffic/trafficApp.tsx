import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { parseQuery } from '../../../src/contract/traffic/trafficQuery.ts';
import { isText, type PageState } from '../../platform/pageState.ts';
import type { TrafficModel } from '../../model/traffic/trafficModel.ts';
import { RowSelection } from '../../model/traffic/rowSelection.ts';
import type { InterceptionRules } from '../../model/traffic/interceptionRules.ts';
import { t } from '../../platform/l10n.ts';
import { FaultNotice, Notice } from '../components/layout/notice.tsx';
import { Split } from '../components/layout/split.tsx';
import type { RowsHandle } from '../components/rows/virtualRows.tsx';
import { HeldCalls } from './interception/heldCalls.tsx';
import { RowDetails } from './messages/rowDetails.tsx';
import { InterceptionBanner, InterceptionRuleList } from './interception/interceptionRules.tsx';
import { StatisticsView } from './analysis/statisticsView.tsx';
import { type TrafficTab, TrafficBar } from './trafficBar.tsx';
import { TrafficRows } from './messages/trafficRows.tsx';
import { WaterfallView } from './analysis/waterfallView.tsx';

/** Regular expressions run only in the host, where they can be stopped, and do not apply to the statistics. */
function hasPattern(text: string): boolean {
  const query = parseQuery(text);
  return query.kind === 'some' && query.patterns.length > 0;
}

interface TrafficAppProps {
  readonly traffic: TrafficModel;
  readonly saved: PageState;
  readonly rules?: InterceptionRules;
  /** Embedded in another page, which has its own main element and heading. */
  readonly embedded?: boolean;
}

export function TrafficApp({ traffic, saved, rules, embedded = false }: TrafficAppProps): JSX.Element {
  const { query, tab, follow, selection, rows, jump, showOnly } = useTrafficState(traffic, saved);
  const navigation = { jump, showOnly, close: () => selection.clear(), ...(rules && { rules }) };
  const { value: seq } = selection.active;
  const Frame = embedded ? 'div' : 'main';
  return (
    <Frame
      class="traffic"
      data-testid={embedded ? 'traffic-embedded' : 'traffic'}
      data-kind={traffic.kind}
      aria-label={t('MCP traffic')}
    >
      {!embedded && <h1 class="sr-only">{t('MCP traffic')}</h1>}
      <TrafficBar traffic={traffic} query={query} follow={follow} tab={tab} selection={selection} rules={rules} />
      {rules && <InterceptionBanner rules={rules} onShow={() => (tab.value = 'rules')} />}
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
          first={
            <TrafficRows
              traffic={traffic}
              selection={selection}
              follow={follow}
              handle={rows}
              onClear={() => (query.value = '')}
            />
          }
          second={
            seq === undefined ? undefined : <RowDetails key={seq} traffic={traffic} seq={seq} navigation={navigation} />
          }
        />
      )}
      {tab.value === 'waterfall' && <WaterfallView traffic={traffic} query={query.value} onPick={jump} />}
      {tab.value === 'statistics' && <StatisticsView traffic={traffic} query={query.value} onPick={showOnly} />}
      {tab.value === 'rules' && rules && (
        <div class="rules" data-testid="rules">
          <HeldCalls rules={rules} />
          <InterceptionRuleList rules={rules} />
        </div>
      )}
    </Frame>
  );
}

interface TrafficState {
  readonly query: Signal<string>;
  readonly tab: Signal<TrafficTab>;
  readonly follow: Signal<boolean>;
  readonly selection: RowSelection;
  readonly rows: { current: RowsHandle | null };
  jump(seq: number): void;
  showOnly(query: string): void;
}

function useTrafficState(traffic: TrafficModel, saved: PageState): TrafficState {
  const query = useSignal(saved.read('trafficQuery', isText) ?? '');
  const tab = useSignal<TrafficTab>('messages');
  const follow = useSignal(traffic.kind === 'live');
  const selection = useMemo(() => new RowSelection(), []);
  const rows = useRef<RowsHandle>(null);
  const showOnly = (next: string): void => {
    query.value = next;
    tab.value = 'messages';
  };
  useEffect(() => {
    traffic.view.setQuery(query.value);
    saved.write('trafficQuery', query.value);
  }, [query.value]);
  const { value: requested } = traffic.requestedQuery;
  useEffect(() => {
    if (requested) showOnly(requested.query);
  }, [requested]);

  const jump = (seq: number): void => {
    if (traffic.view.indexOf(seq) < 0) query.value = ''; // it is hidden by the filter
    traffic.view.setQuery(query.value);
    tab.value = 'messages';
    follow.value = false;
    selection.pick(seq, {}, () => []);
    requestAnimationFrame(() => rows.current?.reveal(traffic.view.indexOf(seq)));
  };
  return { query, tab, follow, selection, rows, jump, showOnly };
}
