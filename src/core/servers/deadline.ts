import { onAbort } from '../../base/async.ts';
import { Fault } from '../../base/fault.ts';
import type { Disposable } from '../../base/lifetime.ts';

export interface DeadlineOptions {
  /** Since the last sign of life. 0 = none. */
  readonly quietMs: number;
  /** In all, whatever happens. 0 = none. */
  readonly totalMs: number;
  readonly what: string;
  readonly signal?: AbortSignal | undefined;
}

/** Node fires a longer timer at once. */
const longestTimerMs = 2_147_483_647;

/**
 * Aborts after silence or in the end; a sign of life moves the first, and while it is held (a
 * person is being asked) neither runs. The SDK's own timeouts are not absolute and send no cancel.
 */
export class Deadline implements Disposable {
  readonly #options: DeadlineOptions;
  readonly #abort = new AbortController();
  readonly #outer: Disposable | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #total: ReturnType<typeof setTimeout> | undefined;
  #totalLeftMs: number;
  #totalSince = 0;
  #holds = 0;

  constructor(options: DeadlineOptions) {
    this.#options = options;
    this.#totalLeftMs = options.totalMs;
    const { signal } = options;
    if (signal?.aborted) this.#abort.abort(signal.reason);
    else this.#outer = signal && onAbort(signal, () => this.#abort.abort(signal.reason));
    this.#run();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  touch(): void {
    if (this.#holds > 0 || this.#abort.signal.aborted) return;
    clearTimeout(this.#quiet);
    this.#quiet = this.#after(this.#options.quietMs);
  }

  hold(): void {
    if (this.#holds++ > 0) return;
    if (this.#total !== undefined) this.#totalLeftMs -= performance.now() - this.#totalSince;
    this.#stop();
  }

  release(): void {
    if (--this.#holds === 0 && !this.#abort.signal.aborted) this.#run();
  }

  dispose(): void {
    this.#outer?.dispose();
    this.#stop();
  }

  #run(): void {
    if (this.#abort.signal.aborted) return;
    this.#quiet = this.#after(this.#options.quietMs);
    this.#totalSince = performance.now();
    this.#total = this.#options.totalMs > 0 ? this.#after(Math.max(1, this.#totalLeftMs)) : undefined;
  }

  #stop(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#total);
    this.#quiet = this.#total = undefined;
  }

  #after(ms: number): ReturnType<typeof setTimeout> | undefined {
    if (ms <= 0) return undefined;
    return setTimeout(() => this.#expire(ms), Math.min(ms, longestTimerMs));
  }

  #expire(ms: number): void {
    const { what, quietMs, totalMs } = this.#options;
    const seconds = (ms === quietMs ? quietMs : totalMs) / 1000;
    this.#stop();
    this.#abort.abort(new Fault('timeout', `${what} timed out after ${seconds} s`, { data: { timeoutMs: seconds * 1000 } }));
  }
}
