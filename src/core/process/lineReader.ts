/** Called with each line, without its newline. */
type OnLine = (line: Buffer) => void;

export interface Oversize {
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
}

const newline = 0x0a;
const edgeBytes = 512;

/**
 * Cuts a byte stream into lines in linear time: only new bytes are searched, and the parts of a
 * long line are joined once. A line beyond the limit is dropped as it arrives, never buffered;
 * its two edges are kept, because the id of a JSON-RPC response is at one of them.
 */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: OnLine;
  readonly #onOversize: (line: Oversize) => void;
  readonly #onExceeded: (() => void) | undefined;
  #parts: Buffer[] = [];
  #held = 0;
  #dropping: { bytes: number; head: string; tail: Buffer } | undefined;

  /** `onExceeded` is called as soon as a line is too long, `onOversize` when it has ended. */
  constructor(maxBytes: number, onLine: OnLine, onOversize: (line: Oversize) => void, onExceeded?: () => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
    this.#onOversize = onOversize;
    this.#onExceeded = onExceeded;
  }

  /** How much of a line that is too long was dropped so far. */
  get droppedBytes(): number {
    return this.#dropping?.bytes ?? 0;
  }

  /** The beginning of a line that has not ended. */
  get openLine(): string {
    return headOf(this.#parts);
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      this.#take(chunk.subarray(from, at));
      this.#endLine();
      from = at + 1;
    }
    if (from < chunk.length) this.#take(chunk.subarray(from));
  }

  /** What came after the last newline: a server that died in the middle of a line. */
  flush(): void {
    if (this.#held > 0 || this.#dropping) this.#endLine();
  }

  #take(part: Buffer): void {
    if (this.#dropping) return this.#drop(part);
    this.#parts.push(part);
    this.#held += part.length;
    if (this.#held <= this.#maxBytes) return;
    const gathered = this.#parts;
    this.#dropping = { bytes: 0, head: headOf(gathered), tail: Buffer.alloc(0) };
    this.#parts = [];
    this.#held = 0;
    for (const each of gathered) this.#drop(each);
    this.#onExceeded?.();
  }

  #drop(part: Buffer): void {
    const dropping = this.#dropping!;
    dropping.bytes += part.length;
    const joined = part.length >= edgeBytes ? part : Buffer.concat([dropping.tail, part]);
    dropping.tail = Buffer.from(joined.subarray(-edgeBytes)); // a copy: a view would keep the whole chunk alive
  }

  #endLine(): void {
    const dropped = this.#dropping;
    const parts = this.#parts;
    this.#dropping = undefined;
    this.#parts = [];
    this.#held = 0;
    if (dropped) this.#onOversize({ bytes: dropped.bytes, head: dropped.head, tail: dropped.tail.toString('utf8') });
    else this.#onLine(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
  }
}

const longestTextLine = 32 * 1024 * 1024;

/** Lines as text, without carriage returns and empty lines; a line beyond the limit is dropped. */
export function textLineReader(onLine: (line: string) => void): LineReader {
  const take = (bytes: Buffer): void => {
    const line = bytes.toString('utf8').replace(/\r$/, '');
    if (line !== '') onLine(line);
  };
  return new LineReader(longestTextLine, take, () => {});
}

function headOf(parts: readonly Buffer[]): string {
  let head = Buffer.alloc(0);
  for (const part of parts) {
    if (head.length >= edgeBytes) break;
    head = Buffer.concat([head, part.subarray(0, edgeBytes - head.length)]);
  }
  return head.toString('utf8');
}
