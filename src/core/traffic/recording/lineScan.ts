const newline = 0x0a;
const carriageReturn = 0x0d;
const chunkBytes = 1024 * 1024;
/** A row is looked up from at most 63 lines before it: most often it is in the first few kilobytes that are read. */
const firstBytes = 16 * 1024;

/** A file that is read at any place; a `FileHandle` is one. */
export interface ReadableFile {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

export interface ScannedLine {
  /** Where it begins in the file. */
  readonly offset: number;
  /** Without the newline. */
  readonly bytes: number;
  /** Its first bytes; all of them where the line is no longer than was asked for. */
  readonly head: Buffer;
  /** It ends with a newline: a crash may leave half a line at the end. */
  readonly ended: boolean;
}

interface ScanOptions {
  readonly from: number;
  /** Of each line, so that one long line costs no memory. */
  readonly headBytes: number;
  readonly signal?: AbortSignal;
}

/** The lines of a file from an offset on, without the empty ones, in batches: one per chunk read, so that other work gets its turn in between. */
export async function* scanLines(file: ReadableFile, options: ScanOptions): AsyncGenerator<readonly ScannedLine[]> {
  const cutter = new LineCutter(options.from, options.headBytes);
  let buffer = Buffer.allocUnsafe(firstBytes);
  for (let at = options.from; ;) {
    options.signal?.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const lines = cutter.push(buffer.subarray(0, bytesRead));
    if (lines.length > 0) yield lines;
    if (buffer.length < chunkBytes) buffer = Buffer.allocUnsafe(buffer.length * 2);
  }
  const rest = cutter.rest();
  if (rest) yield [rest];
}

class LineCutter {
  readonly #headBytes: number;
  #offset: number;
  #bytes = 0;
  #head: Buffer[] = [];
  #headHeld = 0;

  constructor(offset: number, headBytes: number) {
    this.#offset = offset;
    this.#headBytes = headBytes;
  }

  push(chunk: Buffer): readonly ScannedLine[] {
    const lines: ScannedLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      if (at === from && this.#bytes === 0) this.#offset++;
      else {
        this.#take(chunk, from, at);
        lines.push(this.#end(true));
      }
      from = at + 1;
    }
    this.#take(chunk, from, chunk.length);
    return lines;
  }

  rest(): ScannedLine | undefined {
    return this.#bytes > 0 ? this.#end(false) : undefined;
  }

  #take(chunk: Buffer, from: number, to: number): void {
    this.#bytes += to - from;
    const wanted = Math.min(to - from, this.#headBytes - this.#headHeld);
    if (wanted <= 0) return;
    this.#head.push(Buffer.from(chunk.subarray(from, from + wanted))); // the chunk is read into again
    this.#headHeld += wanted;
  }

  #end(ended: boolean): ScannedLine {
    const [only] = this.#head;
    const head = this.#head.length === 1 && only ? only : Buffer.concat(this.#head);
    const line = { offset: this.#offset, bytes: this.#bytes, head, ended };
    this.#offset += this.#bytes + 1;
    this.#bytes = 0;
    this.#head = [];
    this.#headHeld = 0;
    return line;
  }
}

interface IndexOptions {
  readonly from: number;
  /** A last line without an end is a line too. */
  readonly halfLine: boolean;
}

/** Notes where the lines of a file begin, without the blank ones, in steps: one per chunk read. No object is made of a line: there may be ten million. */
export async function* indexLines(
  file: ReadableFile,
  offsets: LineOffsets,
  { from, halfLine }: IndexOptions,
): AsyncGenerator<void> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let start = from;
  let at = from;
  let last = 0;
  const isBlankTo = (end: number, before: number): boolean =>
    end === start || (end === start + 1 && before === carriageReturn);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, at);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    for (let place = chunk.indexOf(newline); place >= 0; place = chunk.indexOf(newline, place + 1)) {
      if (!isBlankTo(at + place, place > 0 ? chunk[place - 1]! : last)) offsets.add(start);
      start = at + place + 1;
    }
    last = chunk[bytesRead - 1]!;
    at += bytesRead;
    yield;
  }
  if (halfLine && !isBlankTo(at, last)) offsets.add(start);
}

const stride = 64;

/** Where every 64th line begins: a file of nothing but newlines costs little memory too. */
export class LineOffsets {
  #offsets = new Float64Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(offset: number): void {
    if (this.#count % stride === 0) this.#keep(this.#count / stride, offset);
    this.#count++;
  }

  /** The nearest known line at or before this one. */
  before(line: number): { readonly line: number; readonly offset: number } {
    const slot = Math.floor(line / stride);
    return { line: slot * stride, offset: this.#offsets[slot] ?? 0 };
  }

  #keep(slot: number, offset: number): void {
    if (slot >= this.#offsets.length) {
      const wider = new Float64Array(this.#offsets.length * 2);
      wider.set(this.#offsets);
      this.#offsets = wider;
    }
    this.#offsets[slot] = offset;
  }
}
