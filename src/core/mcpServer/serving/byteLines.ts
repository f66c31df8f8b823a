import { isUtf8 } from 'node:buffer';

interface LineSink {
  /** A whole line without its end; `bytes` is what it took on the wire. */
  line(text: string, bytes: number): void;
  /** A line grew beyond the limit; the rest of it is skipped. Told once per line. */
  oversize(): void;
  /** A line whose bytes are not UTF-8. */
  garbled(bytes: number): void;
}

const newline = 0x0a;

/** Cuts a byte stream into lines. Each byte is looked at once and copied at most once, however the chunks fall. */
export class ByteLineReader {
  readonly #sink: LineSink;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;
  #first = true;

  constructor(sink: LineSink, maxBytes: number) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#take(chunk, start, end);
      this.#endLine();
      start = end + 1;
    }
    this.#take(chunk, start, chunk.length);
  }

  /** The stream is over: a last line needs no newline. */
  end(): void {
    this.#endLine();
  }

  #take(chunk: Buffer, start: number, end: number): void {
    if (this.#skipping || end === start) return;
    this.#size += end - start;
    if (this.#size > this.#maxBytes) {
      this.#skipping = true;
      this.#parts = [];
      this.#sink.oversize();
    } else {
      this.#parts.push(chunk.subarray(start, end));
    }
  }

  #endLine(): void {
    const [parts, size, skipped] = [this.#parts, this.#size, this.#skipping];
    this.#parts = [];
    this.#size = 0;
    this.#skipping = false;
    if (skipped || size === 0) return;
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts, size);
    if (!isUtf8(bytes)) return this.#sink.garbled(size);
    const text = this.#withoutMark(bytes.toString('utf8'));
    if (text.trim() !== '') this.#sink.line(text, size + 1);
  }

  /** PowerShell puts a byte order mark before the first line that it pipes. */
  #withoutMark(text: string): string {
    if (!this.#first) return text;
    this.#first = false;
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  }
}
