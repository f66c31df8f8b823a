/** The end of a text that grows without bound: at most `maxLength` characters are kept. */
export class TailText {
  readonly #maxLength: number;
  readonly #chunks: string[] = [];
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  push(text: string): void {
    this.#chunks.push(text.length > this.#maxLength ? text.slice(-this.#maxLength) : text);
    this.#length += this.#chunks.at(-1)!.length;
    while (this.#length - this.#chunks[0]!.length >= this.#maxLength) this.#length -= this.#chunks.shift()!.length;
  }

  toString(): string {
    return this.#chunks.join('').slice(-this.#maxLength);
  }
}
