import type { Disposable } from '../../base/lifetime.ts';
import type { MessageGate } from './messageGate.ts';

/** Where the items come from; paused, it holds its server back. */
interface Source {
  pause(): void;
  resume(): void;
  /** Nothing of a server throws into the loop that reads it: the trouble is told, and the next item taken. */
  failed(error: unknown): void;
}

/** Others wait no longer than this for their turn. */
const sliceMs = 1;
const mostAtOnce = 100;

/**
 * Handles what one stream of a server brings, a few at a time: a chunk may hold thousands of messages, and all
 * other servers wait meanwhile. What fits into one slice is handled at once, in the same turn.
 */
export class MessageIntake<T> implements Disposable {
  readonly #gate: MessageGate;
  readonly #source: Source;
  readonly #handle: (item: T) => void;
  #queue: T[] = [];
  #at = 0;
  #busyMs = 0;
  #isWaiting = false;
  #isOver = false;
  #stop = (): void => {};
  #onIdle: (() => void)[] = [];

  constructor(gate: MessageGate, source: Source, handle: (item: T) => void) {
    this.#gate = gate;
    this.#source = source;
    this.#handle = handle;
  }

  get isIdle(): boolean {
    return !this.#isWaiting;
  }

  /** `busyMs` is what it took to get the items out of their bytes. */
  push(items: readonly T[], busyMs = 0): void {
    if (this.#isOver || this.#gate.fault) return;
    for (const item of items) this.#queue.push(item);
    this.#busyMs += busyMs;
    if (!this.#isWaiting) this.#run();
  }

  /** In front of what waits: the parts of an item that is being handled. */
  insert(items: readonly T[]): void {
    this.#queue = [...items, ...this.#queue.slice(this.#at)];
    this.#at = 0;
  }

  /** When all that was pushed has been handled and the server may go on. */
  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** What is waiting is not handled any more. */
  dispose(): void {
    this.#isOver = true;
    this.#queue = [];
    this.#stop();
    this.#rest();
  }

  #run(): void {
    const begin = performance.now();
    const taken = this.#slice(begin);
    const waitMs = this.#gate.took(taken, performance.now() - begin + this.#busyMs);
    this.#busyMs = 0;
    const isEmpty = this.#at >= this.#queue.length;
    if (isEmpty) [this.#queue, this.#at] = [[], 0];
    if (this.#isOver || this.#gate.fault) return this.dispose();
    if (isEmpty && waitMs === 0) return this.#rest();
    if (!this.#isWaiting) this.#source.pause();
    this.#isWaiting = true;
    this.#stop = waitMs === 0 ? immediately(() => this.#run()) : after(waitMs, () => this.#run());
  }

  #slice(begin: number): number {
    let taken = 0;
    while (this.#at < this.#queue.length && taken < mostAtOnce && !this.#isOver) {
      const item = this.#queue[this.#at]!;
      this.#queue[this.#at++] = undefined as T; // it may be large
      taken++;
      this.#take(item);
      if (performance.now() - begin > sliceMs) break;
    }
    return taken;
  }

  #take(item: T): void {
    try {
      this.#handle(item);
    } catch (error) {
      this.#source.failed(error);
    }
  }

  #rest(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    const idle = this.#onIdle;
    this.#onIdle = [];
    if (!this.#isOver) this.#source.resume();
    for (const resolve of idle) resolve();
  }
}

function immediately(run: () => void): () => void {
  const handle = setImmediate(run);
  return () => clearImmediate(handle);
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
