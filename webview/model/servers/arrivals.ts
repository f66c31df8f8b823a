/** Which entries of a list came while it was shown. Those of another list, or of one that was empty, were there before. */
export class Arrivals<T> {
  readonly #idOf: (item: T) => string;
  #list: string | undefined;
  #items: readonly T[] | undefined;
  #known: ReadonlySet<string> = new Set();
  #arrived: ReadonlySet<string> = new Set();

  constructor(idOf: (item: T) => string) {
    this.#idOf = idOf;
  }

  in(list: string, items: readonly T[]): ReadonlySet<string> {
    if (this.#items === items && this.#list === list) return this.#arrived;
    const ids = items.map(this.#idOf);
    const isSame = this.#list === list && this.#known.size > 0;
    this.#arrived = new Set(isSame ? ids.filter((id) => !this.#known.has(id)) : []);
    this.#known = new Set(ids);
    this.#items = items;
    this.#list = list;
    return this.#arrived;
  }
}
