import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { isRecord } from '../../../../src/base/json.ts';
import { isProbe } from '../../../../src/contract/traffic/traffic.ts';
import { RowSelection } from '../../../model/traffic/rowSelection.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import type { ViewMode } from '../../../model/traffic/trafficView.ts';
import { isText, type PageState } from '../../../platform/pageState.ts';
import type { RowsHandle } from '../../components/rows/virtualRows.tsx';

export type TrafficTab = 'messages' | 'waterfall' | 'statistics' | 'rules';

export interface TrafficState {
  readonly query: Signal<string>;
  readonly tab: Signal<TrafficTab>;
  readonly follow: Signal<boolean>;
  /** One row per exchange and no probes, unless the user wants all; a recording shows all at first. */
  readonly mode: Signal<ViewMode>;
  readonly selection: RowSelection;
  readonly rows: { current: RowsHandle | null };
  /** A row to scroll to as soon as it is in the list, which is made anew when the filter changes. */
  readonly wanted: { current: number | undefined };
  jump(seq: number): void;
  showOnly(query: string): void;
}

function isMode(value: unknown): value is ViewMode {
  return isRecord(value) && typeof value['exchanges'] === 'boolean' && typeof value['probes'] === 'boolean';
}

export function useTrafficState(traffic: TrafficModel, saved: PageState): TrafficState {
  const query = useSignal(saved.read('trafficQuery', isText) ?? '');
  const tab = useSignal<TrafficTab>('messages');
  const isLive = traffic.kind === 'live';
  const follow = useSignal(isLive);
  const mode = useSignal(saved.read('trafficMode', isMode) ?? { exchanges: true, probes: !isLive });
  const selection = useMemo(() => new RowSelection(), []);
  const rows = useRef<RowsHandle>(null);
  const wanted = useRef<number | undefined>(undefined);
  const showOnly = (next: string): void => {
    query.value = next;
    tab.value = 'messages';
  };
  useEffect(() => {
    traffic.view.setMode(mode.value);
    saved.write('trafficMode', mode.value);
    const { value: active } = selection.active;
    if (active !== undefined) selection.pick(traffic.view.leadOf(active), {}, () => []);
  }, [mode.value]);
  useEffect(() => {
    traffic.view.setQuery(query.value);
    saved.write('trafficQuery', query.value);
  }, [query.value]);
  const { value: requested } = traffic.requestedQuery;
  useEffect(() => {
    if (requested) showOnly(requested.query);
  }, [requested]);

  const jump = (seq: number): void => {
    const { view } = traffic;
    const lead = view.leadOf(seq);
    const row = traffic.rows.at(lead);
    const parent = row && view.parentOf(row);
    if (row && isProbe(row)) mode.value = { ...mode.value, probes: true };
    else if (view.indexOf(lead) < 0 && parent !== undefined) view.fold(parent, false);
    else if (view.indexOf(lead) < 0) query.value = ''; // it is hidden by the filter
    tab.value = 'messages';
    follow.value = false;
    wanted.current = lead;
    selection.pick(lead, {}, () => []);
  };
  return { query, tab, follow, mode, selection, rows, wanted, jump, showOnly };
}
