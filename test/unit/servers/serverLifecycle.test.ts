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

/** A connection without a server: it can be broken, and says how it was treated. */
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

interface Bed {
  readonly life: ServerLifecycle;
  readonly opened: ReturnType<typeof fakeConnection>[];
  /** What the next starts do; empty = succeed. */
  readonly failures: Fault[];
  held: boolean;
}

let now = 0;

function bed(limits: Partial<ServerLimits> = {}): Bed {
  const opened: ReturnType<typeof fakeConnection>[] = [];
  const failures: Fault[] = [];
  const result = { opened, failures, held: false } as { -readonly [K in keyof Bed]: Bed[K] };
  result.life = new ServerLifecycle({
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

test('concurrent starts share one, and nothing starts by itself', async () => {
  const { life, opened } = bed();
  assert.deepEqual(life.state.value, { kind: 'disconnected', reason: 'never' });
  await Promise.all([life.ensure(), life.ensure(), life.ensure()]);
  assert.equal(opened.length, 1);
  await life.dispose();
});

test(`a lost connection is tried again after 1, 2, 4 … seconds, with the time of the next try in the state${proves('R78', 'R90', 'R91')}`, async () => {
  const { life, opened, failures } = bed();
  await life.ensure();
  failures.push(refused(), refused(), refused());
  opened[0]!.break();
  await settle();
  for (const [attempt, ms] of [
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [4, 8_000],
  ] as const) {
    const state = life.state.value;
    assert.equal(state.kind, 'waiting');
    assert.deepEqual(state.kind === 'waiting' && [state.attempt, state.retryAt - now], [attempt, ms]);
    await tick(ms - 1);
    assert.equal(life.state.value.kind, 'waiting');
    await tick(1);
  }
  assert.equal(life.state.value.kind, 'connected');
  await life.dispose();
});

test(`it gives up after the configured count and says so${proves('R78')}`, async () => {
  const { life, opened, failures } = bed({ reconnectAttempts: 2 });
  await life.ensure();
  failures.push(refused(), refused(), refused());
  opened[0]!.break();
  await settle();
  await tick(1_000);
  await tick(2_000);
  const state = life.state.value;
  assert.equal(state.kind, 'error');
  assert.match(state.kind === 'error' ? state.fault.message : '', /Gave up after 2 attempts: refused/);
  await tick(120_000);
  assert.equal(opened.length, 1);
  await life.dispose();
});

test('a crash loop is bounded although each start succeeds; a stable connection starts a new count', async () => {
  const { life, opened } = bed({ reconnectAttempts: 3 });
  await life.ensure();
  for (const ms of [1_000, 2_000, 4_000]) {
    opened.at(-1)!.break();
    await settle();
    await tick(ms);
  }
  await tick(61_000);
  opened.at(-1)!.break();
  await settle();
  assert.equal(life.state.value.kind === 'waiting' && life.state.value.attempt, 1);
  await tick(1_000);
  for (const ms of [2_000, 4_000]) {
    opened.at(-1)!.break();
    await settle();
    await tick(ms);
  }
  opened.at(-1)!.break();
  await settle();
  assert.equal(life.state.value.kind, 'error');
  await life.dispose();
});

test('"Retry now" and a call end the countdown', async () => {
  const { life, opened } = bed();
  await life.ensure();
  opened[0]!.break();
  await settle();
  await life.retryNow();
  assert.equal(life.state.value.kind, 'connected');
  opened[1]!.break();
  await settle();
  await life.ensure();
  assert.equal(opened.length, 3);
  await tick(60_000);
  assert.equal(opened.length, 3, 'the old countdown is gone');
  await life.dispose();
});

test('a first start that fails is an error at once, unless only the network was in the way', async () => {
  const local = bed();
  local.failures.push(new Fault('server/exited', 'code 1'));
  await assert.rejects(local.life.ensure(), { code: 'server/exited' });
  assert.equal(local.life.state.value.kind, 'error');
  const remote = bed();
  remote.failures.push(refused());
  await assert.rejects(remote.life.ensure(), { code: 'server/connect-failed' });
  assert.equal(remote.life.state.value.kind, 'waiting');
  await local.life.dispose();
  await remote.life.dispose();
});

test('trust that was taken away ends the countdown; what the approval says is shown as pending', async () => {
  const { life, opened, failures } = bed();
  await life.ensure();
  opened[0]!.break();
  await settle();
  failures.push(new Fault('trust/changed-since-approval', 'It has changed'));
  await tick(1_000);
  assert.deepEqual(life.state.value, { kind: 'pending', reason: 'changed' });
  await tick(120_000);
  assert.equal(opened.length, 1);
  await life.suspend('untrusted-workspace');
  await assert.rejects(life.ensure(), { code: 'trust/workspace-untrusted' });
  assert.deepEqual(life.state.value, { kind: 'pending', reason: 'untrusted-workspace' });
  life.approve();
  assert.equal(life.state.value.kind, 'disconnected');
  await life.ensure();
  await life.dispose();
});

test('no retry after what trying cannot mend', async () => {
  for (const code of ['server/auth-required', 'server/spawn-failed', 'config/invalid'] as const) {
    const { life, opened, failures } = bed();
    await life.ensure();
    opened[0]!.break();
    await settle();
    failures.push(new Fault(code, 'no'));
    await tick(1_000);
    assert.equal(life.state.value.kind, 'error', code);
    await life.dispose();
  }
});

test(`an idle server is stopped after 5 minutes, checked each minute; use and subscriptions keep it${proves('R92', 'R93', 'C20')}`, async () => {
  const subject = bed();
  const { life } = subject;
  await life.ensure();
  await tick(4 * 60_000);
  await life.use(async () => {});
  for (let minute = 1; minute < 5; minute++) await tick(60_000);
  assert.equal(life.state.value.kind, 'connected');
  await tick(60_000);
  assert.deepEqual(life.state.value, { kind: 'disconnected', reason: 'idle' });
  await life.ensure();
  subject.held = true;
  for (let minute = 0; minute < 10; minute++) await tick(60_000);
  assert.equal(life.state.value.kind, 'connected');
  await life.dispose();
});

test('a call that runs for an hour is not idle', async () => {
  const { life } = bed();
  await life.ensure();
  const call = deferred<void>();
  const using = life.use(() => call.promise);
  for (let minute = 0; minute < 60; minute++) await tick(60_000);
  assert.equal(life.state.value.kind, 'connected');
  call.resolve();
  await using;
  await life.dispose();
});

test(`a quiet connection is pinged; two missed answers are a loss${proves('C8')}`, async () => {
  const { life, opened } = bed({ idleStopMs: 0 });
  await life.ensure();
  await tick(60_000);
  assert.equal(opened[0]!.pings, 0, 'there was traffic');
  opened[0]!.quietMs = 60_000;
  await tick(60_000);
  assert.equal(opened[0]!.pings, 1);
  assert.equal(life.state.value.kind, 'connected');
  opened[0]!.deaf = true;
  await tick(60_000);
  assert.equal(life.state.value.kind, 'waiting');
  await life.dispose();
});

test('a stop during the start leaves nothing running, and a removed server never starts again', async () => {
  const { life, opened } = bed();
  const starting = life.ensure();
  const stopping = life.stop();
  await assert.rejects(starting, { code: 'cancelled' });
  await stopping;
  assert.deepEqual(life.state.value, { kind: 'disconnected', reason: 'stopped' });
  assert.equal(opened.length, 0);
  await life.dispose();
  await assert.rejects(life.ensure(), { code: 'server/unknown' });
});
