import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const quietMs = 2_000;
/** What may pile up between two sweeps, which take a few milliseconds each. */
const roomBytes = 2_000_000;

type Collect = (options: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor?: 'last-resort';
}) => void;

/**
 * Keeps the process small. Each keystroke in a large file leaves megabytes behind: V8 would let them pile up while a
 * user types, and keep them in a process that then waits for hours, as it collects when it allocates, not when it
 * rests.
 */
export class Tidy {
  #timer: NodeJS.Timeout | undefined;
  #gc: Collect | undefined;
  #limit = 0;
  readonly #onQuiet: () => void;

  /** What can be had again is let go first. */
  constructor(onQuiet: () => void) {
    this.#onQuiet = onQuiet;
  }

  /** Called when an answer is on its way. */
  later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), quietMs).unref();
    setImmediate(() => this.#sweep());
  }

  #rest(): void {
    this.#onQuiet();
    this.#collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }

  #sweep(): void {
    if (used() < this.#limit) return;
    this.#collect({ type: 'major', execution: 'sync' });
    this.#limit = used() + Math.max(roomBytes, used() / 8); // a huge file must not be swept at each letter
  }

  #collect(options: Parameters<Collect>[0]): void {
    if (!this.#gc) {
      setFlagsFromString('--expose-gc');
      this.#gc = runInNewContext('gc') as Collect;
    }
    this.#gc(options);
  }
}

function used(): number {
  return getHeapStatistics().used_heap_size;
}
