import { type Deferred, deferred } from '../../../base/async.ts';
import type { Clock } from '../../ports/ports.ts';

/** When something happened: by the calendar, and by a clock that never goes back. */
interface Moment {
  readonly at: number;
  readonly ms: number;
}

/** Recorded at once, or in steps where that would take too long. */
type Recording = { readonly work: () => void } | { readonly steps: Generator<void, void>; readonly bytes: number };
type Waiting = Moment & Recording;

/** Too short to notice. A batch also takes less time than single records. */
const recordAfterMs = 15;
/** In a flood they are recorded in portions that do not block noticeably either. */
const mostWaiting = 500;
const sliceMs = 5;
/** Of large messages: a server that sends them faster than they can be recorded must not fill the memory. */
const maxLargeBytes = 128 * 1024 * 1024;

/**
 * Events that are not recorded yet. Senders and receivers do not wait for the recording:
 * it is done a moment later, or on the next read, with the time of the event.
 */
export class RecordQueue {
  readonly #clock: Clock;
  readonly #waiting: Waiting[] = [];
  #soon: ReturnType<typeof setTimeout> | undefined;
  #slice: ReturnType<typeof setImmediate> | undefined;
  #moment: Moment | undefined;
  #largeBytes = 0;
  #idle: Deferred<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of the event that is being recorded. */
  get now(): Moment {
    return this.#moment ?? { at: this.#clock.now(), ms: this.#clock.monotonicMs() };
  }

  add(work: () => void): void {
    this.#add({ work, at: this.#clock.now(), ms: this.#clock.monotonicMs() });
  }

  /** False if too much is waiting. What is added later is recorded later. */
  addLarge(steps: Generator<void, void>, bytes: number): boolean {
    if (this.#largeBytes > 0 && this.#largeBytes + bytes > maxLargeBytes) return false;
    this.#largeBytes += bytes;
    this.#add({ steps, bytes, at: this.#clock.now(), ms: this.#clock.monotonicMs() });
    return true;
  }

  /** Records what can be recorded at once: up to the first large message. */
  flush(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    if (this.#moment) return; // called by what is being recorded
    let done = 0;
    try {
      for (let next = this.#waiting[0]; next && 'work' in next; next = this.#waiting[done]) {
        done++;
        this.#moment = next;
        next.work();
      }
    } finally {
      this.#moment = undefined;
      this.#waiting.splice(0, done);
    }
    if (this.#waiting.length > 0) this.#slice ??= setImmediate(() => this.#step(sliceMs));
    else this.#idle?.resolve();
  }

  /** Records everything, however long it takes. */
  finish(): void {
    for (this.flush(); this.#waiting.length > 0;) this.#step(Number.POSITIVE_INFINITY);
  }

  /** Resolves when what was added until now is recorded. */
  async idle(): Promise<void> {
    this.flush();
    if (this.#waiting.length > 0) await (this.#idle ??= deferred<void>()).promise;
    this.#idle = undefined;
  }

  #add(one: Waiting): void {
    this.#waiting.push(one);
    if (this.#waiting.length >= mostWaiting) this.flush();
    else this.#soon ??= setTimeout(() => this.flush(), recordAfterMs);
  }

  /** Goes on with the large message that is first. */
  #step(maxMs: number): void {
    clearImmediate(this.#slice);
    this.#slice = undefined;
    const first = this.#waiting[0];
    if (!first || 'work' in first) return;
    this.#moment = first;
    let isOver = true; // also where it throws: it must not keep the others back
    try {
      isOver = advance(first.steps, maxMs);
    } finally {
      this.#moment = undefined;
      if (isOver) this.#waiting.shift();
      if (isOver) this.#largeBytes -= first.bytes;
    }
    if (isOver) this.flush();
    else this.#slice = setImmediate(() => this.#step(sliceMs));
  }
}

/** Whether the steps are over. */
function advance(steps: Generator<void, void>, maxMs: number): boolean {
  const end = performance.now() + maxMs;
  while (steps.next().done !== true) if (performance.now() >= end) return false;
  return true;
}
