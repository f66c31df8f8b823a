/** A range of text; lines and columns count from zero, columns in UTF-16 units, as in the language server protocol. */
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
  readonly #starts: number[];
  /** Only where there is a CR: otherwise a line ends one before the next. */
  readonly #ends: number[] = [];
  readonly #length: number;

  constructor(text: string, starts?: number[]) {
    this.#length = text.length;
    this.#starts = starts ?? [0];
    if (starts) return;
    if (text.includes('\r')) this.#readMixed(text);
    else readPlain(text, 0, text.length, this.#starts);
  }

  /** That of the text after a change: lines before it stay, those behind it move by as much as it became longer. */
  after(
    text: string,
    { offset, length, by }: { readonly offset: number; readonly length: number; readonly by: number },
  ) {
    if (text.includes('\r')) return new LineIndex(text); // adding or removing a CR may join or split lines
    const starts = this.#starts.slice(0, this.at(offset).line + 1);
    readPlain(text, offset, offset + length + by, starts);
    for (let line = this.at(offset + length).line + 1; line < this.#starts.length; line++)
      starts.push((this.#starts[line] ?? 0) + by);
    return new LineIndex(text, starts);
  }

  #readMixed(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) continue;
      if (code !== lineFeed && code !== carriageReturn) continue;
      this.#starts.push(at + 1);
      this.#ends.push(code === lineFeed && text.charCodeAt(at - 1) === carriageReturn ? at - 1 : at);
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
    const end = this.#ends[line] ?? (this.#starts[line + 1] ?? this.#length + 1) - 1;
    return Math.min(start + Math.max(0, column), end);
  }

  span(offset: number, length: number): Span {
    const start = this.at(offset);
    const end = this.at(offset + length);
    return { offset, length, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }
}

function readPlain(text: string, from: number, to: number, starts: number[]): void {
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
}
