import { type Disposable, disposable } from './lifetime.ts';

/** Something that happened. State is a signal; nothing is both. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onFailure: (error: unknown) => void;
  #ended = false;

  /** A listener that throws is reported and never stops the others. */
  constructor(onFailure: (error: unknown) => void = reportAsync) {
    this.#onFailure = onFailure;
  }

  readonly event: Event<T> = (listener) => {
    if (this.#ended) return disposable(() => {});
    const entry = (value: T): void => listener(value); // the same function may listen twice
    this.#listeners.add(entry);
    return disposable(() => this.#listeners.delete(entry));
  };

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  fire(value: T): void {
    const present = Array.from(this.#listeners); // a listener added now receives the next event
    for (const listener of present) {
      try {
        listener(value);
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }

  dispose(): void {
    this.#ended = true;
    this.#listeners.clear();
  }
}

/** Not as an exception: that would end the process, and most events say what a server sent. */
function reportAsync(reason: unknown): void {
  void Promise.reject(reason);
}
