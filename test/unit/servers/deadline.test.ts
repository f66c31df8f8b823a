import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { useBundle } from '../../../src/base/l10n.ts';
import { backoffMs } from '../../../src/core/servers/connection/backoff.ts';
import { Deadline } from '../../../src/core/servers/connection/deadline.ts';
import { readJson } from '../../support/sources.ts';

/** `suspend` moves the clock as a suspended computer does: no timer fires meanwhile. */
function withMockTime(run: (tick: (ms: number) => void, suspend: (ms: number) => void) => void): void {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  try {
    run(
      (ms) => {
        now += ms;
        mock.timers.tick(ms);
      },
      (ms) => (now += ms),
    );
  } finally {
    mock.timers.reset();
    clock.mock.restore();
  }
}

test('silence ends a call, and activity extends the deadline', () =>
  withMockTime((tick) => {
    const deadline = new Deadline({ quietMs: 100, totalMs: 0, what: 'It' });
    tick(90);
    deadline.touch();
    tick(90);
    assert.equal(deadline.signal.aborted, false);
    tick(10);
    assert.ok(Fault.is(deadline.signal.reason, 'timeout'));
    assert.equal((deadline.signal.reason as Fault).message, 'It timed out after 0.1s');
  }));

test('a user reads of it in the own language', () => {
  useBundle(readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json'));
  withMockTime((tick) => {
    const deadline = new Deadline({ quietMs: 0, totalMs: 30_000, what: 'echo' });
    tick(30_000);
    assert.equal((deadline.signal.reason as Fault).message, 'echo：30 秒后超时');
  });
  useBundle({});
});

test('the total is absolute, whatever activity there is', () =>
  withMockTime((tick) => {
    const deadline = new Deadline({ quietMs: 100, totalMs: 250, what: 'It' });
    for (let step = 0; step < 4; step++) {
      tick(60);
      deadline.touch();
    }
    assert.equal(deadline.signal.aborted, false);
    tick(10);
    assert.match((deadline.signal.reason as Fault).message, /after 0\.25s/);
  }));

test('the deadline is paused while the user is asked', () =>
  withMockTime((tick) => {
    const deadline = new Deadline({ quietMs: 100, totalMs: 150, what: 'It' });
    tick(90);
    deadline.hold();
    tick(10_000);
    assert.equal(deadline.signal.aborted, false);
    deadline.release();
    tick(59);
    assert.equal(deadline.signal.aborted, false);
    tick(1);
    assert.match((deadline.signal.reason as Fault).message, /after 0\.15s/);
  }));

test('after a sleep there is a moment to read what arrived before the time-out counts', () =>
  withMockTime((tick, suspend) => {
    const answered = new Deadline({ quietMs: 100, totalMs: 0, what: 'It' });
    const silent = new Deadline({ quietMs: 100, totalMs: 0, what: 'It' });
    suspend(60_000);
    tick(100);
    assert.equal(answered.signal.aborted, false);
    answered.dispose(); // its response was in the pipe
    tick(999);
    assert.equal(silent.signal.aborted, false);
    tick(1);
    assert.ok(Fault.is(silent.signal.reason, 'timeout'));
    assert.equal(answered.signal.aborted, false);
  }));

test('the time before the request was sent counts', () =>
  withMockTime((tick) => {
    tick(60);
    const deadline = new Deadline({ quietMs: 100, totalMs: 0, what: 'It', since: 0 });
    tick(39);
    assert.equal(deadline.signal.aborted, false);
    tick(1);
    assert.equal((deadline.signal.reason as Fault).message, 'It timed out after 0.1s');
  }));

test("the caller's own cancel passes through, and disposing leaves nothing behind", () =>
  withMockTime((tick) => {
    const cancel = new AbortController();
    const deadline = new Deadline({ quietMs: 100, totalMs: 0, what: 'It', signal: cancel.signal });
    cancel.abort('enough');
    assert.equal(deadline.signal.reason, 'enough');
    const other = new Deadline({ quietMs: 100, totalMs: 100, what: 'It' });
    other.dispose();
    tick(1_000);
    assert.equal(other.signal.aborted, false);
  }));

test('the wait doubles from 1 s to at most 60 s, give or take a fifth', () => {
  const plain = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => backoffMs(attempt, () => 0.5));
  assert.deepEqual(plain, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  assert.equal(
    backoffMs(1, () => 0),
    800,
  );
  assert.equal(
    backoffMs(1, () => 1),
    1_200,
  );
  assert.ok(backoffMs(20, () => 1) <= 60_000);
});

test('the time in which a user was asked is known, once for questions at the same time', () =>
  withMockTime((tick) => {
    const deadline = new Deadline({ quietMs: 0, totalMs: 0, what: 'It' });
    tick(10);
    deadline.hold();
    deadline.hold();
    tick(500);
    deadline.release();
    tick(200);
    assert.equal(deadline.heldMs, 700, 'while it is still held');
    deadline.release();
    tick(5);
    deadline.hold();
    tick(50);
    deadline.release();
    assert.equal(deadline.heldMs, 750);
    deadline.dispose();
  }));
