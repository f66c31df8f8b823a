import { type JSONScanner, createScanner } from 'jsonc-parser';

// The package declares these as const enums, which cannot be used one file at a time.
export const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  nullWord: 7,
  trueWord: 8,
  falseWord: 9,
  string: 10,
  number: 11,
  end: 17,
} as const;

/** What jsonc-parser calls comments, line breaks and blanks. */
const firstTrivia = 12;
const lastTrivia = 15;
const openComment = 1;

const marks: Readonly<Record<string, number>> = {
  '{': token.openBrace,
  '}': token.closeBrace,
  '[': token.openBracket,
  ']': token.closeBracket,
  ',': token.comma,
  ':': token.colon,
};

/**
 * The tokens of a JSON text with comments. Blanks, punctuation and plain strings, which are nearly all of a file, are found by
 * the engine's own search; jsonc-parser's scanner, which goes letter by letter, reads the rest.
 */
export class Tokens {
  kind = 0;
  offset = 0;
  length = 0;
  /** One of jsonc-parser's, 0 for none. */
  error = 0;
  readonly #text: string;
  readonly #scanner: JSONScanner;
  readonly #blanks = /[ \t\r\n]*/y;
  // oxlint-disable-next-line no-control-regex -- these must be escaped in JSON, and the scanner says so
  readonly #plainText = /"[^"\\\u0000-\u001f]*"/y;
  #value: string | undefined;

  constructor(text: string, from = 0) {
    this.#text = text;
    this.offset = from;
    this.#scanner = createScanner(text, false);
  }

  get end(): number {
    return this.offset + this.length;
  }

  get value(): string {
    return this.#value ?? this.#text.slice(this.offset + 1, this.end - 1);
  }

  next(): void {
    const at = this.#pastBlanks(this.end);
    const first = this.#text.charAt(at);
    const mark = marks[first];
    if (mark !== undefined) this.#take(mark, at, 1, first);
    else if (first === '"' && this.#matches(this.#plainText, at)) {
      this.#take(token.string, at, this.#plainText.lastIndex - at, undefined);
    } else this.#scan(at);
  }

  /** Whether a colon follows this token. */
  scanForColon(): boolean {
    const at = this.#pastBlanks(this.end);
    if (this.#text.charAt(at) !== '/') return this.#text.charAt(at) === ':';
    this.#scanner.setPosition(at); // a comment lies between
    return this.#scanKind() === token.colon;
  }

  #scan(at: number): void {
    this.#scanner.setPosition(at);
    const kind = this.#scanKind();
    this.#take(kind, this.#scanner.getTokenOffset(), this.#scanner.getTokenLength(), this.#scanner.getTokenValue());
    this.error = this.#scanner.getTokenError();
  }

  /** A comment that is not closed is the end. */
  #scanKind(): number {
    for (;;) {
      const kind = this.#scanner.scan() as number;
      if (kind < firstTrivia || kind > lastTrivia) return kind;
      if (this.#scanner.getTokenError() === openComment) return token.end;
    }
  }

  #take(kind: number, offset: number, length: number, value: string | undefined): void {
    this.kind = kind;
    this.offset = offset;
    this.length = length;
    this.#value = value;
    this.error = 0;
  }

  #pastBlanks(at: number): number {
    this.#matches(this.#blanks, Math.min(at, this.#text.length)); // an open comment reaches beyond the end
    return this.#blanks.lastIndex;
  }

  #matches(pattern: RegExp, at: number): boolean {
    pattern.lastIndex = at;
    return pattern.test(this.#text);
  }
}
