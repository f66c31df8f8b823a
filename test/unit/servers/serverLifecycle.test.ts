import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { deferred } from '../../../src/base/async.ts';
import { Fault } from '../../../src/base/fault.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { Connection } from '../../../src/core/servers/connection/connection.ts';
import { type ServerLimits, defaultLimits } from '../../../src/core/servers/model/launch.ts';
import { ServerLifecycle } from '../../../src/core/servers/lifecycle/serverLifecycle.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

/** A connection without a server: it can be broken, and records how it was used. */
function fakeConnection(): { connection: Connection; break(): void; pings: number; deaf: boolean; quietMs: number } {
  const closed = deferred<void>();
  const fake = {
    pings: 0,
    deaf: false,
    quietMs: 0,
    break: () => closed.resolve(),
    connection: {
      info: { era: 'legacy' },
      closed: closed.promise,
      close: async () => closed.resolve(),
      quietForMs: () => fake.quietMs,
      ping: async () => {
        fake.pings++;
        if (fake.deaf) throw new Fault('timeout', 'no pong');
      },
    } as unknown as Connection,
  };
  return fake;
}

interface Setup {
  readonly lifecycle: ServerLifecycle;
  readonly opened: ReturnType<typeof fakeConnection>[];
  /** What the next starts do; empty = succeed. */
  readonly failures: Fault[];
  held: boolean;
}

let now = 0;

function setup(limits: Partial<ServerLimits> = {}): Setup {
  const opened: ReturnType<typeof fakeConnection>[] = [];
  const failures: Fault[] = [];
  const result = { opened, failures, held: false } as { -readonly [K in keyof Setup]: Setup[K] };
  result.lifecycle = new ServerLifecycle({
    limits: { ...defaultLimits, ...limits },
    clock: { now: () => now, monotonicMs: () => now },
    random: () => 0.5,
    log: silentLog,
    open: async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      const fake = fakeConnection();
      opened.push(fake);
      return fake.connection;
    },
    explainLoss: () => new Fault('server/exited', 'The server exited with code 1'),
    connected: () => {},
    disconnected: () => {},
    isHeld: () => result.held,
  });
  return result;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

async function tick(ms: number): Promise<void> {
  now += ms;
  mock.timers.tick(ms);
  await settle();
}

beforeEach(() => {
  now = 0;
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
});
afterEach(() => mock.timers.reset());

const refused = (): Fault => new Fault('server/connect-failed', 'refused', { data: { retryable: true } });

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
    assert.deepEqual(state.kind === 'waiting' && [state.attempt, state.retryAt - now], [attempt, ms]);
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

test('calls during an outage use up no attempt, try every two seconds, and get the server when it is back', async () => {
  const { lifecycle, opened, failures } = setup();
  await lifecycle.ensure();
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
