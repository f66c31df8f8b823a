/**
 * Remembers at least the last `limit` keys and at most twice as many, in two generations:
 * taking the oldest out of one full map, again and again, is quadratic in V8.
 */
export class RecentMap<V> {
  readonly #limit: number;
  readonly #onForget: () => void;
  #young = new Map<unknown, V>();
  #old = new Map<unknown, V>();

  /** `onForget` is called each time a non-empty generation is dropped. */
  constructor(limit: number, onForget: () => void = () => {}) {
    this.#limit = limit;
    this.#onForget = onForget;
  }

  get(key: unknown): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  has(key: unknown): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  set(key: unknown, value: V): void {
    if (this.#young.size >= this.#limit) {
      if (this.#old.size > 0) this.#onForget();
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: unknown): void {
    if (!this.#young.delete(key)) this.#old.delete(key);
  }

  /** Returns everything and clears the map. */
  drain(): readonly V[] {
    const all = [...this.#old.values(), ...this.#young.values()];
    this.#old.clear();
    this.#young.clear();
    return all;
  }
}
