import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrafficPage, TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import type { Scheduler, Slicer } from '../../../../webview/platform/scheduler.ts';
import { partnerOf } from '../../../../webview/model/traffic/trafficModel.ts';
import { Pins } from '../../../../webview/model/traffic/pins.ts';
import { PagedRows } from '../../../../webview/model/traffic/pagedRows.ts';
import { RowStore } from '../../../../webview/model/traffic/rowStore.ts';
import { RecordedTraffic } from '../../../../webview/model/traffic/recordedTraffic.ts';
import { LiveTraffic } from '../../../../webview/model/traffic/liveTraffic.ts';
import { type HostSearch, TrafficView } from '../../../../webview/model/traffic/trafficView.ts';
import { FakeHostLink, emptyPageState, settled } from '../fakeHostLink.ts';

function row(seq: number, more: Partial<TrafficRow> = {}): TrafficRow {
  const base = { seq, at: seq, server: 's', connection: 'c', bytes: 1, preview: `body ${seq}` };
  return { ...base, direction: 'toClient', kind: 'notification', method: 'm', ...more };
}

function rows(from: number, end: number): TrafficRow[] {
  return Array.from({ length: end - from }, (_, at) => row(from + at));
}

/** Time passes only where the test waits for it. */
let nowMs = 0;
const atOnce: Scheduler = {
  now: () => nowMs,
  later: (ms, run) => {
    nowMs += ms + 1;
    setImmediate(run);
  },
  nextFrame: (run) => run(),
  slices: (slice) => {
    while (!slice(() => false));
    return () => {};
  },
};

test('rows keep their position by sequence number, and a gap is known', () => {
  const store = new RowStore(100);
  store.put(row(0));
  store.put(row(5));
  assert.deepEqual([store.size, store.at(3), store.at(5)?.seq], [6, undefined, 5]);
  assert.deepEqual(store.missing(10), { from: 1, end: 5 });
  assert.deepEqual(store.missing(2), { from: 3, end: 5 }, 'the newest part first');
  for (const one of rows(1, 5)) store.put(one);
  assert.equal(store.missing(10), undefined);
  assert.equal(store.put(row(3)), false, 'a row that is here already is not taken twice');
});

test('the oldest rows go when the store is full', () => {
  const store = new RowStore(10);
  for (const one of rows(0, 35)) store.put(one);
  assert.deepEqual([store.firstSeq, store.nextSeq, store.at(24), store.at(25)?.seq], [25, 35, undefined, 25]);
  store.put(row(1_000_000));
  assert.deepEqual([store.size, store.missing(5)], [10, { from: 999_995, end: 1_000_000 }], 'a leap is no loop');
});

function viewOf(rows: RowStore, slicer: Slicer = atOnce.slices, search: HostSearch = () => () => {}): TrafficView {
  return new TrafficView({ rows, slicer, search, changed: () => {}, isPinned: () => false });
}

function shownIn(view: TrafficView): number[] {
  return Array.from({ length: view.count }, (_, at) => view.seqAt(at));
}

test('of a recording the host leaves the probes out, and a request stays apart from its response', () => {
  const asked: string[] = [];
  const search: HostSearch = (query) => (asked.push(query.trim()), () => {});
  const rows = new PagedRows(() => {});
  const options = { rows, slicer: atOnce.slices, search, changed: () => {}, isPinned: () => false };
  const view = new TrafficView({ ...options, isPartial: true });
  view.setMode({ exchanges: true, probes: true });
  assert.deepEqual([asked, view.mode.exchanges], [[], false]);
  view.setMode({ exchanges: true, probes: false });
  view.setQuery('tea');
  assert.deepEqual(asked, ['-is:probe', 'tea -is:probe']);
});

test('a recording is loaded whole before it is sorted, and one that does not fit is not sorted', async () => {
  const link = new FakeHostLink();
  const pageOf = (fromSeq: number, end: number): TrafficPage => {
    const size = { firstSeq: 0, nextSeq: 1_200, dropped: 0, generation: 0 };
    return { ...size, rows: rows(fromSeq, end).map(({ seq }) => row(seq, { bytes: 2_000 - seq })) };
  };
  link.ready['traffic/follow'] = () => pageOf(0, 0);
  link.ready['traffic/page'] = ({ fromSeq }: { fromSeq: number }) => pageOf(fromSeq, Math.min(1_200, fromSeq + 500));
  const traffic = new RecordedTraffic(link, atOnce, new Pins(emptyPageState()));
  await traffic.begin();
  await traffic.loadAll();
  assert.deepEqual([traffic.canSort, link.all('traffic/page').length], [true, 3]);
  traffic.view.setOrder({ field: 'size', descending: false });
  assert.deepEqual(shownIn(traffic.view).slice(0, 2), [1_199, 1_198]);
  traffic.rows.extend(0, 30_000);
  assert.equal(traffic.canSort, false);
});

test('the first rows of a recording come with its size, and a part of a page is asked for again', async () => {
  const pagesAfter = async (count: number, nextSeq: number): Promise<number> => {
    const link = new FakeHostLink();
    const size = { firstSeq: 1, nextSeq, dropped: 0, generation: 0 };
    link.ready['traffic/follow'] = () => ({ ...size, rows: rows(1, 1 + count) });
    link.ready['traffic/page'] = () => ({ ...size, rows: rows(1, Math.min(nextSeq, 500)) });
    const traffic = new RecordedTraffic(link, atOnce, new Pins(emptyPageState()));
    await traffic.begin();
    assert.equal(traffic.rows.at(1)?.seq, count === 10 && nextSeq > 100 ? undefined : 1);
    await settled();
    assert.equal(traffic.rows.at(1)?.seq, 1);
    return link.all('traffic/page').length;
  };
  assert.equal(await pagesAfter(500, 10_000), 0);
  assert.equal(await pagesAfter(10, 11), 0);
  assert.equal(await pagesAfter(10, 10_000), 1);
});

test('a filtered view grows with the log, takes late rows in order and forgets dropped ones', () => {
  const store = new RowStore(10);
  const view = viewOf(store);
  const add = (list: TrafficRow[]): void => view.added(list.filter((one) => store.put(one)));
  const match = (seq: number): TrafficRow => row(seq, { preview: 'hit' });
  add([match(0), row(1), match(4)]);
  view.setQuery('hit');
  add([match(5), row(6), match(2)]);
  assert.deepEqual(shownIn(view), [0, 2, 4, 5]);
  assert.deepEqual([view.indexOf(4), view.indexOf(3), view.indexOf(3, true)], [2, -1, 2]);
  const first = store.firstSeq;
  add([match(13)]);
  assert.equal(view.dropped(first), 2);
  assert.deepEqual(shownIn(view), [4, 5, 13]);
});

test('a scan in slices misses nothing that arrives meanwhile', () => {
  const store = new RowStore(10_000);
  for (const one of rows(0, 1_000)) store.put(one);
  let step = (): boolean => true;
  const view = viewOf(store, (slice) => ((step = () => slice(() => true)), () => {}));
  view.setQuery('body');
  assert.equal(step(), false);
  const late = rows(1_000, 1_010);
  view.added(late.filter((one) => store.put(one)));
  for (let isDone = false; !isDone;) isDone = step();
  assert.equal(view.count, 1_010);
});

function page(from: number, end: number, more: Partial<TrafficPage> = {}): TrafficPage {
  return { generation: 1, rows: rows(from, end), firstSeq: 0, nextSeq: end, dropped: 0, ...more };
}

async function started(link: FakeHostLink, first: TrafficPage): Promise<LiveTraffic> {
  const traffic = new LiveTraffic(link, atOnce, new Pins(emptyPageState()));
  link.ready['traffic/follow'] = () => first;
  link.ready['traffic/wanted'] = () => ({});
  await traffic.begin();
  return traffic;
}

const none = new AbortController().signal;

function push(traffic: LiveTraffic, from: number, end: number, dropped: number): void {
  const { 'traffic/appended': appended } = traffic.handlers();
  void appended({ generation: 1, rows: rows(from, end), dropped }, none);
}

/** Until nothing is asked for any more. */
async function fetched(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await settled();
}

test('a gap in the pushed rows requests a page', async () => {
  const link = new FakeHostLink();
  const traffic = await started(link, page(0, 3));
  link.ready['traffic/page'] = ({ fromSeq, limit }: { fromSeq: number; limit: number }) =>
    page(fromSeq, fromSeq + limit, { nextSeq: 12 });
  push(traffic, 10, 12, 0);
  await fetched();
  assert.deepEqual(
    link.all('traffic/page').map((one) => one.params),
    [{ fromSeq: 3, limit: 7 }],
  );
  assert.equal(traffic.rows.missing(100), undefined);
});

test('older rows than the first page are fetched too', async () => {
  const link = new FakeHostLink();
  link.ready['traffic/page'] = ({ fromSeq, limit }: { fromSeq: number; limit: number }) =>
    page(fromSeq, fromSeq + limit, { nextSeq: 6_000 });
  const traffic = await started(link, page(5_000, 6_000));
  await fetched();
  assert.deepEqual([traffic.rows.size, traffic.rows.at(0)?.seq], [6_000, 0]);
});

test('rows that are too many for the page are counted, and not loaded again', async () => {
  const link = new FakeHostLink();
  const traffic = await started(link, page(249_000, 250_000, { firstSeq: 1_000 }));
  assert.deepEqual([traffic.rows.firstSeq, traffic.older.value], [150_000, 149_000]);
  traffic.view.setQuery('body:x');
  assert.deepEqual(link.all('traffic/search')[0]?.params, { search: 1, query: 'body:x', pinned: [], from: 150_000 });
});

test('a page of a long log keeps rows at their numbers, though the oldest go and some are missing', () => {
  let asked = 0;
  const paged = new PagedRows(() => asked++);
  paged.extend(1, 1_200);
  assert.equal(paged.at(700), undefined);
  assert.deepEqual([asked, paged.takeWanted()], [1, { fromSeq: 500, limit: 500 }]);
  paged.put(500, [...rows(500, 600), ...rows(650, 1_050)]);
  assert.deepEqual(
    [paged.at(599)?.seq, paged.at(620), paged.at(650)?.seq, paged.at(1_000)?.seq],
    [599, undefined, 650, undefined],
  );
  paged.takeWanted();
  paged.extend(550, 1_300);
  assert.deepEqual([paged.at(549), paged.at(550)?.seq, paged.at(999)?.seq, paged.size], [undefined, 550, 999, 750]);
  assert.equal(paged.takeWanted(), undefined, 'a row that is nowhere is not asked for again');
  paged.at(1_250);
  paged.put(1_000, rows(1_000, 1_300));
  paged.extend(550, 1_301);
  assert.deepEqual([paged.at(1_300), paged.takeWanted()?.fromSeq], [undefined, 1_000]);
});

test('rows that the host has dropped are not requested for ever', async () => {
  const link = new FakeHostLink();
  link.ready['traffic/page'] = () => page(0, 0, { nextSeq: 6 });
  const traffic = await started(link, page(5, 6));
  await fetched();
  assert.equal(link.all('traffic/page').length, 1);
  assert.equal(traffic.rows.size, 6);
});

test('a paused view counts what waits and shows it on resume', async () => {
  const link = new FakeHostLink();
  const traffic = await started(link, page(0, 1));
  traffic.pause(true);
  push(traffic, 1, 4, 7);
  assert.deepEqual([traffic.rows.size, traffic.waiting.value], [1, 3]);
  traffic.pause(false);
  assert.deepEqual([traffic.rows.size, traffic.waiting.value, traffic.dropped.value], [4, 0, 7]);
});

test('rows of another generation replace what is shown', async () => {
  const link = new FakeHostLink();
  const traffic = await started(link, page(0, 5));
  link.ready['traffic/page'] = () => page(0, 1, { generation: 2 });
  void traffic.handlers()['traffic/cleared']({ generation: 2 }, none);
  await settled();
  assert.equal(traffic.rows.size, 1);
});

test('a response leads to its request and back', async () => {
  const link = new FakeHostLink();
  const traffic = await started(
    link,
    page(0, 2, { rows: [row(0, { kind: 'request' }), row(1, { kind: 'response', pair: 0 })] }),
  );
  assert.equal(partnerOf(traffic.rows, traffic.rows.at(0) as TrafficRow), 1);
  assert.equal(partnerOf(traffic.rows, traffic.rows.at(1) as TrafficRow), 0);
});

test('one of 100,000 rows is found', () => {
  const store = new RowStore(100_000);
  for (const one of rows(0, 100_000)) store.put(one);
  const view = viewOf(store);
  view.setQuery('body 99999');
  assert.equal(view.count, 1);
});

test('later rounds are grouped under their call, collapse with it, and are shown on their own when it is gone', () => {
  const store = new RowStore(8);
  const view = viewOf(store);
  const add = (list: TrafficRow[]): void => view.added(list.filter((one) => store.put(one)));
  const request = (seq: number, more: Partial<TrafficRow> = {}): TrafficRow => row(seq, { kind: 'request', ...more });
  add([request(0), request(1), row(2), request(3, { group: 0 }), row(4, { group: 0 }), request(5, { group: 1 })]);
  assert.deepEqual(shownIn(view), [0, 3, 1, 5, 2, 4], 'a notification keeps its place in time');
  assert.deepEqual([store.groupSize(0), store.groupSize(1)], [1, 1]);
  view.fold(0, true);
  assert.deepEqual(shownIn(view), [0, 1, 5, 2, 4]);
  view.fold(0, false);
  const first = store.firstSeq;
  add([row(9)]);
  view.dropped(first);
  assert.deepEqual(shownIn(view), [2, 3, 4, 5, 9]);
});

test('a pending request is no longer pending when its response arrives', () => {
  const store = new RowStore(10);
  const view = viewOf(store);
  const add = (list: TrafficRow[]): void => view.added(list.filter((one) => store.put(one)));
  add([row(0, { kind: 'request' }), row(1, { kind: 'request' }), row(2, { kind: 'request' })]);
  view.setQuery('is:pending');
  assert.deepEqual(shownIn(view), [0, 1, 2]);
  add([row(3, { kind: 'response', pair: 1 }), row(4, { method: 'notifications/cancelled', group: 2 })]);
  view.rescan();
  assert.deepEqual(shownIn(view), [0]);
});

test('a request is not pending on a closed connection, and leads to the row that closed it', () => {
  const store = new RowStore(100);
  const view = viewOf(store);
  const put = (...rows: TrafficRow[]): void => view.added(rows.filter((one) => store.put(one)));
  store.reset(1);
  const request = { kind: 'request' as const, method: 'tools/call' };
  const end = { kind: 'state' as const, direction: 'none' as const, status: 'closed' as const };
  put(row(1, request), row(2, { ...request, connection: 'other#1' }), row(3, request));
  view.setQuery('is:pending');
  assert.equal(view.count, 3);
  put(row(4, end), row(5, request));
  assert.deepEqual([shownIn(view), store.responseOf(1)], [[2, 5], 4]);
  put(row(6, { ...end, connection: '' }));
  assert.deepEqual([shownIn(view), store.responseOf(2), store.responseOf(5)], [[], 6, 6]);
});

test('an invalid query keeps the results of the last valid one', () => {
  const store = new RowStore(10);
  for (const one of rows(0, 5)) store.put(one);
  const view = viewOf(store);
  view.setQuery('"body 3"');
  view.setQuery('"body 3" stauts:');
  assert.deepEqual([shownIn(view), view.problem?.code], [[3], 'unknown-field']);
});

test('what only the host can find is searched there, and late results of a stopped search are ignored', () => {
  const store = new RowStore(10);
  for (const one of rows(0, 5)) store.put(one);
  const asked: string[] = [];
  let tell: Parameters<HostSearch>[1] = () => {};
  let ended = 0;
  const search: HostSearch = (query, onFound) => {
    asked.push(query);
    tell = onFound;
    return () => ended++;
  };
  const view = viewOf(store, atOnce.slices, search);
  view.setQuery('body:needle');
  tell({ seqs: [1], caughtUp: false });
  assert.deepEqual([asked, shownIn(view), view.scanning], [['body:needle'], [1], true]);
  tell({ seqs: [4], caughtUp: true });
  assert.deepEqual([shownIn(view), view.scanning], [[1, 4], false]);
  view.setQuery('/(b+)+/');
  tell({ seqs: [2], caughtUp: false });
  tell({ seqs: [], caughtUp: true, tooSlow: true });
  assert.deepEqual([asked[1], shownIn(view), view.problem?.code], ['/(b+)+/', [2], 'slow-pattern']);
  view.setQuery('');
  assert.deepEqual([ended, view.count, view.problem], [2, 5, undefined]);
});

test('pins are found again after a reload, but not on another frame with the same number', () => {
  const saved = emptyPageState();
  new Pins(saved).toggle(row(3));
  const again = new Pins(saved);
  assert.deepEqual([again.has(row(3)), again.has(row(3, { at: 99 })), again.has(row(4))], [true, false, false]);
  again.toggle(row(3));
  assert.equal(again.has(row(3)), false);
});

test('heavy traffic is not increased by rows out of view; a hole in view is loaded at once', async () => {
  const link = new FakeHostLink();
  const traffic = await started(link, page(0, 3));
  link.ready['traffic/page'] = ({ fromSeq, limit }: { fromSeq: number; limit: number }) =>
    page(fromSeq, Math.min(fromSeq + limit, 5_000), { nextSeq: 5_000 });
  const flood = atOnce.now;
  Object.assign(atOnce, { now: () => 0 }); // no time passes between the batches: nothing is ever quiet
  for (let from = 1_000; from < 5_000; from += 1_000) push(traffic, from, from + 10, 0);
  await settled();
  assert.equal(link.all('traffic/page').length, 0);
  traffic.requestRow(2_500);
  await settled();
  assert.equal(traffic.rows.at(2_500)?.seq, 2_500);
  assert.equal(link.all('traffic/page').length, 1);
  Object.assign(atOnce, { now: flood });
  await fetched();
  assert.equal(traffic.rows.missing(10), undefined);
});

test('a hole that the host cannot fill is not requested with every frame', async () => {
  const link = new FakeHostLink();
  const traffic = await started(link, page(0, 3));
  link.ready['traffic/page'] = () => page(0, 3, { rows: [], nextSeq: 1_000 });
  push(traffic, 900, 910, 0);
  await fetched();
  const before = link.all('traffic/page').length;
  for (let frame = 0; frame < 20; frame++) {
    traffic.requestRow(500);
    await settled();
  }
  assert.equal(link.all('traffic/page').length, before + 1);
});
