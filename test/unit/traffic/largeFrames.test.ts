import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonInSteps } from '../../../src/base/jsonSteps.ts';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { RecordQueue } from '../../../src/core/traffic/log/recordQueue.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { until } from '../../support/until.ts';

const limits = { rows: 100, bytes: 1_000_000_000 };
const megabyte = 1024 * 1024;

function inSteps<T>(steps: Generator<void, T>): { readonly value: T; readonly count: number } {
  for (let count = 1; ; count++) {
    const next = steps.next();
    if (next.done) return { value: next.value, count };
  }
}

test('a large message is recorded in steps, with the time of its arrival and in its place', async () => {
  let nowMs = 1_000;
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const log = new TrafficLog(limits, clock, new Redactor());
  const tap = log.open('demo');
  tap.frame('toServer', { jsonrpc: '2.0', id: 1, method: 'tools/call' }, 40);
  nowMs = 2_000;
  const text = 'words and more words '.repeat(200_000);
  tap.frame('toClient', { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text }] } }, text.length);
  nowMs = 3_000;
  tap.frame('toClient', { jsonrpc: '2.0', method: 'after' }, 40);
  assert.equal(log.recent(0, 10).rows.length, 1, 'nobody waits for the large one');
  await until(() => log.recent(0, 10).rows.length === 3, 'all are recorded');
  const [, large, after] = log.recent(0, 10).rows;
  assert.deepEqual([large?.durationMs, large?.status, after?.method], [1_000, 'ok', 'after']);
  assert.deepEqual([large?.at, after?.at], [2_000, 3_000]);
  log.dispose();
});

test('an export waits for a large message that is being recorded', async () => {
  const log = new TrafficLog(limits, systemClock, new Redactor());
  const text = 'words and more words '.repeat(50_000);
  log.open('demo').frame('toClient', { jsonrpc: '2.0', id: 1, result: { text } }, text.length);
  const bodies: string[] = [];
  for await (const { body } of log.records(0, Number.POSITIVE_INFINITY)) bodies.push(body.text);
  assert.deepEqual(bodies, [JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text } })]);
  log.dispose();
});

test('a log that ends records the large message that waits', () => {
  const queue = new RecordQueue(systemClock);
  const done: string[] = [];
  queue.addLarge(
    (function* () {
      yield;
      done.push('large');
    })(),
    megabyte,
  );
  queue.add(() => done.push('small'));
  queue.finish();
  assert.deepEqual(done, ['large', 'small']);
});

test('of large messages that come faster than they can be recorded, the row is kept and the content left out', async () => {
  const log = new TrafficLog(limits, systemClock, new Redactor());
  const tap = log.open('demo');
  for (let id = 1; id <= 4; id++) tap.frame('toClient', { jsonrpc: '2.0', id, result: { id } }, 60 * megabyte);
  await until(() => log.recent(0, 10).rows.length === 4, 'all are recorded');
  const previews = log.recent(0, 10).rows.map(({ preview }) => preview.includes('not recorded'));
  assert.deepEqual(previews, [false, false, true, true]);
  log.dispose();
});

test('an event that cannot be recorded does not keep the others back', () => {
  const queue = new RecordQueue(systemClock);
  let recorded = 0;
  queue.add(() => {
    throw new Error('broken');
  });
  queue.add(() => recorded++);
  assert.throws(() => queue.flush(), /broken/);
  queue.flush();
  assert.equal(recorded, 1);
});

test('a large message that cannot be recorded does not keep the others back', () => {
  const queue = new RecordQueue(systemClock);
  const done: string[] = [];
  const broken = (function* (): Generator<void, void> {
    yield;
    throw new Error('broken');
  })();
  queue.addLarge(broken, megabyte);
  queue.add(() => done.push('next'));
  assert.throws(() => queue.finish(), /broken/);
  queue.add(() => done.push('later'));
  queue.flush();
  assert.deepEqual(done, ['next', 'later']);
});

test('JSON in steps is what JSON.stringify yields', () => {
  const smile = `${'x'.repeat(256 * 1024 - 1)}😀"\n`.repeat(3);
  const values: unknown[] = [
    { a: [1, null, true, { b: undefined, c: 'ä\u2028"' }, []], d: {}, e: smile },
    'short',
    smile,
    Array.from({ length: 9_000 }, (_, at) => ({ at })),
  ];
  for (const value of values) assert.equal(inSteps(jsonInSteps(value)).value === JSON.stringify(value), true);
  assert.ok(inSteps(jsonInSteps(smile)).count > 3);
});
