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

/** A service that closes after an answer does so at once, or when a busy machine lets it. */
const trialMs = { least: 50, most: 500, latencies: 5 };
/** Nobody who means to close waits this long. */
const provenMs = 500;
/** A service that closed under a call, after it had answered others, is taken for one that closes after each. */
const distrustMs = 60_000;

/**
 * Decides which connection is kept and shared. One that stays open after its first answer is
 * promising, and a second answer proves it. Nothing that must not be repeated is sent on it
 * until it has been open for long: a service that closes after each answer must not take such
 * a call down with it, because then nobody knows whether it was carried out.
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
      if (this.#habit === 'many') return undefined; // a connection of its own costs little, and nothing can happen to it
      await staysOpen(promising.connection, promising.since + provenMs - performance.now(), signal);
      if (signal.aborted) throw cancelledFault(signal);
    }
    if (this.#promising !== promising) return undefined;
    this.#promising = undefined;
    return promising.connection;
  }

  /** What becomes of a connection after an answer. Resolves when its lane is free. */
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

  /** Nobody listens: who does next may be another. */
  startOver(): void {
    this.#habit = 'unknown';
    this.#keepFrom = 0;
  }

  #isWanted(lane: number): boolean {
    if (this.#kept || this.#promising || performance.now() < this.#keepFrom) return false;
    return this.#habit !== 'oneAtATime' || this.#lanes.isOnlyOne(lane);
  }

  /** A service that serves one connection at a time would never come to those who wait on others. */
  #mayStay(lane: number): boolean {
    if (this.#habit === 'many' || this.#lanes.isOnlyOne(lane)) return true;
    this.#habit = 'oneAtATime'; // nobody else was answered while this one was open
    this.#lanes.narrow();
    return false;
  }

  #keep(connection: ServiceConnection): void {
    this.#kept = connection;
    this.#lanes.release();
  }
}

/** Slow to answer is slow to close. */
function trialFor(latencyMs: number): number {
  return Math.min(trialMs.most, Math.max(trialMs.least, latencyMs * trialMs.latencies));
}

/** Whether it is still open after this long; told at once when it closes, or when nobody wants to know any more. */
async function staysOpen(connection: ServiceConnection, ms: number, signal?: AbortSignal): Promise<boolean> {
  const trial = new AbortController();
  const end = (): void => trial.abort();
  signal?.addEventListener('abort', end, { once: true });
  const gone = connection.closed.then(end);
  await Promise.race([gone, delay(Math.max(0, ms), undefined, { ref: false, signal: trial.signal }).catch(() => {})]);
  signal?.removeEventListener('abort', end);
  return connection.open;
}
