import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { deferred } from '../../../src/base/async.ts';
import { Fault } from '../../../src/base/fault.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { PingPace } from '../../../src/core/servers/lifecycle/pingPace.ts';
import { mockTime, refused, settle, setup, tick, time } from './support/lifecycleFixture.ts';

failOnLeaks();

beforeEach(mockTime);
afterEach(() => mock.timers.reset());

test(`concurrent starts share one, and nothing starts by itself${proves('R78')}`, async () => {
  const { lifecycle, opened } = setup();
  assert.deepEqual(lifecycle.state.value, { kind: 'disconnected', reason: 'never' });
  const starts = Promise.all([lifecycle.ensure(), lifecycle.ensure(), lifecycle.ensure()]);
  const kind = (): string => lifecycle.state.value.kind;
  assert.equal(kind(), 'connecting');
  await starts;
  assert.equal(kind(), 'connected');
  assert.equal(opened.length, 1);
  await lifecycle.dispose();
});

test(`a lost connection is tried again after 1, 2, 4 … seconds, with the time of the next try in the state${proves('R78', 'R90', 'R91')}`, async () => {
  const { lifecycle, opened, failures } = setup();
  await lifecycle.ensure();
  failures.push(refused(), refused(), refused());
  opened[0]!.break();
  await settle();
  for (const [attempt, ms] of [
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [4, 8_000],
  ] as const) {
    const state = lifecycle.state.value;
    assert.equal(state.kind, 'waiting');
    assert.deepEqual(state.kind === 'waiting' && [state.attempt, state.retryAt - time.now], [attempt, ms]);
    await tick(ms - 1);
    assert.equal(lifecycle.state.value.kind, 'waiting');
    await tick(1);
  }
  assert.equal(lifecycle.state.value.kind, 'connected');
  await lifecycle.dispose();
});

test(`it gives up after the configured count and says so${proves('R78')}`, async () => {
  const { lifecycle, opened, failures } = setup({ reconnectAttempts: 2 });
  await lifecycle.ensure();
  failures.push(refused(), refused(), refused());
  opened[0]!.break();
  await settle();
  await tick(1_000);
  await tick(2_000);
  const state = lifecycle.state.value;
  assert.equal(state.kind, 'error');
  assert.match(state.kind === 'error' ? state.fault.message : '', /Gave up after 2 attempts: refused/);
  await tick(120_000);
  assert.equal(opened.length, 1);
  await lifecycle.dispose();
});

test('a crash loop is bounded although each start succeeds; a stable connection starts a new count', async () => {
  const { lifecycle, opened } = setup({ reconnectAttempts: 3 });
  await lifecycle.ensure();
  for (const ms of [1_000, 2_000, 4_000]) {
    opened.at(-1)!.break();
    await settle();
    await tick(ms);
  }
  await tick(61_000);
  opened.at(-1)!.break();
  await settle();
  assert.equal(lifecycle.state.value.kind === 'waiting' && lifecycle.state.value.attempt, 1);
  await tick(1_000);
  for (const ms of [2_000, 4_000]) {
    opened.at(-1)!.break();
    await settle();
    await tick(ms);
  }
  opened.at(-1)!.break();
  await settle();
  assert.equal(lifecycle.state.value.kind, 'error');
  await lifecycle.dispose();
});

test('a retry by hand and a call end the countdown', async () => {
  const { lifecycle, opened } = setup();
  await lifecycle.ensure();
  opened[0]!.break();
  await settle();
  await lifecycle.retryNow();
  assert.equal(lifecycle.state.value.kind, 'connected');
  opened[1]!.break();
  await settle();
  await lifecycle.ensure();
  assert.equal(opened.length, 3);
  await tick(60_000);
  assert.equal(opened.length, 3, 'the old countdown is gone');
  await lifecycle.dispose();
});

test('a first start that fails is an error at once, unless only the network was in the way', async () => {
  const local = setup();
  local.failures.push(new Fault('server/exited', 'code 1'));
  await assert.rejects(local.lifecycle.ensure(), { code: 'server/exited' });
  assert.equal(local.lifecycle.state.value.kind, 'error');
  const remote = setup();
  remote.failures.push(refused());
  await assert.rejects(remote.lifecycle.ensure(), { code: 'server/connect-failed' });
  assert.equal(remote.lifecycle.state.value.kind, 'waiting');
  await local.lifecycle.dispose();
  await remote.lifecycle.dispose();
});

test('revoked trust ends the countdown; the reason of the approval is shown as pending', async () => {
  const { lifecycle, opened, failures } = setup();
  await lifecycle.ensure();
  opened[0]!.break();
  await settle();
  failures.push(new Fault('trust/changed-since-approval', 'It has changed'));
  await tick(1_000);
  assert.deepEqual(lifecycle.state.value, { kind: 'pending', reason: 'changed' });
  await tick(120_000);
  assert.equal(opened.length, 1);
  await lifecycle.suspend('untrusted-workspace');
  await assert.rejects(lifecycle.ensure(), { code: 'trust/workspace-untrusted' });
  assert.deepEqual(lifecycle.state.value, { kind: 'pending', reason: 'untrusted-workspace' });
  lifecycle.approve();
  assert.equal(lifecycle.state.value.kind, 'disconnected');
  await lifecycle.ensure();
  await lifecycle.dispose();
});

test('there is no retry after a permanent failure', async () => {
  for (const code of ['server/auth-required', 'server/spawn-failed', 'config/invalid'] as const) {
    const { lifecycle, opened, failures } = setup();
    await lifecycle.ensure();
    opened[0]!.break();
    await settle();
    failures.push(new Fault(code, 'no'));
    await tick(1_000);
    assert.equal(lifecycle.state.value.kind, 'error', code);
    await lifecycle.dispose();
  }
});

test(`an idle server is stopped after 5 minutes, checked each minute; use and subscriptions keep it${proves('R92', 'R93', 'C20')}`, async () => {
  const subject = setup();
  const { lifecycle } = subject;
  await lifecycle.ensure();
  await tick(4.5 * 60_000);
  await lifecycle.use(async () => {});
  for (let half = 0; half < 10; half++) await tick(30_000);
  assert.equal(lifecycle.state.value.kind, 'connected', 'idle for 5 minutes, and not looked at since');
  await tick(29_999);
  assert.equal(lifecycle.state.value.kind, 'connected');
  await tick(1);
  assert.deepEqual(lifecycle.state.value, { kind: 'disconnected', reason: 'idle' });
  await lifecycle.ensure();
  subject.held = true;
  for (let minute = 0; minute < 10; minute++) await tick(60_000);
  assert.equal(lifecycle.state.value.kind, 'connected');
  await lifecycle.dispose();
});

test('a call that runs for an hour is not idle', async () => {
  const { lifecycle } = setup();
  await lifecycle.ensure();
  const call = deferred<void>();
  const using = lifecycle.use(() => call.promise);
  for (let minute = 0; minute < 60; minute++) await tick(60_000);
  assert.equal(lifecycle.state.value.kind, 'connected');
  call.resolve();
  await using;
  await lifecycle.dispose();
});

test(`a quiet connection is pinged; two missed answers are a loss${proves('C8')}`, async () => {
  const { lifecycle, opened } = setup({ idleStopMs: 0 });
  await lifecycle.ensure();
  await tick(60_000);
  assert.equal(opened[0]!.pings, 0, 'there was traffic');
  opened[0]!.quietMs = 60_000;
  await tick(60_000);
  assert.equal(opened[0]!.pings, 1);
  assert.equal(lifecycle.state.value.kind, 'connected');
  opened[0]!.deaf = true;
  await tick(60_000);
  assert.equal(lifecycle.state.value.kind, 'waiting');
  await lifecycle.dispose();
});

test('servers that fell silent together are pinged one after the other, and none that was used meanwhile', async () => {
  const pace = new PingPace();
  const all = Array.from({ length: 4 }, () => setup({ idleStopMs: 0 }, pace));
  for (const { lifecycle } of all) await lifecycle.ensure();
  const pings = (): readonly number[] => all.map(({ opened }) => opened[0]!.pings);
  for (const { opened } of all) opened[0]!.quietMs = 60_000;
  await tick(60_000);
  assert.deepEqual(pings(), [1, 0, 0, 0]);
  await tick(6_000);
  assert.deepEqual(pings(), [1, 1, 0, 0]);
  all[2]!.opened[0]!.quietMs = 0;
  await tick(12_000);
  assert.deepEqual(pings(), [1, 1, 0, 1]);
  for (const { lifecycle } of all) await lifecycle.dispose();
});

test('a server that is stopped before its turn is not pinged', async () => {
  const pace = new PingPace();
  const { lifecycle, opened } = setup({ idleStopMs: 0 }, pace);
  await lifecycle.ensure();
  opened[0]!.quietMs = 60_000;
  await tick(59_000);
  pace.takeTurn(time.now);
  await tick(1_000);
  await lifecycle.stop();
  await tick(60_000);
  assert.equal(opened[0]!.pings, 0);
  await lifecycle.dispose();
});

test('a stop during the start leaves nothing running, and a removed server never starts again', async () => {
  const { lifecycle, opened } = setup();
  const starting = lifecycle.ensure();
  const stopping = lifecycle.stop();
  await assert.rejects(starting, { code: 'cancelled' });
  await stopping;
  assert.deepEqual(lifecycle.state.value, { kind: 'disconnected', reason: 'stopped' });
  assert.equal(opened.length, 0);
  await lifecycle.dispose();
  await assert.rejects(lifecycle.ensure(), { code: 'server/unknown' });
});
