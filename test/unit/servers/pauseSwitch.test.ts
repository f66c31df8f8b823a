import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { Deadline, PauseSwitch } from '../../../src/core/servers/connection/deadline.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

let now = 0;
beforeEach(() => {
  now = 0;
  mock.method(performance, 'now', () => now);
});
afterEach(() => mock.restoreAll());

const pass = (ms: number): void => {
  now += ms;
  mock.timers.tick(ms);
};

test('no deadline of a server runs while a debugger has stopped it, also none that begins meanwhile', () => {
  const pause = new PauseSwitch();
  const running = new Deadline({ quietMs: 1_000, totalMs: 0, what: 'A call', pause });
  pass(900);
  pause.isPaused = true;
  const late = new Deadline({ quietMs: 1_000, totalMs: 0, what: 'Another call', pause });
  pass(60_000);
  assert.deepEqual([running.signal.aborted, late.signal.aborted], [false, false]);
  pause.isPaused = false;
  pass(999);
  assert.deepEqual([running.signal.aborted, late.signal.aborted], [false, false]);
  pass(2);
  assert.deepEqual([running.signal.aborted, late.signal.aborted], [true, true]);
  running.dispose();
  late.dispose();
});

test('a deadline that is cancelled gives its reason', () => {
  const deadline = new Deadline({ quietMs: 1_000, totalMs: 0, what: 'A call' });
  const reason = new Fault('cancelled', 'restarted');
  deadline.cancel(reason);
  assert.equal(deadline.signal.reason, reason);
  deadline.dispose();
});
