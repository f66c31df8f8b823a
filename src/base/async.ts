import { cancelled, timedOut } from './commonFaults.ts';
import { Fault } from './fault.ts';
import { type Disposable, disposable } from './lifetime.ts';

export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((ok, fail) => {
    resolve = ok;
    reject = fail;
  });
  return { promise, resolve, reject };
}

export function cancelledFault(signal?: AbortSignal): Fault {
  return Fault.is(signal?.reason) ? signal.reason : cancelled();
}

/** Rejects with `cancelled` as soon as the signal fires; never leaves a listener behind. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  if (signal.aborted) {
    promise.catch(() => {}); // its outcome is no longer wanted
    return Promise.reject(cancelledFault(signal));
  }
  return new Promise<T>((resolve, reject) => {
    const stop = onAbort(signal, () => reject(cancelledFault(signal)));
    promise.then(resolve, reject).finally(() => stop.dispose());
  });
}

export function onAbort(signal: AbortSignal, run: () => void): Disposable {
  signal.addEventListener('abort', run, { once: true });
  return disposable(() => signal.removeEventListener('abort', run));
}

/** Like `onAbort`, and at once where the signal has fired before. */
export function whenAborted(signal: AbortSignal, run: () => void): Disposable {
  if (!signal.aborted) return onAbort(signal, run);
  run();
  return disposable(() => {});
}

export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await orAborted(elapsed, signal);
  } finally {
    clearTimeout(timer);
  }
}

export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut(what, timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs `run` once things have been quiet for `quietMs`, and at the latest `maxMs` after the first call. */
export function debounce(run: () => void, quietMs: number, maxMs = quietMs * 10): Disposable & { (): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstAt = 0;
  const fire = (): void => {
    timer = undefined;
    run();
  };
  const call = (): void => {
    const now = performance.now();
    if (timer === undefined) firstAt = now;
    else clearTimeout(timer);
    timer = setTimeout(fire, Math.max(0, Math.min(quietMs, firstAt + maxMs - now)));
  };
  return Object.assign(call, {
    dispose: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  });
}

/** At most `size` at once; the rest wait in order, and a waiting one can be cancelled. */
export class Semaphore {
  #size: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get isFull(): boolean {
    return this.#running >= this.#size;
  }

  /** What runs uses nothing here until this is disposed, and another one may run in its place. */
  lend(): Disposable {
    this.#size++;
    this.#admit();
    return disposable(() => this.#size--);
  }

  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw cancelledFault(signal);
    if (this.isFull) await this.#turn(signal);
    else this.#running++;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    const turn = deferred<void>();
    this.#waiting.push(turn.resolve);
    try {
      await orAborted(turn.promise, signal);
    } catch (error) {
      const at = this.#waiting.indexOf(turn.resolve);
      if (at >= 0) this.#waiting.splice(at, 1);
      else this.#leave(); // the slot was granted in the same tick as the cancellation: give it to the next one
      throw error;
    }
  }

  /** The freed slot goes straight to the next in the queue. */
  #leave(): void {
    this.#running--;
    this.#admit();
  }

  #admit(): void {
    const next = this.isFull ? undefined : this.#waiting.shift();
    if (!next) return;
    this.#running++;
    next();
  }
}
