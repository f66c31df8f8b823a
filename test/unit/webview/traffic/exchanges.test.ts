import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { framesOf, type RowOrder } from '../../../../webview/model/traffic/exchange.ts';
import { RowStore } from '../../../../webview/model/traffic/rowStore.ts';
import { sortInSteps } from '../../../../webview/model/traffic/sortInSteps.ts';
import { type HostSearch, TrafficView, type ViewMode } from '../../../../webview/model/traffic/trafficView.ts';

function row(seq: number, more: Partial<TrafficRow> = {}): TrafficRow {
  const base = { seq, at: seq, server: 's', connection: 'c', bytes: 1, preview: `body ${seq}` };
  return { ...base, direction: 'toClient', kind: 'notification', method: 'm', ...more };
}

const request = (seq: number, more: Partial<TrafficRow> = {}): TrafficRow =>
  row(seq, { kind: 'request', method: 'tools/call', ...more });
const response = (seq: number, pair: number, more: Partial<TrafficRow> = {}): TrafficRow =>
  row(seq, { kind: 'response', method: 'tools/call', status: 'ok', durationMs: seq - pair, pair, ...more });
const progress = (seq: number, group: number): TrafficRow => row(seq, { method: 'notifications/progress', group });

interface Shown {
  readonly view: TrafficView;
  readonly store: RowStore;
  add(...rows: TrafficRow[]): void;
  now(): number[];
}

function show(mode: Partial<ViewMode> = {}, search: HostSearch = () => () => {}, capacity = 1_000): Shown {
  const store = new RowStore(capacity);
  const slicer = (slice: (isTimeUp: () => boolean) => boolean): (() => void) => {
    while (!slice(() => true));
    return () => {};
  };
  const view = new TrafficView({ rows: store, slicer, search, changed: () => {}, isPinned: () => false });
  view.setMode({ exchanges: true, probes: false, ...mode });
  return {
    view,
    store,
    add: (...rows) => view.added(rows.filter((one) => store.put(one))),
    now: () => Array.from({ length: view.count }, (_, at) => view.seqAt(at)),
  };
}

test('a request and its response are one row, and every frame on demand', () => {
  const { view, add, now } = show();
  add(request(0), request(1), response(2, 1), row(3), response(4, 0));
  assert.deepEqual(now(), [0, 1, 3]);
  assert.deepEqual([view.leadOf(4), view.leadOf(3), view.isFiltered], [0, 3, false]);
  view.setMode({ exchanges: false, probes: false });
  assert.deepEqual(now(), [0, 1, 2, 3, 4]);
});

test('an exchange is found by its response as soon as that arrives, and no longer as pending', () => {
  const { view, add, now } = show();
  add(request(0), request(1));
  view.setQuery('status:error');
  assert.deepEqual(now(), []);
  add(response(2, 1, { status: 'toolError' }));
  assert.deepEqual(now(), [1]);
  view.setQuery('-status:error');
  assert.deepEqual(now(), [0]);
  view.setQuery('status:pending');
  assert.deepEqual(now(), [0]);
  add(response(3, 0));
  assert.deepEqual(now(), []);
});

test('a request that its connection took with it is found as lost', () => {
  const { view, add, now } = show();
  add(request(0));
  view.setQuery('status:lost kind:request');
  add(row(1, { kind: 'state', status: 'closed', direction: 'none' }));
  assert.deepEqual(now(), [0]);
});

test('progress is folded under its call until that is unfolded; where only progress is looked for it is shown', () => {
  const { view, add, now } = show();
  add(request(0), request(1), progress(2, 0), progress(3, 0), response(4, 0));
  assert.deepEqual([now(), view.foldSize(0), view.isFolded(0)], [[0, 1], 2, true]);
  view.fold(0, false);
  assert.deepEqual(now(), [0, 2, 3, 1]);
  view.fold(0, true);
  view.setQuery('method:notifications/progress');
  assert.deepEqual(now(), [2, 3]);
});

test('progress whose call is loaded later stays folded', () => {
  const { add, now, store } = show();
  store.extend(4);
  add(progress(3, 0));
  assert.deepEqual(now(), []);
  add(request(0));
  assert.deepEqual(now(), [0]);
});

test('later rounds are shown below their call and fold with it', () => {
  const { view, add, now } = show();
  const first = response(1, 0, { status: 'inputRequired' });
  add(request(0), first, request(2), request(3, { group: 0 }), response(4, 3, { group: 0 }));
  assert.deepEqual([now(), view.foldSize(0), view.isFolded(0)], [[0, 3, 2], 1, false]);
  view.fold(0, true);
  assert.deepEqual([now(), view.hiddenSize(0), view.isFolded(0)], [[0, 2], 1, true]);
});

test('beside rounds that are shown only the progress counts as hidden', () => {
  const { view, add, now } = show();
  add(request(0), progress(1, 0), response(2, 0, { status: 'inputRequired' }), request(3, { group: 0 }));
  assert.deepEqual([now(), view.foldSize(0), view.hiddenSize(0), view.isFolded(0)], [[0, 3], 2, 1, true]);
  view.fold(0, false);
  assert.deepEqual([now(), view.hiddenSize(0), view.isFolded(0)], [[0, 1, 3], 0, false]);
});

test('equal states of a server fold into the first; another state between them does not', () => {
  const { view, add, now } = show();
  const state = (seq: number, preview: string, server = 's'): TrafficRow =>
    row(seq, { kind: 'state', direction: 'none', preview, server });
  add(state(0, 'closed'), state(1, 'closed'), state(2, 'closed', 'other'), state(3, 'closed'), state(4, 'open'));
  add(state(5, 'closed'));
  assert.deepEqual([now(), view.foldSize(0)], [[0, 2, 4, 5], 2]);
});

test('probes are hidden until they are wanted or looked for', () => {
  const { view, add, now } = show();
  add(request(0, { method: 'ping' }), response(1, 0, { method: 'ping', status: 'error' }), request(2));
  assert.deepEqual(now(), [2]);
  view.setQuery('is:probe');
  assert.deepEqual(now(), [0]);
  view.setQuery('');
  view.setMode({ exchanges: true, probes: true });
  assert.deepEqual(now(), [0, 2]);
});

test('what the host finds in a response shows the exchange, also when the response is loaded later', () => {
  let tell: Parameters<HostSearch>[1] = () => {};
  const { view, add, now, store } = show({}, (_query, report) => ((tell = report), () => {}));
  store.extend(4);
  add(request(0), response(1, 0), request(2));
  view.setQuery('body:x');
  tell({ seqs: [1, 3], caughtUp: true });
  assert.deepEqual(now(), [0, 3]);
  add(response(3, 2));
  assert.deepEqual(now(), [0, 2]);
});

test('rows are sorted by a column, with what is folded under them, and later rows join', () => {
  const { view, add, now } = show();
  const by = (field: RowOrder['field'], descending = false): number[] => {
    view.setOrder({ field, descending });
    return now();
  };
  add(request(0, { name: 'b' }), request(1, { name: 'a' }), progress(2, 1), response(3, 0), response(8, 1));
  view.fold(1, false);
  assert.deepEqual(by('name'), [1, 2, 0]);
  assert.deepEqual(by('latency'), [0, 1, 2]);
  assert.deepEqual(by('latency', true), [1, 2, 0]);
  add(request(9, { name: 'c' }), response(20, 9));
  assert.deepEqual([now(), view.indexOf(1)], [[9, 1, 2, 0], 1]);
  view.setOrder(undefined);
  assert.deepEqual(now(), [0, 1, 2, 9]);
});

test('sorting in steps gives what sorting at once gives, in many steps', () => {
  const items = Array.from({ length: 5_000 }, (_, at) => ({ at, key: (at * 7_919) % 97 }));
  const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
  const steps = sortInSteps(items, compare);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count++;
  assert.deepEqual(step.value, items.toSorted(compare));
  assert.ok(count > 10);
});

test('an exchange is exported with its response and what is folded under it', () => {
  const { store, add } = show();
  add(request(0), request(1), progress(2, 0), response(3, 1), response(4, 0));
  assert.deepEqual(framesOf([0], store), [0, 2, 4]);
});

test('a response that comes after its request was dropped stands alone', () => {
  const { view, store, add, now } = show({}, undefined, 4);
  add(request(0), request(1), response(2, 0));
  const first = store.firstSeq;
  add(response(3, 1), request(4), request(5));
  view.dropped(first);
  assert.deepEqual(now(), [3, 4, 5]);
});
