import { setTimeout as delay } from 'node:timers/promises';
import { cancelledFault } from '../../../base/async.ts';
import type { ServiceConnection } from './connection.ts';
import type { ConnectionLimiter } from './connectionLimiter.ts';

/** Whether the service answers on one connection while another is open. */
type Habit = 'unknown' | 'many' | 'oneAtATime';

interface Promising {
  readonly connection: ServiceConnection;
  readonly since: number;
}

/** A service that closes after a response does so at once, or a little later on a busy machine. */
const trialMs = { least: 50, most: 500, latencies: 5 };
/** A service that closes after each response does so sooner. */
const provenMs = 500;
/** A service that closed during a call, after responding to others, is treated as one that closes after each. */
const distrustMs = 60_000;

/**
 * Decides which connection is kept and shared. One that stays open after its first response is
 * promising, and a second response proves it. Nothing that must not be repeated is sent on it
 * until it has been open for long: a service that closes after each response must not break such
 * a call, because then it is unknown whether it was carried out.
 */
export class ConnectionReuse {
  readonly #lanes: ConnectionLimiter;
  #kept: ServiceConnection | undefined;
  #promising: Promising | undefined;
  #habit: Habit = 'unknown';
  #keepFrom = 0;

  constructor(lanes: ConnectionLimiter) {
    this.#lanes = lanes;
  }

  get kept(): ServiceConnection | undefined {
    return this.#kept;
  }

  /** The promising connection, for the call that will prove it; `undefined` where a fresh one is to be used. */
  async take(repeatable: boolean, signal: AbortSignal): Promise<ServiceConnection | undefined> {
    const promising = this.#promising;
    if (!promising) return undefined;
    if (!repeatable) {
      if (this.#habit === 'many') return undefined; // a separate connection is cheap and safe
      await staysOpen(promising.connection, promising.since + provenMs - performance.now(), signal);
      if (signal.aborted) throw cancelledFault(signal);
    }
    if (this.#promising !== promising) return undefined;
    this.#promising = undefined;
    return promising.connection;
  }

  /** Decides whether a connection is kept after a response. Resolves when its lane is free. */
  async answered(connection: ServiceConnection, lane: number, servesMany: boolean, latencyMs: number): Promise<void> {
    if (servesMany) this.#habit = 'many';
    if (!this.#isWanted(lane)) return connection.dispose();
    if (connection.answers === 1 && !(await staysOpen(connection, trialFor(latencyMs)))) return this.#lanes.widen();
    if (!this.#isWanted(lane) || !this.#mayStay(lane)) return connection.dispose();
    if (connection.answers === 1) this.#promising = { connection, since: performance.now() };
    else this.#keep(connection);
  }

  forget(connection: ServiceConnection): void {
    if (this.#kept === connection) this.#kept = undefined;
    if (this.#promising?.connection === connection) this.#promising = undefined;
    if (!connection.lostCalls || connection.answers === 0) return;
    this.#keepFrom = performance.now() + distrustMs;
    this.#lanes.widen();
  }

  /** The socket is gone: the next service may behave differently. */
  startOver(): void {
    this.#habit = 'unknown';
    this.#keepFrom = 0;
  }

  #isWanted(lane: number): boolean {
    if (this.#kept || this.#promising || performance.now() < this.#keepFrom) return false;
    return this.#habit !== 'oneAtATime' || this.#lanes.isOnlyOne(lane);
  }

  /** A service that serves one connection at a time would never accept the other connections. */
  #mayStay(lane: number): boolean {
    if (this.#habit === 'many' || this.#lanes.isOnlyOne(lane)) return true;
    this.#habit = 'oneAtATime'; // no other connection got a response while this one was open
    this.#lanes.narrow();
    return false;
  }

  #keep(connection: ServiceConnection): void {
    this.#kept = connection;
    this.#lanes.release();
  }
}

/** A service that responds slowly also closes slowly. */
function trialFor(latencyMs: number): number {
  return Math.min(trialMs.most, Math.max(trialMs.least, latencyMs * trialMs.latencies));
}

/** Whether it is still open after this time; resolves early when it closes or the wait is cancelled. */
async function staysOpen(connection: ServiceConnection, ms: number, signal?: AbortSignal): Promise<boolean> {
  const trial = new AbortController();
  const end = (): void => trial.abort();
  signal?.addEventListener('abort', end, { once: true });
  const gone = connection.closed.then(end);
  await Promise.race([gone, delay(Math.max(0, ms), undefined, { ref: false, signal: trial.signal }).catch(() => {})]);
  signal?.removeEventListener('abort', end);
  return connection.open;
}
