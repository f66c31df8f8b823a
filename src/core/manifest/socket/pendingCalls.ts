import { timedOut } from '../../../base/commonFaults.ts';
import { cancelledFault } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import type { ProgressReport } from '../../mcpServer/tool.ts';
import type { Reply } from './reply.ts';

interface Pending {
  dueAt: number;
  /** No progress moves the end beyond this. */
  readonly lastDueAt: number;
  readonly patience: Patience;
  late(): void;
  resolve(reply: Reply): void;
  reject(fault: Fault): void;
  /** Stops listening to the caller. */
  release(): void;
}

interface Patience {
  readonly method: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (report: ProgressReport) => void;
}

/** Progress keeps a call alive, but not for ever. */
export const longestCallMs = 3_600_000;

/** Pending calls. Each settles once: by its response, its timeout, its caller, or the end of the connection. */
export class PendingCalls {
  readonly #calls = new Map<number, Pending>();
  readonly #giveUp: (id: number) => void;
  readonly #alarm = new Alarm(() => this.#expire());
  #lastId = 0;

  /** `giveUp` is called for a call that is no longer awaited, so that the service can stop its work. */
  constructor(giveUp: (id: number) => void) {
    this.#giveUp = giveUp;
  }

  get size(): number {
    return this.#calls.size;
  }

  nextId(): number {
    return ++this.#lastId;
  }

  wasMade(id: number): boolean {
    return Number.isInteger(id) && id >= 1 && id <= this.#lastId;
  }

  add(id: number, patience: Patience): Promise<Reply> {
    const { method, timeoutMs, signal } = patience;
    return new Promise((resolve, reject) => {
      const cancel = (): void => this.#abandon(id, cancelledFault(signal));
      const late = (): void => this.#abandon(id, timedOut(method, timeoutMs));
      signal?.addEventListener('abort', cancel, { once: true });
      const release = (): void => signal?.removeEventListener('abort', cancel);
      const dueAt = performance.now() + timeoutMs;
      const lastDueAt = dueAt - timeoutMs + Math.max(timeoutMs, longestCallMs);
      this.#calls.set(id, { dueAt, lastDueAt, patience, late, resolve, reject, release });
      this.#alarm.setFor(dueAt);
    });
  }

  /** False for an id that was never used; the late response to an abandoned call is dropped. */
  answer(id: number, reply: Reply): boolean {
    const call = this.#take(id);
    call?.resolve(reply);
    return call !== undefined || this.wasMade(id);
  }

  /** The service is at work: its time begins anew. */
  progress(id: number, report: ProgressReport): void {
    const call = this.#calls.get(id);
    if (!call) return;
    call.dueAt = Math.min(performance.now() + call.patience.timeoutMs, call.lastDueAt);
    call.patience.onProgress?.(report);
  }

  fail(id: number, fault: Fault): void {
    this.#take(id)?.reject(fault);
  }

  /** Nothing comes after this. */
  failAll(fault: Fault): void {
    this.#alarm.dispose();
    for (const id of this.#calls.keys()) this.fail(id, fault);
  }

  #abandon(id: number, fault: Fault): void {
    if (!this.#calls.has(id)) return;
    this.#giveUp(id);
    this.fail(id, fault);
  }

  #take(id: number): Pending | undefined {
    const call = this.#calls.get(id);
    call?.release();
    this.#calls.delete(id);
    return call;
  }

  #expire(): void {
    const now = performance.now();
    for (const { dueAt, late } of this.#calls.values()) {
      if (dueAt <= now) late();
      else this.#alarm.setFor(dueAt);
    }
  }
}

/**
 * One timer for all calls, left running when they are answered in time. A timer for each
 * is the largest part of what a quick call costs, because the last one to be cleared
 * switches the timers of the whole process off, and the next one on again.
 */
class Alarm {
  readonly #ring: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #at = Number.POSITIVE_INFINITY;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** Fires at this time at the latest. */
  setFor(at: number): void {
    if (at >= this.#at) return;
    clearTimeout(this.#timer);
    this.#at = at;
    this.#timer = setTimeout(() => this.#fire(), Math.max(1, at - performance.now()));
    this.#timer.unref?.(); // the socket keeps the process while a call waits
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#at = Number.NEGATIVE_INFINITY;
  }

  #fire(): void {
    this.#at = Number.POSITIVE_INFINITY;
    this.#ring();
  }
}
