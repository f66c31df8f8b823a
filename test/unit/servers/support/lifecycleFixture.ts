import { mock } from 'node:test';
import { deferred } from '../../../../src/base/async.ts';
import { Fault } from '../../../../src/base/fault.ts';
import { silentLog } from '../../../../src/base/log.ts';
import type { Connection } from '../../../../src/core/servers/connection/connection.ts';
import { type ServerLimits, defaultLimits } from '../../../../src/core/servers/model/launch.ts';
import type { PingPace } from '../../../../src/core/servers/lifecycle/pingPace.ts';
import { ServerLifecycle } from '../../../../src/core/servers/lifecycle/serverLifecycle.ts';

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

/** The mocked time of all clocks and timers. */
export const time = { now: 0 };

export function setup(limits: Partial<ServerLimits> = {}, pace?: PingPace): Setup {
  const opened: ReturnType<typeof fakeConnection>[] = [];
  const failures: Fault[] = [];
  const result = { opened, failures, held: false } as { -readonly [K in keyof Setup]: Setup[K] };
  result.lifecycle = new ServerLifecycle({
    limits: { ...defaultLimits, ...limits },
    clock: { now: () => time.now, monotonicMs: () => time.now },
    random: () => 0.5,
    log: silentLog,
    pace,
    open: async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      const fake = fakeConnection();
      opened.push(fake);
      return fake.connection;
    },
    isSessionLost: () => false,
    explainLoss: () => new Fault('server/exited', 'The server exited with code 1'),
    connected: () => {},
    disconnected: () => {},
    isPaused: () => false,
    isHeld: () => result.held,
  });
  return result;
}

export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

export async function tick(ms: number): Promise<void> {
  time.now += ms;
  mock.timers.tick(ms);
  await settle();
}

export function mockTime(): void {
  time.now = 0;
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
}

export const refused = (): Fault => new Fault('server/connect-failed', 'refused', { data: { retryable: true } });
