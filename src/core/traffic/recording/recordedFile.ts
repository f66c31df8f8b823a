import { LineOffsets, type ReadableFile, type ScannedLine, scanLines } from './lineScan.ts';
import { type RecordingHeader, readRecord } from './recordFormat.ts';
import { type Candidates, type TrafficRecord, bodiesLength } from '../trafficSource.ts';
import { scanWord } from './wordScan.ts';

/** Enough for everything but the body, and for the body's beginning. */
const rowHeadBytes = 8 * 1024;
/** Longer than any text that this runtime can hold. */
const wholeLineBytes = 256 * 1024 * 1024;

/** The rows of one file by their place in it: 0 is the line after the header. */
export class RecordedFile {
  readonly file: ReadableFile;
  readonly header: RecordingHeader;
  readonly offsets = new LineOffsets();

  constructor(file: ReadableFile, header: RecordingHeader) {
    this.file = file;
    this.header = header;
  }

  /** Rows with the beginning of their bodies; fewer than asked for where these are long. */
  async heads(from: number, limit: number, bodyBytes = 0): Promise<readonly TrafficRecord[]> {
    const records: TrafficRecord[] = [];
    let length = 0;
    for await (const record of this.#records(from, limit, rowHeadBytes + bodyBytes)) {
      records.push(record);
      length += record.body.text.length;
      if (bodyBytes > 0 && length > bodiesLength) break;
    }
    return records;
  }

  /** One row with at least so many bytes of its body, where it has them. */
  async record(index: number, bodyBytes: number): Promise<{ record: TrafficRecord; bytes: number } | undefined> {
    for await (const { line, at } of this.#lines(index, 1, bodyBytes + rowHeadBytes))
      return { record: this.#read(line, at), bytes: line.bytes };
    return undefined;
  }

  wholeRecords(from: number, limit: number): AsyncGenerator<TrafficRecord> {
    return this.#records(from, limit, wholeLineBytes);
  }

  /** The rows whose lines hold the word. `counted` says, or waits until it can say, how many of so many lines are rows. */
  async *candidates(
    word: string,
    from: number,
    signal: AbortSignal,
    counted: (lines: number) => number | Promise<number>,
  ): AsyncGenerator<Candidates> {
    const { firstSeq } = this.header;
    for await (const { hits, nextLine } of scanWord(this.file, word, { ...this.offsets.before(from), signal })) {
      const count = await counted(nextLine);
      const found = hits.filter(({ line }) => line >= from && line < count);
      yield {
        found: found.map(({ line, text }) => ({ seq: line + firstSeq, record: this.#recordOf(line, text) })),
        nextSeq: Math.max(Math.min(nextLine, count), from) + firstSeq,
      };
    }
  }

  #recordOf(at: number, text: string | undefined): TrafficRecord | undefined {
    return text === undefined ? undefined : readRecord(this.header.firstSeq + at, { text, whole: true }, this.header);
  }

  async *#records(from: number, limit: number, headBytes: number): AsyncGenerator<TrafficRecord> {
    for await (const { line, at } of this.#lines(from, limit, headBytes)) yield this.#read(line, at);
  }

  async *#lines(from: number, limit: number, headBytes: number): AsyncGenerator<{ line: ScannedLine; at: number }> {
    const end = Math.min(from + limit, this.offsets.count);
    if (from >= end) return;
    const start = this.offsets.before(from);
    let at = start.line;
    for await (const lines of scanLines(this.file, { from: start.offset, headBytes })) {
      for (const line of lines) {
        if (isBlank(line)) continue;
        if (at >= from) yield { line, at };
        if (++at >= end) return;
      }
    }
  }

  #read({ head, bytes }: ScannedLine, at: number): TrafficRecord {
    const line = { text: head.toString('utf8'), whole: head.length === bytes };
    return readRecord(this.header.firstSeq + at, line, this.header);
  }
}

/** Not a row: also the carriage return of a file that went through Windows. */
export function isBlank({ bytes, head }: ScannedLine): boolean {
  return bytes === 0 || (bytes === 1 && head[0] === 0x0d);
}
