const longest = 32 * 1024 * 1024;

/** Cuts a stream of text into lines; a line beyond the limit is dropped instead of filling the memory. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  #parts: string[] = [];
  #length = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: string): void {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      this.#keep(chunk.slice(from, end));
      this.end();
      from = end + 1;
    }
    this.#keep(chunk.slice(from));
  }

  /** What is left without a newline counts as a line too. */
  end(): void {
    if (this.#length > 0 && this.#length <= longest) this.#onLine(this.#parts.join('').replace(/\r$/, ''));
    this.#parts = [];
    this.#length = 0;
  }

  #keep(part: string): void {
    if (part === '') return;
    this.#length += part.length;
    if (this.#length <= longest) this.#parts.push(part);
    else this.#parts = [];
  }
}

/** The last characters of a text that comes in pieces. */
export class Tail {
  readonly #limit: number;
  #text = '';

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: string): void {
    this.#text = (this.#text + chunk).slice(-this.#limit);
  }

  get text(): string {
    return this.#text;
  }
}
