import type { Clock } from '../../ports/ports.ts';

/** When something happened: by the calendar, and by a clock that never goes back. */
interface Moment {
  readonly at: number;
  readonly ms: number;
}

interface Waiting extends Moment {
  readonly work: () => void;
}

/** Shorter than anyone notices. Together they also take less time than one by one. */
const recordAfterMs = 15;
/** In a flood they are written down in portions that nobody notices either. */
const mostWaiting = 500;

/**
 * What has happened and is not written down yet. Nobody who sends or receives waits for his record:
 * it is made a moment later, or on the next read, with the time at which it happened.
 */
export class RecordQueue {
  readonly #clock: Clock;
  #waiting: Waiting[] = [];
  #soon: ReturnType<typeof setTimeout> | undefined;
  #moment: Moment | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of what is being written down. */
  get now(): Moment {
    return this.#moment ?? { at: this.#clock.now(), ms: this.#clock.monotonicMs() };
  }

  add(work: () => void): void {
    this.#waiting.push({ work, at: this.#clock.now(), ms: this.#clock.monotonicMs() });
    if (this.#waiting.length >= mostWaiting) this.flush();
    else this.#soon ??= setTimeout(() => this.flush(), recordAfterMs);
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      this.#moment = one;
      one.work();
    }
    this.#moment = undefined;
  }
}
