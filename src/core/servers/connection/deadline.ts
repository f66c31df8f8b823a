import { l10n } from '../../../base/l10n.ts';
import { timedOut } from '../../../base/commonFaults.ts';
import { onAbort } from '../../../base/async.ts';
import type { Fault } from '../../../base/fault.ts';
import type { Disposable } from '../../../base/lifetime.ts';

interface DeadlineOptions {
  /** Since the last activity. 0 = none. */
  readonly quietMs: number;
  /** In all, whatever happens. 0 = none. */
  readonly totalMs: number;
  readonly what: string;
  readonly signal?: AbortSignal | undefined;
  /** `performance.now()` from which both count; the default is now. */
  readonly since?: number | undefined;
  /** Stops this deadline with all others of its server. */
  readonly pause?: PauseSwitch | undefined;
}

/** While a debugger has stopped a server, no time of it runs: not of its calls, nor of its start. */
export class PauseSwitch {
  readonly #deadlines = new Set<Deadline>();
  #isPaused = false;

  get isPaused(): boolean {
    return this.#isPaused;
  }

  set isPaused(isPaused: boolean) {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    for (const deadline of this.#deadlines)
      if (isPaused) deadline.hold();
      else deadline.release();
  }

  add(deadline: Deadline): void {
    this.#deadlines.add(deadline);
    if (this.#isPaused) deadline.hold();
  }

  delete(deadline: Deadline): void {
    this.#deadlines.delete(deadline);
  }
}

/** Node fires a longer timer at once. */
const longestTimerMs = 2_147_483_647;
/** A timer that fires this late tells of a computer that slept, or of a process that was stopped. */
const sleptMs = 500;
/** Then what arrived meanwhile is read before the clock is judged. */
const readMs = 1_000;

/**
 * Aborts after silence, or at the absolute limit; activity extends the first, and while held (a
 * user is being asked) neither runs. The SDK's own timeouts are not absolute and send no cancellation.
 * One timer serves both: activity only stores the time, and a timer that fires too early is set again.
 */
export class Deadline implements Disposable {
  readonly #options: DeadlineOptions;
  readonly #abort = new AbortController();
  readonly #outer: Disposable | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quietSince: number;
  #totalSince: number;
  #heldSince = 0;
  #heldMs = 0;
  #hasSlept = false;
  #holds = 0;

  constructor(options: DeadlineOptions) {
    this.#options = options;
    const now = performance.now();
    this.#quietSince = this.#totalSince = options.since ?? now;
    const { signal } = options;
    if (signal?.aborted) this.#abort.abort(signal.reason);
    else this.#outer = signal && onAbort(signal, () => this.#abort.abort(signal.reason));
    this.#arm(now);
    options.pause?.add(this);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** How long a user was asked so far: that is no time of the server. */
  get heldMs(): number {
    return this.#heldMs + (this.#holds > 0 ? performance.now() - this.#heldSince : 0);
  }

  cancel(reason: Fault): void {
    this.#abort.abort(reason);
  }

  touch(): void {
    this.#quietSince = performance.now();
  }

  hold(): void {
    if (this.#holds++ > 0) return;
    this.#heldSince = performance.now();
    clearTimeout(this.#timer);
  }

  release(): void {
    if (--this.#holds > 0) return;
    const now = performance.now();
    this.#quietSince = now;
    this.#heldMs += now - this.#heldSince;
    this.#totalSince += now - this.#heldSince;
    this.#arm(now);
  }

  dispose(): void {
    this.#options.pause?.delete(this);
    this.#outer?.dispose();
    clearTimeout(this.#timer);
  }

  #arm(now: number): void {
    if (this.#abort.signal.aborted) return;
    this.#hasSlept = false;
    const leftMs = this.#leftMs(now);
    if (leftMs === Number.POSITIVE_INFINITY) return;
    // A timer may fire a fraction of a millisecond early: rounded up, it is set once more at most.
    this.#timer = setTimeout(() => this.#look(), Math.min(Math.max(1, Math.ceil(leftMs)), longestTimerMs));
  }

  #lookAgain(): void {
    this.#hasSlept = true;
    this.#timer = setTimeout(() => this.#look(), readMs);
  }

  #leftMs(now: number): number {
    const { quietMs, totalMs } = this.#options;
    const quietLeft = quietMs > 0 ? this.#quietSince + quietMs - now : Number.POSITIVE_INFINITY;
    const totalLeft = totalMs > 0 ? this.#totalSince + totalMs - now : Number.POSITIVE_INFINITY;
    return Math.min(quietLeft, totalLeft);
  }

  #look(): void {
    const now = performance.now();
    const leftMs = this.#leftMs(now);
    if (leftMs > 0) return this.#arm(now);
    if (-leftMs > sleptMs && !this.#hasSlept) return this.#lookAgain();
    const { what, quietMs, totalMs } = this.#options;
    const quiet = quietMs > 0 && now - this.#quietSince >= quietMs;
    const timeoutMs = quiet ? quietMs : totalMs;
    this.#abort.abort(timedOut(what, timeoutMs, l10n));
  }
}
