/** What was made for a key, as long as there are few: others may invent any number of keys, and then all are forgotten. */
export class Memo<Key, Value> {
  readonly #most: number;
  readonly #make: (key: Key) => Value;
  readonly #made = new Map<Key, Value>();

  constructor(make: (key: Key) => Value, most: number) {
    this.#most = most;
    this.#make = make;
  }

  get(key: Key): Value {
    const known = this.#made.get(key);
    if (known !== undefined || this.#made.has(key)) return known as Value;
    const value = this.#make(key);
    if (this.#made.size >= this.#most) this.#made.clear();
    this.#made.set(key, value);
    return value;
  }

  clear(): void {
    this.#made.clear();
  }
}
