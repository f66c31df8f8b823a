import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Semaphore, debounce, deferred, orAborted, sleep, whenAborted, withTimeout } from '../../../src/base/async.ts';
import { Fault } from '../../../src/base/fault.ts';
import { settled } from '../../support/until.ts';

const cancelled = (error: unknown): boolean => Fault.is(error, 'cancelled');

test('a promise that is aborted rejects at once with "cancelled"', async () => {
  const abort = new AbortController();
  const waiting = orAborted(new Promise<never>(() => {}), abort.signal);
  abort.abort();
  await assert.rejects(waiting, cancelled);
});

test('an abort is delivered once, to listeners added before it and after it', () => {
  const abort = new AbortController();
  const calls: string[] = [];
  whenAborted(abort.signal, () => void calls.push('before'));
  whenAborted(abort.signal, () => void calls.push('never')).dispose();
  abort.abort();
  whenAborted(abort.signal, () => void calls.push('after')).dispose();
  assert.deepEqual(calls, ['before', 'after']);
});

test('an aborted sleep does not keep its timer', async () => {
  const abort = new AbortController();
  const sleeping = sleep(60_000, abort.signal);
  abort.abort();
  await assert.rejects(sleeping, cancelled);
});

test('a timeout names what was waited for and how long', async () => {
  await assert.rejects(withTimeout(new Promise<never>(() => {}), 10, 'Connecting'), {
    code: 'timeout',
    message: 'Connecting timed out after 0.01s',
  });
});

test('a semaphore limits how many run and keeps the rest in order', async () => {
  const semaphore = new Semaphore(2);
  const blockers = [deferred<void>(), deferred<void>(), deferred<void>()];
  const order: number[] = [];
  const runs = blockers.map((blocker, index) =>
    semaphore.run(async () => {
      order.push(index);
      await blocker.promise;
    }),
  );
  await settled();
  assert.deepEqual([order, semaphore.running, semaphore.waiting], [[0, 1], 2, 1]);
  for (const blocker of blockers) blocker.resolve();
  await Promise.all(runs);
  assert.deepEqual([order, semaphore.running], [[0, 1, 2], 0]);
});

test('work that waits at a semaphore can be cancelled, and its slot is not lost', async () => {
  const semaphore = new Semaphore(1);
  const blocker = deferred<void>();
  const abort = new AbortController();
  const first = semaphore.run(() => blocker.promise);
  const second = semaphore.run(async () => assert.fail('must not run'), abort.signal);
  abort.abort();
  await assert.rejects(second, cancelled);
  blocker.resolve();
  await first;
  assert.equal(await semaphore.run(async () => 'in'), 'in');
});

test('a slot that is lent lets one more run, and is taken back when that one leaves', async () => {
  const semaphore = new Semaphore(1);
  const blockers = [deferred<void>(), deferred<void>(), deferred<void>()];
  const begun: number[] = [];
  const runs = blockers.map((blocker, at) => semaphore.run(() => (begun.push(at), blocker.promise)));
  const lent = semaphore.lend();
  await settled();
  assert.deepEqual([begun, semaphore.running], [[0, 1], 2]);
  lent.dispose();
  blockers[1]!.resolve();
  await settled();
  assert.deepEqual([begun, semaphore.running, semaphore.isFull], [[0, 1], 1, true]);
  for (const blocker of blockers) blocker.resolve();
  await Promise.all(runs);
  assert.deepEqual([begun, semaphore.running], [[0, 1, 2], 0]);
});

test('work that throws releases the semaphore', async () => {
  const semaphore = new Semaphore(1);
  await assert.rejects(
    semaphore.run(async () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(semaphore.running, 0);
});

test('a debounced function runs once after a burst, and at the latest after its maximum', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const tick = (ms: number): void => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  let runs = 0;
  const call = debounce(() => runs++, 20, 50);
  for (let i = 0; i < 5; i++) {
    call();
    tick(10);
  }
  assert.equal(runs, 1, 'the maximum ran it during the burst');
  call();
  tick(19);
  assert.equal(runs, 1);
  tick(1);
  assert.equal(runs, 2);
  tick(1_000);
  assert.equal(runs, 2);
});
