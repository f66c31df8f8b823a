export interface Disposable {
  dispose(): void;
}

/**
 * Owns things from birth and ends them in reverse order. What arrives after the
 * end is ended at once, so a slow start can never leave something alive.
 */
export class Lifetime implements Disposable {
  readonly #owned: Disposable[] = [];
  readonly #abort = new AbortController();

  constructor() {
    watch?.born(this);
  }

  get ended(): boolean {
    return this.#abort.signal.aborted;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  add<T extends Disposable>(thing: T): T {
    if (this.ended) thing.dispose();
    else this.#owned.push(thing);
    return thing;
  }

  defer(end: () => void): void {
    this.add({ dispose: end });
  }

  /** A part of this lifetime that may end earlier. */
  child(): Lifetime {
    const child = new Lifetime();
    this.add(child);
    child.defer(() => this.#forget(child));
    return child;
  }

  dispose(): void {
    if (this.ended) return;
    watch?.ended(this);
    this.#abort.abort();
    const failures: unknown[] = [];
    for (let thing = this.#owned.pop(); thing; thing = this.#owned.pop()) {
      try {
        thing.dispose();
      } catch (error) {
        failures.push(error); // one failing disposal must not keep the others from being disposed
      }
    }
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
  }

  #forget(thing: Disposable): void {
    const at = this.#owned.indexOf(thing);
    if (at >= 0) this.#owned.splice(at, 1);
  }
}

/** One run at a time: `renew` ends the previous one. */
export class Renewable implements Disposable {
  #current: Lifetime | undefined;
  #ended = false;

  renew(): Lifetime {
    this.#current?.dispose();
    const next = new Lifetime();
    if (this.#ended) next.dispose();
    this.#current = next;
    return next;
  }

  get current(): Lifetime | undefined {
    return this.#current;
  }

  dispose(): void {
    this.#ended = true;
    this.#current?.dispose();
  }
}

export function disposable(end: () => void): Disposable {
  return { dispose: end };
}

/** Set by the tests only: a lifetime that is never ended fails the suite. */
interface LifetimeWatch {
  born(lifetime: Lifetime): void;
  ended(lifetime: Lifetime): void;
}

let watch: LifetimeWatch | undefined;

export function watchLifetimes(next: LifetimeWatch | undefined): void {
  watch = next;
}
