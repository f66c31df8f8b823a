import { notRead } from '../../../base/faults/configFaults.ts';
import { recordingUnreadable } from '../../../base/faults/callFaults.ts';
import { type FileHandle, open } from 'node:fs/promises';
import { deferred, sleep } from '../../../base/async.ts';
import { Emitter, type Event } from '../../../base/event.ts';
import { Fault } from '../../../base/fault.ts';
import { parseJson } from '../../../base/json.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { TrafficBody, TrafficPage } from '../../../contract/traffic/traffic.ts';
import { indexLines, scanLines } from './lineScan.ts';
import { type RecordingHeader, readHeader, rowOf } from './recordFormat.ts';
import { RecordedFile } from './recordedFile.ts';
import { searchedWord } from './wordScan.ts';
import type { Redaction } from '../redaction.ts';
import {
  type Candidates,
  type TrafficExtent,
  type TrafficRecord,
  type TrafficSource,
  type TrafficText,
  bodyLength,
  pageLimit,
} from '../trafficSource.ts';

const maxHeaderBytes = 64 * 1024;
const countingMs = 10;
const productName = 'MCP Switchboard';

/**
 * A recording on disk, of any size. Its first rows can be read at once; the rest is counted
 * meanwhile, and `nextSeq` grows as in a log that is being written.
 */
export class RecordingReader implements TrafficSource, Disposable {
  readonly generation = 1;
  readonly path: string;
  /** Every row has been counted. Never rejects: a file that cannot be read to its end is as long as it could be read. */
  readonly indexed: Promise<void>;
  readonly #recorded: RecordedFile;
  readonly #redaction: Redaction | undefined;
  readonly #lifetime = new Lifetime();
  readonly #appended = this.#lifetime.add(new Emitter<void>());
  #problem: string | undefined;
  #isIndexed = false;

  /** Throws `recording/unreadable` with a sentence for the user. All but the first rows is counted once `rest` has settled. */
  static async open(path: string, redaction?: Redaction, rest?: Promise<void>): Promise<RecordingReader> {
    const file = await openFile(path);
    try {
      const { header, bodyOffset } = await readStart(file);
      const reader = new RecordingReader(path, file, header, redaction, bodyOffset, rest);
      await reader.#firstRows;
      return reader;
    } catch (error) {
      await file.close();
      throw Fault.from(
        'code' in Object(error) && !Fault.is(error) ? notRead(path, error) : error,
        'recording/unreadable',
      );
    }
  }

  readonly #firstRows: Promise<void>;

  private constructor(
    path: string,
    file: FileHandle,
    header: RecordingHeader,
    redaction: Redaction | undefined,
    bodyOffset: number,
    rest: Promise<void> | undefined,
  ) {
    this.path = path;
    this.#recorded = new RecordedFile(file, header);
    this.#redaction = header.redacted ? undefined : redaction;
    const first = deferred<void>();
    this.#firstRows = first.promise;
    this.indexed = this.#index(bodyOffset, first.resolve, rest);
    this.#lifetime.defer(() => void this.indexed.then(() => file.close()));
  }

  get header(): RecordingHeader {
    return this.#recorded.header;
  }

  readExtent(): TrafficExtent {
    const { generation } = this;
    const { firstSeq } = this.header;
    return { generation, firstSeq, nextSeq: firstSeq + this.#recorded.offsets.count, dropped: 0 };
  }

  /** What kept the file from being read to its end. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get onDidAppend(): Event<void> {
    return this.#appended.event;
  }

  async page(fromSeq: number, limit: number): Promise<TrafficPage> {
    const from = Math.max(0, fromSeq - this.header.firstSeq);
    const records = await this.#recorded.heads(from, Math.min(limit, pageLimit));
    const rows = records.map((record) => rowOf(this.#clean(record)));
    return { ...this.readExtent(), rows };
  }

  async body(seq: number): Promise<TrafficBody> {
    const found =
      seq < this.header.firstSeq ? undefined : await this.#recorded.record(seq - this.header.firstSeq, bodyLength);
    if (!found) return { seq, truncated: false };
    const { body, http } = this.#clean(found.record);
    const { text } = body;
    const truncated = text.length > bodyLength || found.bytes > bodyLength + maxHeaderBytes;
    return { seq, text: text.slice(0, bodyLength), truncated, ...(http && { http }) };
  }

  async bodies(fromSeq: number, limit: number): Promise<readonly TrafficText[]> {
    const from = Math.max(0, fromSeq - this.header.firstSeq);
    const records = await this.#recorded.heads(from, limit, bodyLength);
    return records.map((record) => ({ seq: record.row.seq, text: this.#clean(record).body.text.slice(0, bodyLength) }));
  }

  /** Only of our own files: there a body stands in its line as it is shown. */
  candidates(words: readonly string[], fromSeq: number, signal: AbortSignal): AsyncGenerator<Candidates> | undefined {
    const { redacted, product, firstSeq } = this.header;
    const word = searchedWord(words);
    if (word === undefined || !redacted || !product.startsWith(productName)) return undefined;
    const counted = (lines: number): Promise<number> => this.#counted(lines, signal);
    return this.#recorded.candidates(word, Math.max(0, fromSeq - firstSeq), signal, counted);
  }

  /** A file that has just been opened is still being counted. Answers with how many of these lines there are. */
  async #counted(lines: number, signal: AbortSignal): Promise<number> {
    const { offsets } = this.#recorded;
    while (offsets.count < lines && !this.#isIndexed && !signal.aborted) await sleep(countingMs, signal);
    return Math.min(lines, offsets.count);
  }

  async *records(fromSeq: number, toSeq: number): AsyncGenerator<TrafficRecord> {
    const from = Math.max(0, fromSeq - this.header.firstSeq);
    const limit = Math.max(0, toSeq - this.header.firstSeq - from);
    for await (const record of this.#recorded.wholeRecords(from, limit)) yield this.#clean(record);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #index(from: number, firstDone: () => void, rest: Promise<void> | undefined): Promise<void> {
    const { file, offsets } = this.#recorded;
    try {
      for await (const _ of indexLines(file, offsets, { from, halfLine: true })) {
        if (this.#lifetime.ended) break;
        if (offsets.count > 0) firstDone();
        this.#appended.fire();
        if (offsets.count > 0) await rest;
      }
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.#isIndexed = true;
      firstDone();
    }
  }

  /** An unredacted recording is redacted when it is shown or exported. */
  #clean(record: TrafficRecord): TrafficRecord {
    const redaction = this.#redaction;
    if (!redaction) return record;
    const { kind, text } = record.body;
    const frame = kind === 'frame' ? parseJson(text) : undefined;
    const clean = frame?.ok ? JSON.stringify(redaction.value(frame.value)) : redaction.text(text);
    const http = record.http && (redaction.value(record.http) as typeof record.http);
    const { name } = record.row;
    const row = name === undefined ? record.row : { ...record.row, name: redaction.text(name) };
    return { row, body: { kind, text: clean }, ...(http && { http }) };
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw recordingUnreadable('cannotOpen', path, error);
  }
}

async function readStart(file: FileHandle): Promise<{ header: RecordingHeader; bodyOffset: number }> {
  for await (const [first] of scanLines(file, { from: 0, headBytes: maxHeaderBytes })) {
    if (!first) break;
    const read = readHeader(first.head.toString('utf8').replace(/^\uFEFF/, ''));
    if (!read.ok) throw recordingUnreadable(...read.problem);
    return { header: read.header, bodyOffset: first.offset + first.bytes + 1 };
  }
  throw recordingUnreadable('empty');
}
