import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';
import { TrafficFeed } from '../../../src/extension/inspector/handlers/feed.ts';
import type { TrafficAppended } from '../../../src/contract/traffic/traffic.ts';

function follow(t: TestContext): { log: TrafficLog; batches: TrafficAppended[]; cleared: number[]; feed: TrafficFeed } {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const keep = { text: (text: string) => text, value: (value: unknown) => value };
  const log = new TrafficLog({ rows: 10_000, bytes: 1e9 }, systemClock, keep);
  const batches: TrafficAppended[] = [];
  const cleared: number[] = [];
  const sink = { appended: (batch: TrafficAppended) => batches.push(batch), cleared: (id: number) => cleared.push(id) };
  return { log, batches, cleared, feed: new TrafficFeed(log, sink) };
}

/** Past the timer of the log, and past that of the feed which begins with it. */
function flush(t: TestContext): void {
  for (let timers = 0; timers < 2; timers++) t.mock.timers.tick(1_000);
}

test('a burst of frames reaches the page in few batches and in order', (t) => {
  const { log, batches, feed } = follow(t);
  const tap = log.open('demo');
  for (let i = 0; i < 200; i++) tap.frame('toClient', { method: `n${i}` });
  flush(t);
  feed.dispose();
  assert.ok(batches.length <= 3, `${batches.length} batches`);
  const methods = batches.flatMap(({ rows }) => rows.map(({ method }) => method));
  assert.deepEqual(
    methods,
    Array.from({ length: 200 }, (_, i) => `n${i}`),
  );
});

test('a page that fell far behind gets the newest rows, so that it can ask for the gap', (t) => {
  const { log, batches, feed } = follow(t);
  const tap = log.open('demo');
  for (let i = 0; i < 5_000; i++) tap.state(`s${i}`);
  flush(t);
  feed.dispose();
  const seqs = batches.flatMap(({ rows }) => rows.map(({ seq }) => seq));
  assert.equal(seqs.at(-1), 5_000);
  assert.ok(seqs.length <= 2_000);
});

test('clearing is sent before later rows', (t) => {
  const { log, batches, cleared, feed } = follow(t);
  const tap = log.open('demo');
  tap.state('before');
  log.clear();
  tap.state('after');
  flush(t);
  feed.dispose();
  assert.deepEqual(cleared, [log.generation]);
  assert.deepEqual(
    batches.map(({ rows }) => rows.map(({ preview }) => preview)),
    [['after']],
  );
});

test('a feed that ended sends nothing more', (t) => {
  const { log, batches, feed } = follow(t);
  log.open('demo').state('late');
  feed.dispose();
  flush(t);
  assert.deepEqual(batches, []);
});
