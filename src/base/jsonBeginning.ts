import { type Parsed, parseJson } from './json.ts';

/** What is nested deeper is not worth its closing brackets. */
const deepest = 1_000;

/** The value of a JSON text whose end is missing, as far as it goes. A text value is kept up to where it is cut. */
export function parseJsonBeginning(text: string): Parsed {
  const end = new Beginning(text).read();
  return end === undefined ? { ok: false, reason: 'too deep' } : parseJson(end);
}

class Beginning {
  readonly #text: string;
  /** The brackets that would close what is open, innermost first. */
  #open = '';
  /** Up to here the text is whole, but for its brackets: behind a bracket, or in front of a comma. */
  #whole = 0;
  #closing = '';
  #isValue = true;

  constructor(text: string) {
    this.#text = text;
  }

  /** A whole text, or undefined. */
  read(): string | undefined {
    for (let at = 0; at < this.#text.length; at++) {
      const char = this.#text[at];
      if (char === '"') {
        const quote = this.#closingQuote(at);
        if (quote < 0) return this.#isValue ? this.#withCutText(at) : this.#upToWhole();
        at = quote;
      } else if (!this.#takeMark(char, at)) return undefined;
    }
    return this.#upToWhole();
  }

  #takeMark(char: string | undefined, at: number): boolean {
    if (char === '{' || char === '[') this.#open = (char === '{' ? '}' : ']') + this.#open;
    else if (char === '}' || char === ']') this.#open = this.#open.slice(1);
    else if (char === ':') this.#isValue = true;
    else if (char !== ',') return true;
    if (char === ':') return true;
    this.#isValue = this.#open[0] === ']';
    this.#whole = char === ',' ? at : at + 1;
    this.#closing = this.#open;
    return this.#open.length <= deepest;
  }

  #upToWhole(): string {
    return this.#text.slice(0, this.#whole) + this.#closing;
  }

  /** Without half an escape at its end. */
  #withCutText(from: number): string {
    const cut = this.#text.slice(from + 1);
    const tail = /(?:^|[^\\])(?:\\\\)*(\\(?:u[\da-fA-F]{0,3})?)$/.exec(cut.slice(-100))?.[1] ?? '';
    return `${this.#text.slice(0, this.#text.length - tail.length)}"${this.#open}`;
  }

  /** Where the text value that begins at `from` ends, or -1. */
  #closingQuote(from: number): number {
    for (let at = from + 1; ; at++) {
      const quote = this.#text.indexOf('"', at);
      if (quote < 0) return -1;
      let slashes = 0;
      while (this.#text[quote - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) return quote;
      at = quote;
    }
  }
}
