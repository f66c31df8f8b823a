/**
 * The end of a text that grows without bound: at most `maxLength` characters are kept. It is redacted later, and half a
 * secret, or one without the name before it, is not recognized: so it begins with a whole line, or else some words on.
 */
export class TailText {
  readonly #maxLength: number;
  readonly #chunks: string[] = [];
  #length = 0;
  #isCut = false;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  push(text: string): void {
    this.#chunks.push(text.length > this.#maxLength ? text.slice(-this.#maxLength) : text);
    this.#length += this.#chunks.at(-1)!.length;
    this.#isCut ||= text.length > this.#maxLength || this.#length > this.#maxLength;
    while (this.#length - this.#chunks[0]!.length >= this.#maxLength) this.#length -= this.#chunks.shift()!.length;
  }

  toString(): string {
    const kept = this.#chunks.join('').slice(-this.#maxLength);
    return this.#isCut ? wholeLines(kept) : kept;
  }
}

/** Lines of a key look like any other word once its first line is gone; the last one may be short. */
const linesOfKey = /^(?:[A-Za-z0-9+/=]{16,}\r?\n)*(?:[A-Za-z0-9+/=]+\r?\n(?=-----END ))?(?:[A-Za-z0-9+/=]{16,}$)?/;

/** The rest of a word, and two more: a name, a scheme such as "Bearer" and its secret. */
const firstWords = /^\S*\s+(?:\S+\s+){2}/;

function wholeLines(text: string): string {
  const begin = text.indexOf('\n') + 1;
  if (begin > 0) return text.slice(begin).replace(linesOfKey, '');
  const words = firstWords.exec(text);
  return words ? text.slice(words[0].length) : '';
}
