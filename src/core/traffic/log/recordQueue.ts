import type { Clock } from '../../ports/ports.ts';

/** When something happened: by the calendar, and by a clock that never goes back. */
interface Moment {
  readonly at: number;
  readonly ms: number;
}

interface Waiting extends Moment {
  readonly work: () => void;
}

/** Too short to notice. A batch also takes less time than single records. */
const recordAfterMs = 15;
/** In a flood they are recorded in portions that do not block noticeably either. */
const mostWaiting = 500;

/**
 * Events that are not recorded yet. Senders and receivers do not wait for the recording:
 * it is done a moment later, or on the next read, with the time of the event.
 */
export class RecordQueue {
  readonly #clock: Clock;
  #waiting: Waiting[] = [];
  #soon: ReturnType<typeof setTimeout> | undefined;
  #moment: Moment | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of the event that is being recorded. */
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
