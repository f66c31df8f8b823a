import { type Deferred, cancelledFault, deferred, onAbort } from '../../../base/async.ts';
import type { Disposable } from '../../../base/lifetime.ts';

const maxLanes = 32;
const widenAfterMs = 250;

/**
 * How many connections carry one call each while there is no kept one.
 *
 * Until the service has shown what it does after a response there is one lane: a service
 * that serves one connection at a time would leave a second caller waiting. They
 * become more when a response takes long, and when the service is known to close after each.
 */
export class ConnectionLimiter implements Disposable {
  readonly #busy = new Set<number>();
  readonly #waiting = new Set<Deferred<number | undefined>>();
  #last = 0;
  #wide = false;
  #widenTimer: ReturnType<typeof setTimeout> | undefined;

  /** The number of a lane; `undefined` when waiting callers were released because there is a kept connection now. */
  async enter(signal: AbortSignal): Promise<number | undefined> {
    if (signal.aborted) throw cancelledFault(signal);
    if (this.#hasRoom()) return this.#take();
    const turn = deferred<number | undefined>();
    this.#waiting.add(turn);
    const stop = onAbort(signal, () => {
      if (this.#waiting.delete(turn)) turn.reject(cancelledFault(signal));
    });
    return turn.promise.finally(() => stop.dispose());
  }

  /** The response has arrived: no more lanes are opened because of it. */
  answered(): void {
    this.#calm();
  }

  leave(lane: number): void {
    this.#busy.delete(lane);
    if (this.#busy.size === 0) this.#calm();
    this.#letIn();
  }

  /** Whether no other call uses a lane. */
  isOnlyOne(lane: number): boolean {
    return this.#busy.size === 0 || (this.#busy.size === 1 && this.#busy.has(lane));
  }

  /** Calls at once need connections at once. */
  widen(): void {
    this.#wide = true;
    this.#letIn();
  }

  /** One after the other again; running calls continue. */
  narrow(): void {
    this.#wide = false;
  }

  /** A connection is kept from now on: all waiting calls can share it. */
  release(): void {
    this.#wide = false;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const turn of waiting) turn.resolve(undefined);
  }

  dispose(): void {
    this.#calm();
    this.release();
  }

  #hasRoom(): boolean {
    return this.#busy.size < (this.#wide ? maxLanes : 1);
  }

  #take(): number {
    const lane = ++this.#last;
    this.#busy.add(lane);
    this.#widenTimer ??= setTimeout(() => this.widen(), widenAfterMs);
    return lane;
  }

  #calm(): void {
    clearTimeout(this.#widenTimer);
    this.#widenTimer = undefined;
  }

  #letIn(): void {
    for (const turn of this.#waiting) {
      if (!this.#hasRoom()) return;
      this.#waiting.delete(turn);
      turn.resolve(this.#take());
    }
  }
}
