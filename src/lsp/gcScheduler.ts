import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const quietMs = 2_000;
/** The garbage that may accumulate between two collections, which take a few milliseconds each. */
const roomBytes = 1_000_000;

type Collect = (options: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor?: 'last-resort';
}) => void;

/**
 * Keeps the process small. Each keystroke in a large file leaves megabytes of garbage: V8 would let it accumulate while a
 * user types, and keep it in a process that then idles for hours, because it collects on allocation, not in
 * idle time.
 */
export class GarbageCollection {
  #timer: NodeJS.Timeout | undefined;
  #gc: Collect | undefined;
  #limit = 0;
  readonly #onQuiet: () => void;

  /** Caches are dropped first. */
  constructor(onQuiet: () => void) {
    this.#onQuiet = onQuiet;
  }

  /** Called after a response was sent. */
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
    this.#limit = used() + Math.max(roomBytes, used() / 8); // for a huge file not after each keystroke
  }

  #collect(options: Parameters<Collect>[0]): void {
    this.#gc ??= (globalThis.gc ?? exposed()) as Collect;
    this.#gc(options);
  }
}

/** After a start without our flags, it is there only for a context that is made now. */
function exposed(): unknown {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

function used(): number {
  return process.memoryUsage().heapUsed;
}
