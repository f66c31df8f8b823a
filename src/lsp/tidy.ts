import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const quietMs = 2_000;

/**
 * Gives memory back once nothing has happened for a while. Each keystroke in a large file leaves megabytes behind, and
 * a process that then waits for hours would keep them: V8 collects when it allocates, not when it rests.
 */
export class Tidy {
  #timer: NodeJS.Timeout | undefined;
  #collect: (() => void) | undefined;

  later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#now(), quietMs);
    this.#timer.unref();
  }

  #now(): void {
    if (!this.#collect) {
      setFlagsFromString('--expose-gc');
      this.#collect = runInNewContext(
        "() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })",
      ) as () => void;
    }
    this.#collect();
  }
}
