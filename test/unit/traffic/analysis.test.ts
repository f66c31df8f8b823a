import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { TrafficAnalysis } from '../../../src/core/traffic/analysis/analysis.ts';
import { LatencyBuckets } from '../../../src/core/traffic/analysis/latencyBuckets.ts';
import { type SearchPart, searchTraffic } from '../../../src/core/traffic/analysis/search.ts';
import { toCsv } from '../../../src/core/traffic/analysis/statisticsCollector.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';

function createLog(rows = 10_000): { log: TrafficLog; tick(ms: number): void } {
  let nowMs = 1_000;
  const keep = { text: (text: string) => text, value: (value: unknown) => value };
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  return { log: new TrafficLog({ rows, bytes: 1e9 }, clock, keep), tick: (ms) => (nowMs += ms) };
}

function call(name: string, id: number): Record<string, unknown> {
  return { id, method: 'tools/call', params: { name, arguments: {} } };
}

test(`calls are counted per server and tool, with errors, sizes and quantiles${proves('R138')}`, async () => {
  const { log, tick } = createLog();
  const tap = log.open('demo');
  for (let id = 1; id <= 100; id++) {
    tap.frame('toServer', call('echo', id), 40);
    tick(id);
    const result = id > 98 ? { isError: true, content: [] } : { content: [] };
    tap.frame('toClient', { id, result }, 60);
  }
  tap.frame('toClient', { method: 'notifications/message' }, 10);
  tap.frame('toServer', { id: 'x', method: 'ping' }, 8);
  const { rows, frames, counted, notifications } = await new TrafficAnalysis(log).statistics();
  assert.deepEqual([frames, counted, notifications], [202, 202, 1]);
  const [echo, ping] = rows;
  assert.deepEqual(
    [echo?.name, echo?.count, echo?.answered, echo?.errors, echo?.bytes, echo?.tokens, echo?.maxMs],
    ['echo', 100, 100, 2, 10_000, 2_500, 100],
  );
  for (const [found, exact] of [
    [echo?.p50, 50],
    [echo?.p95, 95],
    [echo?.p99, 99],
  ] as const) {
    assert.ok(Math.abs((found ?? 0) - exact) / exact < 0.045, `${found} is not ${exact}`);
  }
  assert.deepEqual(echo?.histogram, [0, 2, 7, 20, 70, 1, 0, 0, 0, 0]);
  assert.deepEqual([ping?.method, ping?.count, ping?.answered], ['ping', 1, 0]);
});

test('a probe or an optional list that a server refuses is no error', async () => {
  const { log } = createLog();
  const tap = log.open('demo');
  for (const [id, method] of ['server/discover', 'ping', 'resources/templates/list', 'tools/list'].entries()) {
    tap.frame('toServer', { id, method });
    tap.frame('toClient', { id, error: { code: -32_601, message: 'no' } });
  }
  const analysis = new TrafficAnalysis(log);
  const { rows } = await analysis.statistics();
  assert.deepEqual(
    rows.map(({ errors }) => errors),
    [0, 0, 0, 1],
  );
  const { spans } = await analysis.spans(0, 0);
  const ended = spans.filter(({ status }) => status === 'error');
  assert.deepEqual(
    ended.map(({ isRefused = false }) => isRefused),
    [true, true, true, false],
  );
});

test('counting continues where it stopped, and a cleared log starts over', async () => {
  const { log } = createLog();
  const tap = log.open('demo');
  const analysis = new TrafficAnalysis(log);
  tap.frame('toServer', call('a', 1));
  await Promise.all([analysis.statistics(), analysis.spans(0, 0)]);
  tap.frame('toServer', call('a', 2));
  assert.equal((await analysis.statistics()).rows[0]?.count, 2);
  log.clear();
  tap.frame('toServer', call('b', 3));
  const { rows } = await analysis.statistics();
  assert.deepEqual(
    rows.map(({ name, count }) => [name, count]),
    [['b', 1]],
  );
});

test('a page is notified of a call when it begins and when it ends, once each', async () => {
  const { log, tick } = createLog();
  const tap = log.open('demo');
  const analysis = new TrafficAnalysis(log);
  tap.frame('toServer', call('slow', 1));
  tap.frame('toServer', call('gone', 2));
  const first = await analysis.spans(0, 0);
  assert.deepEqual(
    first.spans.map(({ name, durationMs }) => [name, durationMs]),
    [
      ['slow', undefined],
      ['gone', undefined],
    ],
  );
  tick(30);
  tap.frame('toClient', { id: 1, error: { code: -1, message: 'no' } });
  tap.frame('toServer', { method: 'notifications/cancelled', params: { requestId: 2 } });
  const later = await analysis.spans(first.version, first.generation);
  assert.deepEqual(
    later.spans.map(({ name, durationMs, status }) => [name, durationMs, status]),
    [
      ['slow', 30, 'error'],
      ['gone', 30, 'cancelled'],
    ],
  );
  assert.deepEqual((await analysis.spans(later.version, later.generation)).spans, []);
});

test('what waits on a connection that closes is lost, on others it waits on, and a stream ends without a fault', async () => {
  const { log, tick } = createLog();
  const [tap, other] = [log.open('demo'), log.open('demo')];
  tap.frame('toServer', call('cut', 1));
  tap.frame('toServer', call('alone', 2));
  tap.frame('toServer', { id: 3, method: 'subscriptions/listen' });
  other.frame('toServer', call('waits', 1));
  tick(20);
  tap.lost(2, 'the server closed the stream');
  tap.lost(9, 'nobody asked this');
  tap.closed('the process ended with code 1');
  tap.frame('toClient', { id: 1, result: {} });
  const analysis = new TrafficAnalysis(log);
  const spans = new Map((await analysis.spans(0, 0)).spans.map((span) => [span.name ?? span.method, span]));
  assert.deepEqual(
    ['cut', 'alone', 'waits', 'subscriptions/listen'].map((name) => spans.get(name)?.status),
    ['lost', 'lost', undefined, 'cancelled'],
  );
  assert.equal(spans.get('cut')?.durationMs, 20);
  const { rows } = await analysis.statistics();
  const figures = rows.map(({ name, errors, lost, answered }) => [name, errors, lost, answered]);
  assert.deepEqual(figures, [
    ['cut', 1, 1, 0],
    ['alone', 1, 1, 0],
    [undefined, 0, 0, 0],
    ['waits', 0, 0, 0],
  ]);
  const lost = log.recent(0, 100).rows.find(({ status }) => status === 'lost');
  assert.deepEqual([lost?.pair, lost?.preview], [2, 'no answer: the server closed the stream']);
});

test('odd latencies are counted too', () => {
  const buckets = new LatencyBuckets();
  for (const ms of [0, -5, Number.NaN, 1e12, 0.0001]) buckets.add(ms);
  const { p50, histogram } = buckets.report();
  assert.ok(Number.isFinite(p50));
  assert.equal(
    histogram.reduce((a, b) => a + b),
    5,
  );
});

test('no CSV cell is read as a formula, and a comma breaks no line', () => {
  const base = { method: 'tools/call', count: 1, answered: 1, errors: 0, lost: 0, p50: 1.5, p95: 1, p99: 1, maxMs: 1 };
  const row = { ...base, server: '=cmd()', name: 'a,"b"', bytes: 0, tokens: 0, histogram: [1] };
  const [head, line] = toCsv([row]).split('\r\n');
  assert.match(head ?? '', /^server,method,name,count,answered,errors,lost,p50,p95,p99,maxMs,bytes,tokens,<1ms,/);
  assert.equal(line, `'=cmd(),tools/call,"a,""b""",1,1,0,0,1.500,1,1,1,0,0,1`);
});

test('a pattern with catastrophic backtracking neither blocks this process nor keeps running', async () => {
  const { log } = createLog();
  const tap = log.open('demo');
  for (const i of [1, 2]) tap.frame('toClient', { method: 'tick', params: { i, text: `${'a'.repeat(40)}!` } });
  let turns = 0;
  const heart = setInterval(() => turns++, 1);
  const parts: SearchPart[] = [];
  const query = 'body:/"(a+)+"/';
  await searchTraffic(
    log,
    { query, pinned: new Set(), from: 0 },
    (part) => parts.push(part),
    new AbortController().signal,
  );
  clearInterval(heart);
  assert.deepEqual(parts, [{ seqs: [], caughtUp: true, tooSlow: true }]);
  assert.ok(turns > 0, 'the process lived on');
  assert.deepEqual(await search(log, 'body:/"i":2.*a!/ -/nothing/'), [2]);
});

/** Ends when the search has seen `rows` rows: no clock decides. `whenWaiting` runs when it has seen all there are. */
async function search(log: TrafficLog, query: string, rows = 1, whenWaiting: () => void = () => {}): Promise<number[]> {
  const abort = new AbortController();
  const found: number[] = [];
  const tell = ({ seqs, caughtUp }: { seqs: readonly number[]; caughtUp: boolean }): void => {
    found.push(...seqs);
    if (caughtUp && log.readExtent().nextSeq > rows) abort.abort();
    else if (caughtUp) whenWaiting();
  };
  const running = searchTraffic(log, { query, pinned: new Set([2]), from: 0 }, tell, abort.signal);
  await running.catch(() => {});
  return found;
}

test('a search finds what is deep in a body, and what is appended while it waits', async () => {
  const { log } = createLog();
  const tap = log.open('demo');
  const deep = { method: 'n', params: { filler: 'x'.repeat(5_000), end: 'needle' } };
  tap.frame('toClient', deep);
  tap.frame('toClient', { method: 'n', params: { filler: 'x' } });
  const found = await search(log, 'body:needle', 3, () => tap.frame('toClient', deep));
  assert.deepEqual(found, [1, 3]);
});

test('the rest of a query holds in the host as it does in the page', async () => {
  const { log } = createLog();
  const tap = log.open('demo');
  tap.frame('toServer', call('echo', 1));
  tap.frame('toClient', { id: 1, result: {} });
  tap.frame('toServer', call('other', 2));
  assert.deepEqual(await search(log, 'tool:echo'), [1, 2]);
  assert.deepEqual(await search(log, 'is:pinned'), [2]);
  assert.deepEqual(await search(log, 'is:pending'), [3]);
});

test('a search that is cancelled stops, also in the middle of a long log', async () => {
  const { log } = createLog(100_000);
  const tap = log.open('demo');
  for (let i = 0; i < 20_000; i++) tap.frame('toClient', { method: 'n', params: { i } });
  const abort = new AbortController();
  let reports = 0;
  await searchTraffic(
    log,
    { query: 'body:i', pinned: new Set(), from: 0 },
    () => (++reports === 2 ? abort.abort() : undefined),
    abort.signal,
  );
  assert.equal(reports, 2);
});
