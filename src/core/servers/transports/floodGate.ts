import type { Readable } from 'node:stream';
import type { Disposable } from '../../../base/lifetime.ts';

/** 20,000 lines a second: more than any server means to send, and about half of what one core can take. */
const linesPerMs = 20;
/** What may come at once without being held back; more would keep everything else waiting for too long. */
const burstLines = 200;
/** A burst is no flood: it is one when the pipe was held so many times without a rest. */
const holdsOfFlood = 10;
const restMs = 500;

/**
 * A server that sends without end must not take the whole event loop: beyond the budget its pipe
 * is left unread for as long as the budget needs, and the pipe then holds the server back. The holds
 * are short and many, because Node reads a full pipe dozens of times before it looks at anything else.
 */
export class FloodGate implements Disposable {
  readonly #stream: Readable;
  readonly #onFlood: () => void;
  #debt = 0;
  #lastMs = 0;
  #holds = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #told = false;

  constructor(stream: Readable, onFlood: () => void) {
    this.#stream = stream;
    this.#onFlood = onFlood;
  }

  count(): void {
    if (++this.#debt < burstLines || this.#timer !== undefined) return;
    const now = performance.now();
    const passedMs = now - this.#lastMs;
    this.#lastMs = now;
    if (passedMs > restMs) this.#holds = 0;
    this.#debt = Math.max(1, this.#debt - passedMs * linesPerMs);
    if (this.#debt >= burstLines) this.#hold();
  }

  /** The lines that are still in hand come all the same: the time is for them as well. */
  #hold(): void {
    if (++this.#holds >= holdsOfFlood && !this.#told) {
      this.#told = true;
      this.#onFlood();
    }
    this.#stream.pause();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#stream.resume();
    }, this.#debt / linesPerMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
