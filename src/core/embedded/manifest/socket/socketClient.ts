import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { cancelledFault, onAbort, sleep } from '../../../../base/async.ts';
import { Fault } from '../../../../base/fault.ts';
import type { Disposable } from '../../../../base/lifetime.ts';
import type { Log } from '../../../../base/log.ts';
import { type ServiceCall, ServiceConnection, connectSocket } from './connection.ts';
import { Lanes } from './lanes.ts';
import type { Reply } from './reply.ts';
import { chooseSocket } from './socketPath.ts';
import { type SafetyRules, safeSocketPath, systemRules, unreachable } from './socketSafety.ts';

export interface SocketClientOptions {
  readonly candidates: readonly [string, ...string[]];
  readonly maxMessageBytes: number;
  readonly log: Log;
  readonly rules?: SafetyRules;
}

export interface RepeatableCall extends ServiceCall {
  /** Carrying it out twice does no harm, so a lost connection is worth a second try. */
  readonly repeatable: boolean;
}

/** Whether the service answers on one connection while another is open. */
type Habit = 'unknown' | 'many' | 'oneAtATime';

/** A service that closes after an answer does so at once; one that is still there after this long means to stay. */
const trialMs = 50;
/** After a kept connection was closed under calls that waited, the service is taken for one that closes after each. */
const distrustMs = 60_000;
const connectTimeoutMs = 5_000;

/**
 * Calls a service over its socket. One connection is kept and shared by all calls. A connection
 * becomes the kept one by staying open after its first answer; a service that closes instead
 * gets a connection for each call, and nothing that was sent to it is ever lost in the closing.
 */
export class SocketClient implements Disposable {
  readonly #options: SocketClientOptions;
  readonly #lanes = new Lanes();
  readonly #open = new Set<ServiceConnection>();
  #kept: ServiceConnection | undefined;
  #habit: Habit = 'unknown';
  #keepFrom = 0;
  #ended = false;

  constructor(options: SocketClientOptions) {
    this.#options = options;
  }

  async call(call: RepeatableCall): Promise<Reply> {
    try {
      return await this.#once(call);
    } catch (error) {
      if (!maySendAgain(error, call)) throw error;
      this.#options.log.debug('the connection was lost; sending again', { method: call.method });
      return this.#once(call);
    }
  }

  dispose(): void {
    this.#ended = true;
    for (const connection of this.#open) connection.dispose();
    this.#lanes.dispose();
  }

  #once(call: ServiceCall): Promise<Reply> {
    return this.#kept
      ? this.#kept.send(call)
      : withDeadline(call, (signal) => this.#onOwnLane({ ...call, signal }, signal));
  }

  async #onOwnLane(call: ServiceCall, signal: AbortSignal): Promise<Reply> {
    for (;;) {
      const lane = await this.#lanes.enter(signal);
      if (lane !== undefined) return this.#alone(lane, call, signal);
      if (this.#ended) throw new Fault('cancelled', 'The bridge has stopped.');
      if (this.#kept) return this.#kept.send(call);
    }
  }

  async #alone(lane: number, call: ServiceCall, signal: AbortSignal): Promise<Reply> {
    let connection: ServiceConnection | undefined;
    try {
      connection = await this.#connect(signal);
      const reply = await connection.send(call);
      void this.#judge(connection, lane);
      return reply;
    } catch (error) {
      connection?.dispose(); // ends the service's work with it
      this.#lanes.leave(lane);
      throw error;
    }
  }

  async #connect(signal: AbortSignal): Promise<ServiceConnection> {
    const connection = new ServiceConnection(await this.#reach(signal), this.#options);
    if (this.#ended) connection.dispose();
    this.#open.add(connection);
    void connection.closed.then(() => this.#forget(connection));
    return connection;
  }

  async #reach(signal: AbortSignal): Promise<Socket> {
    const { candidates, rules = systemRules } = this.#options;
    try {
      const path = await safeSocketPath(await chooseSocket(candidates), rules);
      return await connectPatiently(path, signal);
    } catch (error) {
      this.#habit = 'unknown'; // whoever listens there next may be another
      this.#keepFrom = 0;
      throw error;
    }
  }

  /** After its first answer: does the connection stay? Until that is known the lane is taken. */
  async #judge(connection: ServiceConnection, lane: number): Promise<void> {
    this.#lanes.answered();
    const [oldest] = this.#open;
    if (oldest !== connection) this.#habit = 'many';
    if (!this.#isWorthATrial(lane)) connection.dispose();
    else if (!(await staysOpen(connection))) this.#lanes.widen();
    else if (this.#mayKeep(lane)) this.#keep(connection);
    else connection.dispose();
    this.#lanes.leave(lane);
  }

  #isWorthATrial(lane: number): boolean {
    if (this.#kept || Date.now() < this.#keepFrom) return false;
    return this.#habit !== 'oneAtATime' || this.#lanes.isOnlyOne(lane);
  }

  /** A service that serves one connection at a time would never come to those who wait on others. */
  #mayKeep(lane: number): boolean {
    if (this.#kept) return false;
    if (this.#habit === 'many' || this.#lanes.isOnlyOne(lane)) return true;
    this.#habit = 'oneAtATime'; // nobody else was answered while this one was open
    return false;
  }

  #keep(connection: ServiceConnection): void {
    this.#kept = connection;
    this.#lanes.release();
  }

  #forget(connection: ServiceConnection): void {
    this.#open.delete(connection);
    if (this.#kept !== connection) return;
    this.#kept = undefined;
    if (!connection.lostCalls) return;
    this.#keepFrom = Date.now() + distrustMs;
    this.#lanes.widen();
  }
}

function maySendAgain(error: unknown, call: RepeatableCall): boolean {
  if (!Fault.is(error, 'peer/closed') || call.signal?.aborted) return false;
  return call.repeatable || error.data?.['delivered'] === false;
}

/** Waiting for a lane and connecting count as part of the call's time. */
async function withDeadline<T>(call: ServiceCall, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const late = (): void =>
    limit.abort(new Fault('timeout', `${call.method} timed out after ${call.timeoutMs / 1000}s`));
  const timer = setTimeout(late, call.timeoutMs);
  const cancel = (): void => limit.abort(cancelledFault(call.signal));
  if (call.signal?.aborted) cancel();
  const stop = call.signal && onAbort(call.signal, cancel);
  try {
    return await run(limit.signal);
  } finally {
    clearTimeout(timer);
    stop?.dispose();
  }
}

async function staysOpen(connection: ServiceConnection): Promise<boolean> {
  const trial = new AbortController();
  const gone = connection.closed.then(() => trial.abort());
  await Promise.race([gone, delay(trialMs, undefined, { ref: false, signal: trial.signal }).catch(() => {})]);
  return connection.open;
}

/** A full queue of the service empties by itself; everything else is told at once. */
async function connectPatiently(path: string, signal: AbortSignal): Promise<Socket> {
  const giveUpAt = Date.now() + connectTimeoutMs;
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, 50)) {
    try {
      return await connectSocket(path, signal);
    } catch (error) {
      if (signal.aborted) throw cancelledFault(signal);
      const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      if (!isFull || Date.now() > giveUpAt) throw unreachable(path, error);
      await sleep(pauseMs, signal);
    }
  }
}
