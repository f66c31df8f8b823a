import type { Readable } from 'node:stream';
import type { Disposable } from '../../../base/lifetime.ts';

const sliceMs = 100;
/** 20,000 lines a second: more than any server means to send, and about a fifth of what one core can take. */
const linesPerSlice = 2_000;

/**
 * A server that sends without end must not take the whole event loop: beyond the budget its pipe
 * is left unread for the rest of the slice, and the pipe then holds the server back.
 */
export class FloodGate implements Disposable {
  readonly #stream: Readable;
  readonly #onFlood: () => void;
  #sliceStart = 0;
  #lines = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #told = false;

  constructor(stream: Readable, onFlood: () => void) {
    this.#stream = stream;
    this.#onFlood = onFlood;
  }

  count(): void {
    const now = performance.now();
    if (now - this.#sliceStart > sliceMs) {
      this.#sliceStart = now;
      this.#lines = 0;
    }
    if (++this.#lines >= linesPerSlice && this.#timer === undefined) this.#hold(this.#sliceStart + sliceMs - now);
  }

  #hold(ms: number): void {
    if (!this.#told) this.#onFlood();
    this.#told = true;
    this.#stream.pause();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#stream.resume();
    }, ms);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
