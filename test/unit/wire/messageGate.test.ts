import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../../src/base/fault.ts';
import { defaultBudgets } from '../../../src/core/wire/budgets.ts';
import { MessageGate } from '../../../src/core/wire/messageGate.ts';
import { MessageIntake } from '../../../src/core/wire/messageIntake.ts';
import { until } from '../../support/until.ts';

const budgets = { ...defaultBudgets, messagesPerSecond: 1_000, burstMessages: 100, floodMs: 1_000 };

function gateWith(more: Partial<typeof budgets> = {}): { gate: MessageGate; slowed: () => number } {
  let slowed = 0;
  const gate = new MessageGate({ ...budgets, ...more }, { slowed: () => slowed++ });
  return { gate, slowed: () => slowed };
}

test('what a busy server sends is read as it comes', () => {
  const { gate, slowed } = gateWith();
  for (let at = 0; at < 100; at++) assert.equal(gate.took(100, 0, at * 100), 0);
  assert.equal(slowed(), 0);
});

test('beyond the burst a server is held back until it is within its rate again, and that is told once', () => {
  const { gate, slowed } = gateWith({ floodMs: 60_000 });
  let now = 1_000;
  let messages = 0;
  for (; now < 11_000; messages += 50) now += Math.max(1, gate.took(50, 0, now));
  assert.ok(messages <= 10_000 + budgets.burstMessages + 50, `${messages} messages in ten seconds`);
  assert.equal(slowed(), 1);
  assert.equal(gate.fault, undefined);
});

test('responses to requests of ours are never held back', () => {
  const { gate } = gateWith();
  for (let at = 0; at < 100; at++) {
    for (let n = 0; n < 500; n++) gate.answered();
    assert.equal(gate.took(500, 50, at * 10), 0);
  }
});

test('a few messages that take long are held back like many', () => {
  const { gate } = gateWith();
  assert.equal(gate.took(1, 90, 1_000), 0);
  assert.ok(gate.took(1, 90, 1_100) > 0);
});

test('a server is not stopped for the time that other programs have the processor', () => {
  const takenFor = (usedOfIt: number): Fault | undefined => {
    let usedMs = 0;
    const gate = new MessageGate(budgets, { slowed: () => {} }, () => (usedMs += usedOfIt));
    for (let now = 0; !gate.fault && now < 10_000;) now += Math.max(20, gate.took(1, 30, now));
    return gate.fault;
  };
  assert.equal(takenFor(1), undefined);
  assert.match(takenFor(30)?.message ?? '', /more than 10 % of the time/);
});

test('a server that floods without a rest is stopped, and one that rests is not', () => {
  const { gate } = gateWith();
  let stops = 0;
  gate.whenStopped(() => stops++);
  for (let now = 1_000; now < 60_000; now += 2_000) for (let at = 0; at < 5; at++) gate.took(100, 0, now + at);
  assert.equal(gate.fault, undefined);
  for (let now = 70_000; !gate.fault && now < 80_000;) now += gate.took(200, 0, now);
  const fault = gate.fault as Fault | undefined;
  assert.equal(fault?.code, 'limit/exceeded');
  assert.match(fault.message, /more than 1000 messages a second for 1 s/);
  gate.stop('batch', 1);
  assert.equal(stops, 1);
});

function intakeWith(gate: MessageGate): { intake: MessageIntake<number>; taken: number[]; calls: string[] } {
  const taken: number[] = [];
  const calls: string[] = [];
  const intake: MessageIntake<number> = new MessageIntake(
    gate,
    {
      pause: () => calls.push('pause'),
      resume: () => calls.push('resume'),
      failed: (error) => calls.push(`failed: ${(error as Error).message}`),
    },
    (item) => {
      if (item < 0) throw new Error('bad');
      taken.push(item);
      if (item === 7) intake.insert([70, 71]);
    },
  );
  return { intake, taken, calls };
}

test('a few messages are handled at once, many in slices with their source paused', async (t) => {
  t.mock.method(performance, 'now', () => 0); // a slow machine has smaller slices
  const { intake, taken, calls } = intakeWith(new MessageGate(defaultBudgets, { slowed: () => {} }));
  intake.push([1, 2, 3]);
  assert.deepEqual([taken, calls], [[1, 2, 3], []]);
  intake.push(Array.from({ length: 1_000 }, (_, at) => at + 10));
  assert.ok(taken.length < 1_003 && calls.includes('pause'), 'others have their turn in between');
  await intake.idle();
  assert.equal(taken.length, 1_003);
  assert.deepEqual(calls, ['pause', 'resume']);
});

test('an item that cannot be handled is told, and the next one is taken', (t) => {
  t.mock.method(performance, 'now', () => 0);
  const { intake, taken, calls } = intakeWith(new MessageGate(defaultBudgets, { slowed: () => {} }));
  intake.push([1, -1, 2]);
  assert.deepEqual([taken, calls], [[1, 2], ['failed: bad']]);
});

test('the parts of an item come before what waits', (t) => {
  t.mock.method(performance, 'now', () => 0);
  const { intake, taken } = intakeWith(new MessageGate(defaultBudgets, { slowed: () => {} }));
  intake.push([6, 7, 8]);
  assert.deepEqual(taken, [6, 7, 70, 71, 8]);
});

test('after a stop nothing more is handled, and nobody waits in vain', async () => {
  const gate = new MessageGate(defaultBudgets, { slowed: () => {} });
  const { intake, taken } = intakeWith(gate);
  intake.push(Array.from({ length: 5_000 }, (_, at) => at + 10));
  gate.stop('batch', 1);
  await intake.idle();
  const before = taken.length;
  intake.push([1]);
  assert.equal(taken.length, before);
  await until(() => intake.isIdle, 'it rests');
});
