import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../../src/core/ports/ports.ts';
import type { Redaction } from '../../../src/core/traffic/redaction.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';

const keep: Redaction = { text: (text) => text, value: (value) => value };

function createLog(
  limits = { rows: 100, bytes: 1_000_000 },
  redaction = keep,
): { log: TrafficLog; tick(ms: number): void } {
  let nowMs = 1_000;
  const clock: Clock = { now: () => nowMs, monotonicMs: () => nowMs };
  return { log: new TrafficLog(limits, clock, redaction), tick: (ms) => (nowMs += ms) };
}

test('a response is paired with its request and carries the time between', () => {
  const { log, tick } = createLog();
  const tap = log.open('demo');
  tap.frame('toServer', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 40);
  tick(12);
  tap.frame('toClient', { jsonrpc: '2.0', id: 1, result: { tools: [] } }, 50);
  const [request, response] = log.recent(0, 10).rows;
  assert.deepEqual([request?.kind, request?.method, request?.bytes], ['request', 'tools/list', 40]);
  assert.deepEqual(
    [response?.kind, response?.method, response?.pair, response?.durationMs, response?.status],
    ['response', 'tools/list', request?.seq, 12, 'ok'],
  );
});

test('ids are matched per connection, per origin, and a string is not a number', () => {
  const { log } = createLog();
  const one = log.open('one');
  const two = log.open('two');
  one.frame('toServer', { id: 1, method: 'a' });
  two.frame('toServer', { id: 1, method: 'b' });
  one.frame('toClient', { id: 1, method: 'sampling/createMessage' });
  two.frame('toClient', { id: '1', result: {} });
  two.frame('toClient', { id: 1, result: {} });
  one.frame('toServer', { id: 1, result: {} });
  one.frame('toClient', { id: 1, error: { code: -1, message: 'x' } });
  const rows = log.recent(0, 10).rows;
  assert.deepEqual(
    rows.slice(3).map(({ method, status }) => [method, status]),
    [
      [undefined, 'ok'],
      ['b', 'ok'],
      ['sampling/createMessage', 'ok'],
      ['a', 'error'],
    ],
  );
});

test('a result with isError is neither ok nor a protocol error', () => {
  const { log } = createLog();
  const tap = log.open('demo');
  tap.frame('toClient', { id: 1, result: { isError: true, content: [] } });
  assert.equal(log.recent(0, 1).rows[0]?.status, 'toolError');
});

test('the oldest rows are dropped and counted, and the rest keeps its numbers', async () => {
  const { log } = createLog({ rows: 3, bytes: 1_000_000 });
  const tap = log.open('demo');
  for (let i = 1; i <= 5; i++) tap.state(`row ${i}`);
  const page = log.recent(0, 10);
  assert.deepEqual(
    page.rows.map(({ seq, preview }) => [seq, preview]),
    [
      [3, 'row 3'],
      [4, 'row 4'],
      [5, 'row 5'],
    ],
  );
  assert.deepEqual([page.firstSeq, page.nextSeq, page.dropped], [3, 6, 2]);
  assert.equal((await log.body(1)).text, undefined);
});

test('the limit in bytes drops the oldest, but never the newest', () => {
  const { log } = createLog({ rows: 100, bytes: 100 });
  const tap = log.open('demo');
  tap.frame('toClient', { method: 'small' }, 60);
  tap.frame('toClient', { method: 'also' }, 60);
  tap.frame('toClient', { method: 'huge' }, 10_000);
  assert.deepEqual(
    log.recent(0, 10).rows.map(({ method }) => method),
    ['huge'],
  );
  tap.frame('toClient', { method: 'after' }, 10);
  assert.deepEqual(
    log.recent(0, 10).rows.map(({ method }) => method),
    ['after'],
  );
});

test('clearing starts a new generation', () => {
  const { log } = createLog();
  const tap = log.open('demo');
  tap.state('before');
  const { generation } = log.recent(0, 1);
  log.clear();
  tap.state('after');
  const page = log.recent(0, 10);
  assert.ok(page.generation > generation);
  assert.deepEqual(
    page.rows.map(({ preview }) => preview),
    ['after'],
  );
});

test('what is kept went through the redactor first', async () => {
  const redaction: Redaction = {
    text: (text) => text.replaceAll('hunter2', '***'),
    value: (value) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '***')),
  };
  const { log } = createLog(undefined, redaction);
  const tap = log.open('demo');
  tap.stderr('password hunter2');
  tap.noise('hunter2');
  tap.malformed('toClient', '{"hunter2"', 'Unexpected end');
  tap.frame('toServer', { id: 1, method: 'm', params: { key: 'hunter2' } });
  const page = log.recent(0, 10);
  assert.equal(page.rows.length, 4);
  assert.ok(!JSON.stringify(page).includes('hunter2'));
  for (const { seq } of page.rows) assert.ok(!(await log.body(seq)).text?.includes('hunter2'));
});

test('a clock that jumps back does not make a call last less than nothing', () => {
  let wall = 10_000_000;
  let ms = 0;
  const log = new TrafficLog({ rows: 10, bytes: 1_000 }, { now: () => wall, monotonicMs: () => ms }, keep);
  const tap = log.open('demo');
  tap.frame('toServer', { id: 1, method: 'tools/list' });
  wall -= 3_600_000;
  ms += 25;
  tap.frame('toClient', { id: 1, result: {} });
  const [request, response] = log.recent(0, 2).rows;
  assert.equal(response?.durationMs, 25);
  assert.equal((response?.ms ?? 0) - (request?.ms ?? 0), 25);
});

test('a million requests without a response are reported once, and the newest are still paired', () => {
  const { log } = createLog({ rows: 1_000, bytes: 1_000_000_000 });
  const tap = log.open('demo');
  for (let id = 0; id < 1_000_000; id++) tap.frame('toServer', { id, method: 'tools/list' }, 20);
  tap.frame('toClient', { id: 999_999, result: {} }, 20);
  tap.frame('toClient', { id: 0, result: {} }, 20);
  const [newest, oldest] = log.recent(log.readExtent().nextSeq - 2, 2).rows;
  assert.equal(newest?.method, 'tools/list');
  assert.deepEqual([oldest?.kind, oldest?.pair], ['response', undefined]);
});

test('equal HTTP details are stored once, and again when anything in them changes', async () => {
  const { log } = createLog();
  const tap = log.open('web');
  const base = { method: 'POST', path: '/mcp', status: 200, requestHeaders: { a: '1', b: '2' } };
  const others = [
    { ...base, status: 202 },
    { ...base, requestHeaders: { a: '1' } },
    { ...base, responseHeaders: {} },
  ];
  const exchanges = [base, structuredClone(base), ...others, base];
  for (const http of exchanges) tap.state('HTTP', http);
  const kept = await Promise.all(exchanges.map(async (_, at) => (await log.body(at + 1)).http));
  assert.deepEqual(kept, exchanges);
  assert.equal(kept[1], kept[0]);
});

test('a secret that is learned later is redacted from headers that were shown before', async () => {
  const redactor = new Redactor();
  const { log } = createLog(undefined, redactor);
  const tap = log.open('web');
  const http = { method: 'GET', requestHeaders: { 'x-team': 'blue-secret-team' } };
  tap.state('before', http);
  assert.equal(log.readExtent().nextSeq, 2);
  redactor.learn('blue-secret-team');
  tap.state('after', http);
  const kept = await Promise.all([1, 2].map(async (seq) => (await log.body(seq)).http?.requestHeaders?.['x-team']));
  assert.deepEqual(kept, ['blue-secret-team', '[redacted]']);
});

test('recording is deferred: a row is made shortly after its frame, with its time, or when the log is read', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const texts: string[] = [];
  const redaction = { text: (text: string) => text, value: (value: unknown) => (texts.push('looked'), value) };
  const { log, tick } = createLog(undefined, redaction);
  const tap = log.open('demo');
  let notifications = 0;
  log.onDidAppend(() => notifications++);
  tap.frame('toServer', { id: 1, method: 'a' });
  tick(5);
  tap.frame('toClient', { id: 1, result: {} });
  tick(100);
  assert.deepEqual([texts, notifications], [[], 0]);
  t.mock.timers.tick(15);
  assert.deepEqual([texts.length, notifications], [2, 2]);
  tap.state('later');
  const rows = log.recent(0, 10).rows;
  assert.deepEqual(
    rows.map(({ at, durationMs }) => [at, durationMs]),
    [
      [1_000, undefined],
      [1_005, 5],
      [1_105, undefined],
    ],
  );
  assert.equal(notifications, 3);
});

test('the last messages of a server stay redacted, though its secret is forgotten with the server', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const redactor = new Redactor();
  const { log } = createLog(undefined, redactor);
  const secret = redactor.learn('blue-secret-team');
  log.open('web').stderr('it is blue-secret-team');
  secret.dispose();
  t.mock.timers.tick(1_000);
  assert.equal((await log.body(1)).text, 'it is [redacted]');
  assert.equal(redactor.text('blue-secret-team'), 'blue-secret-team');
});

test('rows that are not yet written are not lost when the log ends', async () => {
  const { log } = createLog();
  let notifications = 0;
  log.onDidAppend(() => notifications++);
  log.open('web').state('the last word');
  log.dispose();
  assert.equal(notifications, 1);
});
