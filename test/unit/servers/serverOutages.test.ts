// What calls and lists do while a server is away.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { mockTime, refused, settle, setup, tick, time } from './support/lifecycleFixture.ts';

failOnLeaks();

beforeEach(mockTime);
afterEach(() => mock.timers.reset());

test('calls during an outage use up no attempt, try every two seconds, and get the server when it is back', async () => {
  const { lifecycle, opened, failures } = setup();
  await lifecycle.ensure();
  await tick(2_000);
  failures.push(refused(), refused(), refused(), refused());
  opened[0]!.break();
  await settle();
  const calls = Array.from({ length: 30 }, () => lifecycle.reach(60_000));
  await settle();
  assert.equal(failures.length, 3, 'one try for all of them');
  const state = lifecycle.state.value;
  assert.equal(state.kind === 'waiting' && state.attempt, 1, 'it does not count');
  for (let second = 0; second < 8; second++) await tick(1_000);
  assert.equal(failures.length, 0);
  const connections = new Set(await Promise.all(calls));
  assert.deepEqual([...connections], [opened[1]!.connection]);
  await lifecycle.dispose();
});

test('a call that has no more time says when the next attempt is', async () => {
  const { lifecycle, opened, failures } = setup();
  await lifecycle.ensure();
  failures.push(...Array.from({ length: 20 }, refused));
  opened[0]!.break();
  await settle();
  const call = lifecycle.reach(3_000).catch((error: unknown) => error);
  for (let second = 0; second < 4; second++) await tick(1_000);
  const fault = (await call) as Fault;
  assert.equal(fault.code, 'server/not-reachable');
  assert.match(fault.message, /^The server is not reachable, next attempt in \d+ s$/);
  await lifecycle.dispose();
});

test('after the last attempt the next call tries again', async () => {
  const { lifecycle, opened, failures } = setup({ reconnectAttempts: 1 });
  await lifecycle.ensure();
  failures.push(refused());
  opened[0]!.break();
  await settle();
  await tick(10_000);
  assert.equal(lifecycle.state.value.kind, 'error');
  const fault = (await lifecycle.reach(1_000).catch((error: unknown) => error)) as Fault;
  assert.equal(fault.message, 'The server is not reachable. The next call tries again');
  await tick(2_000);
  assert.equal(await lifecycle.reach(1_000), opened[1]!.connection);
  await lifecycle.dispose();
});

test('a server that closes each connection at once is not connected anew by each call', async () => {
  const { lifecycle, opened } = setup({ reconnectAttempts: 1 });
  await lifecycle.ensure();
  for (let round = 0; round < 100; round++) {
    opened.at(-1)!.break();
    await settle();
    lifecycle.reach(60_000).catch(() => {});
    await tick(100);
  }
  assert.ok(opened.length <= 10, `${opened.length} connections in ten seconds`);
  assert.ok(opened.length >= 5, `${opened.length} connections in ten seconds`);
  await lifecycle.dispose();
});

test('calls of a program that exits at its start share one start every two seconds', async () => {
  const { lifecycle, failures } = setup();
  const exits = (): Fault => new Fault('server/exited', 'code 1');
  failures.push(...Array.from({ length: 50 }, exits));
  for (let round = 0; round < 100; round++) {
    lifecycle.reach(60_000).catch(() => {});
    await tick(100);
  }
  assert.equal(failures.length, 50 - 5);
  const { message } = (await lifecycle.reach(10).catch((error: unknown) => error)) as Fault;
  assert.equal(message, 'code 1', 'a call without time gets the last reason');
  await lifecycle.dispose();
});

test('nothing is tried before the time that the server named in Retry-After, except by hand', async () => {
  const { lifecycle, opened, failures } = setup();
  await lifecycle.ensure();
  await tick(2_000);
  failures.push(new Fault('server/connect-failed', 'HTTP 503', { data: { retryable: true, retryAfterMs: 20_000 } }));
  opened[0]!.break();
  await settle();
  await tick(1_000);
  const state = lifecycle.state.value;
  assert.equal(state.kind === 'waiting' && state.retryAt - time.now, 20_000);
  const short = (await lifecycle.reach(5_000).catch((error: unknown) => error)) as Fault;
  assert.equal(short.message, 'The server is not reachable, next attempt in 20 s');
  const long = lifecycle.reach(60_000);
  await lifecycle.tryAgain();
  for (let second = 0; second < 19; second++) await tick(1_000);
  assert.equal(opened.length, 1);
  await lifecycle.retryNow();
  await tick(2_000);
  assert.equal(await long, opened[1]!.connection);
  await lifecycle.dispose();
});

test('a list tries again a server that was given up, and one whose first start failed', async () => {
  const lost = setup({ reconnectAttempts: 0 });
  await lost.lifecycle.ensure();
  await tick(2_000);
  lost.opened[0]!.break();
  await settle();
  assert.equal(lost.lifecycle.state.value.kind, 'error');
  await lost.lifecycle.tryAgain();
  assert.equal(lost.lifecycle.state.value.kind, 'connected');
  const never = setup();
  never.failures.push(new Fault('server/exited', 'code 1'));
  await never.lifecycle.ensure().catch(() => {});
  await never.lifecycle.tryAgain();
  assert.equal(never.lifecycle.state.value.kind, 'error', 'not at once');
  await tick(2_000);
  await never.lifecycle.tryAgain();
  assert.equal(never.lifecycle.state.value.kind, 'connected');
  await lost.lifecycle.dispose();
  await never.lifecycle.dispose();
});

test('a server that restarts every few seconds stays available, beyond the number of attempts', async () => {
  const { lifecycle, opened } = setup({ reconnectAttempts: 2 });
  await lifecycle.ensure();
  for (let round = 1; round < 20; round++) {
    await tick(3_000);
    opened.at(-1)!.break();
    await settle();
    assert.equal(await lifecycle.reach(1_000), opened[round]!.connection);
  }
  await lifecycle.dispose();
});
