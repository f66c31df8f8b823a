/** A stretch of text; lines and columns count from zero, columns in UTF-16 units, as in the language server protocol. */
export interface Span {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

const lineFeed = 10;
const carriageReturn = 13;

/** Turns offsets into lines and columns; CRLF, LF and a lone CR each end a line, as in VS Code. */
export class LineIndex {
  readonly #starts: number[] = [0];
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
    if (text.includes('\r')) this.#readMixed(text);
    else for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  #readMixed(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) continue;
      if (code === lineFeed || code === carriageReturn) this.#starts.push(at + 1);
    }
  }

  at(offset: number): { readonly line: number; readonly column: number } {
    const inside = Math.min(Math.max(offset, 0), this.#length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: inside - (this.#starts[low] ?? 0) };
  }

  /** The way back; a column beyond the line's end is the line's end, as the protocol has it. */
  offset(line: number, column: number): number {
    const start = this.#starts[Math.max(0, line)];
    if (start === undefined) return this.#length;
    return Math.min(start + Math.max(0, column), (this.#starts[line + 1] ?? this.#length + 1) - 1);
  }

  span(offset: number, length: number): Span {
    const start = this.at(offset);
    const end = this.at(offset + length);
    return { offset, length, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }
}
