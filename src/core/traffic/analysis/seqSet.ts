/** Numbers of rows from a first one on, one bit for each: of ten million a `Set` would take hundreds of megabytes. */
export class SeqSet {
  readonly #first: number;
  #bits = new Uint8Array(1024);

  constructor(first: number) {
    this.#first = first;
  }

  add(seq: number): void {
    const place = seq - this.#first;
    if (place < 0) return;
    const at = Math.floor(place / 8);
    if (at >= this.#bits.length) this.#grow(at);
    this.#bits[at]! |= 1 << (place % 8);
  }

  has(seq: number): boolean {
    const place = seq - this.#first;
    return place >= 0 && ((this.#bits[Math.floor(place / 8)] ?? 0) & (1 << (place % 8))) !== 0;
  }

  #grow(at: number): void {
    const wider = new Uint8Array(Math.max(at + 1, this.#bits.length * 2));
    wider.set(this.#bits);
    this.#bits = wider;
  }
}
