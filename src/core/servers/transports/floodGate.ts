import type { Readable } from 'node:stream';
import type { Disposable } from '../../../base/lifetime.ts';

/** 20,000 lines a second: more than any server means to send, and about half of what one core can take. */
const linesPerMs = 20;
/** What may come at once without being held back. */
const burstLines = 200;
/** A burst is no flood: it is one when the pipe was paused for this long without a break. */
const floodMs = 100;
const restMs = 500;

/**
 * A server that sends without end must not take the whole event loop: a pipe may hold hundreds of
 * messages, and Node reads it dozens of times before it looks at anything else. So only a few lines
 * are taken at once, and beyond the budget the pipe is not read, which slows the server down.
 */
export class FloodGate implements Disposable {
  /** How many lines to take before asking again. */
  static readonly linesAtOnce = 100;

  readonly #stream: Readable;
  readonly #onFlood: () => void;
  #debt = 0;
  #lastMs = 0;
  #heldMs = 0;
  #told = false;
  #stop = (): void => {};

  constructor(stream: Readable, onFlood: () => void) {
    this.#stream = stream;
    this.#onFlood = onFlood;
  }

  /** Called after every few lines; `goOn` processes the rest, after other work had its turn. */
  took(lines: number, goOn?: () => void): void {
    const waitMs = this.#wait(lines);
    if (waitMs === 0 && !goOn) return;
    this.#stream.pause();
    const run = (): void => {
      this.#stream.resume(); // before `goOn`, which may pause it again
      goOn?.();
    };
    this.#stop = waitMs === 0 ? immediately(run) : after(waitMs, run);
  }

  dispose(): void {
    this.#stop();
  }

  #wait(lines: number): number {
    const now = performance.now();
    const passedMs = now - this.#lastMs;
    this.#lastMs = now;
    this.#debt = Math.max(0, this.#debt - passedMs * linesPerMs) + lines;
    if (passedMs > restMs) this.#heldMs = 0;
    if (this.#debt <= burstLines) return 0;
    const waitMs = this.#debt / linesPerMs;
    this.#heldMs += waitMs;
    if (this.#heldMs > floodMs && !this.#told) this.#onFlood();
    this.#told ||= this.#heldMs > floodMs;
    return waitMs;
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
