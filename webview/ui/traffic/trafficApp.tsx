import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { parseQuery } from '../../../src/protocol/trafficQuery.ts';
import { isText, type Saved } from '../../model/saved.ts';
import type { TrafficModel } from '../../model/traffic/model.ts';
import { RowSelection } from '../../model/traffic/rowSelection.ts';
import type { Rules } from '../../model/traffic/rules.ts';
import { t } from '../../text.ts';
import { FaultNotice, Notice } from '../notice.tsx';
import type { RowsHandle } from '../virtualRows.tsx';
import { HeldCalls } from './heldCalls.tsx';
import { RowDetails } from './rowDetails.tsx';
import { RulesBanner, RulesList } from './rulesView.tsx';
import { StatisticsView } from './statisticsView.tsx';
import { type TrafficTab, TrafficBar } from './trafficBar.tsx';
import { TrafficRows } from './trafficRows.tsx';
import { WaterfallView } from './waterfallView.tsx';

/** Only the host runs one, where it can be stopped, and it has no rows of figures. */
function hasPattern(text: string): boolean {
  const query = parseQuery(text);
  return query.kind === 'some' && query.patterns.length > 0;
}

interface TrafficAppProps {
  readonly traffic: TrafficModel;
  readonly saved: Saved;
  readonly rules?: Rules;
  /** A part of another page, which has its own main part and heading. */
  readonly embedded?: boolean;
}

export function TrafficApp({ traffic, saved, rules, embedded = false }: TrafficAppProps): JSX.Element {
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
  const { value: wanted } = traffic.wanted;
  useEffect(() => {
    if (wanted) showOnly(wanted.query);
  }, [wanted]);

  const jump = (seq: number): void => {
    if (traffic.view.indexOf(seq) < 0) query.value = ''; // it is hidden by the filter
    traffic.view.setQuery(query.value);
    tab.value = 'messages';
    follow.value = false;
    selection.pick(seq, {}, () => []);
    requestAnimationFrame(() => rows.current?.reveal(traffic.view.indexOf(seq)));
  };
  const jumps = { jump, showOnly, close: () => selection.clear(), ...(rules && { rules }) };
  const { value: seq } = selection.active;
  const Frame = embedded ? 'div' : 'main';
  return (
    <Frame
      class="traffic"
      data-testid={embedded ? 'traffic-part' : 'traffic'}
      data-kind={traffic.kind}
      aria-label={t('MCP traffic')}
    >
      {!embedded && <h1 class="sr-only">{t('MCP traffic')}</h1>}
      <TrafficBar traffic={traffic} query={query} follow={follow} tab={tab} selection={selection} rules={rules} />
      {rules && <RulesBanner rules={rules} onShow={() => (tab.value = 'rules')} />}
      {traffic.failure.value && <FaultNotice fault={traffic.failure.value} testId="traffic-failure" />}
      {(tab.value === 'waterfall' || tab.value === 'statistics') && hasPattern(query.value) && (
        <Notice kind="info">
          {t('A /regex/ applies to the message list only. The rest of the filter applies here too.')}
        </Notice>
      )}
      {tab.value === 'messages' && (
        <div class="traffic-panes" data-open={seq !== undefined}>
          <TrafficRows traffic={traffic} selection={selection} follow={follow} handle={rows} />
          {seq !== undefined && <RowDetails key={seq} traffic={traffic} seq={seq} jumps={jumps} />}
        </div>
      )}
      {tab.value === 'waterfall' && <WaterfallView traffic={traffic} query={query.value} onPick={jump} />}
      {tab.value === 'statistics' && <StatisticsView traffic={traffic} query={query.value} onPick={showOnly} />}
      {tab.value === 'rules' && rules && (
        <div class="rules" data-testid="rules">
          <HeldCalls rules={rules} />
          <RulesList rules={rules} />
        </div>
      )}
    </Frame>
  );
}
