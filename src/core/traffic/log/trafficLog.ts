import { Emitter, type Event } from '../../../base/event.ts';
import { previewJson } from '../../../base/json.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { TrafficBody, TrafficPage, TrafficRow } from '../../../contract/traffic/traffic.ts';
import type { Clock } from '../../ports/ports.ts';
import { ConnectionTap, type EntrySink } from './connectionTap.ts';
import { Entry, bodyOnDisk, entryLine, previewOfEntry, toRecord, toRow } from './entry.ts';
import { rowOf } from '../recording/recordFormat.ts';
import { RecordQueue } from './recordQueue.ts';
import type { Redaction } from '../redaction.ts';
import type { TrafficSpill } from './spill.ts';
import type { TapSource } from '../../wire/tap.ts';
import { searchedWord } from '../recording/wordScan.ts';
import {
  type Candidates,
  type TrafficExtent,
  type TrafficRecord,
  type TrafficSource,
  type TrafficText,
  bodiesLength,
  bodyLength,
  pageLimit,
} from '../trafficSource.ts';

interface TrafficLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** The assumed size of a frame if its transport does not know it, as in memory. */
const unknownBytes = 128;
/** A larger body is kept in the file only, once it is written. */
const heavyBytes = 256 * 1024;
const spillAfterMs = 100;
/** Shorter than a typical response time, so that the work is done while a caller waits anyway. */
const spillSliceMs = 0.1;
/** The backlog of a flood is processed in larger batches, which still do not block noticeably. */
const backlogRows = 5_000;
const backlogSliceMs = 4;

/** Ends the connections that the last session left open, for example after a crash. */
function sessionStart(): Entry {
  const entry = new Entry({ server: '', connection: '' }, 'none', 'state', 0, 'a new session of the window');
  entry.status = 'closed';
  return entry;
}

/** The last frames of every connection, in a ring: appending costs the same however many there are. Older ones are in the spill. */
export class TrafficLog implements TapSource, TrafficSource, EntrySink, Disposable {
  readonly #limits: TrafficLimits;
  readonly #queue: RecordQueue;
  readonly #redaction: Redaction;
  readonly #spill: TrafficSpill | undefined;
  readonly #appended = new Emitter<void>();
  #ring: (Entry | undefined)[] = [];
  #first: number;
  #next: number;
  #bytes = 0;
  #dropped = 0;
  #generation = 1;
  #connections = 0;
  /** The first row that is not in the spill yet. */
  #unspilled: number;
  #spilling: ReturnType<typeof setTimeout> | undefined;
  #slice: ReturnType<typeof setImmediate> | undefined;

  constructor(limits: TrafficLimits, clock: Clock, redaction: Redaction, spill?: TrafficSpill) {
    this.#limits = limits;
    this.#queue = new RecordQueue(clock);
    this.#redaction = redaction;
    this.#spill = spill;
    this.#first = this.#next = this.#unspilled = spill?.nextSeq ?? 1;
    if (this.#firstKept() < this.#next) this.append(sessionStart());
  }

  /** Fires once per entry; a listener must only set a flag, or it slows down every server. */
  get onDidAppend(): Event<void> {
    return this.#appended.event;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Of what is recorded next. What waits in the queue has no number yet. */
  get nextSeq(): number {
    return this.#next;
  }

  readExtent(): TrafficExtent {
    this.#queue.flush();
    // Rows that are lost for good.
    const dropped = this.#dropped + (this.#spill?.lost ?? 0);
    return { generation: this.#generation, firstSeq: this.#firstKept(), nextSeq: this.#next, dropped };
  }

  /** In memory or in the spill. */
  #firstKept(): number {
    return this.#spill ? Math.min(this.#spill.firstSeq, this.#first) : this.#first;
  }

  open(server: string): ConnectionTap {
    return new ConnectionTap(server, `${server}#${++this.#connections}`, this, this.#redaction);
  }

  monotonicMs(): number {
    return this.#queue.now.ms;
  }

  record(work: () => void): void {
    this.#queue.add(work);
  }

  recordLarge(steps: Generator<void, void>, bytes: number): boolean {
    return this.#queue.addLarge(steps, bytes);
  }

  /** Synchronous, from memory: for followers of the newest rows. */
  recent(fromSeq: number, limit: number): TrafficPage {
    this.#queue.flush();
    const rows: TrafficRow[] = [];
    const from = Math.max(fromSeq, this.#first);
    const to = Math.min(this.#next, from + Math.min(limit, pageLimit));
    for (let seq = from; seq < to; seq++) rows.push(toRow(this.#at(seq)));
    return this.#pageOf(rows);
  }

  async page(fromSeq: number, limit: number): Promise<TrafficPage> {
    this.#queue.flush();
    if (!this.#spill || fromSeq >= this.#first) return this.recent(fromSeq, limit);
    const wanted = Math.min(limit, pageLimit);
    const from = Math.max(fromSeq, this.#firstKept());
    const to = Math.min(this.#first, from + wanted);
    const old = await this.#spill.heads(from, to, wanted);
    this.#queue.flush(); // before the page is read, so that it does not change between its two parts
    const rows = old.map(rowOf);
    const next = (rows.at(-1)?.seq ?? to - 1) + 1;
    const isWhole = next >= this.#first || rows.length === 0;
    return this.#pageOf(isWhole ? [...rows, ...this.recent(next, wanted - rows.length).rows] : rows);
  }

  async body(seq: number): Promise<TrafficBody> {
    this.#queue.flush();
    const entry = seq >= this.#first && seq < this.#next ? this.#at(seq) : undefined;
    if (!entry || entry.body === bodyOnDisk) return this.#spilledBody(seq);
    const { body, http } = entry;
    const text = typeof body === 'string' ? body.slice(0, bodyLength) : previewJson(body, bodyLength);
    return { seq, text, truncated: text.length >= bodyLength, ...(http && { http }) };
  }

  async bodies(fromSeq: number, limit: number): Promise<readonly TrafficText[]> {
    const { firstSeq, nextSeq } = this.readExtent();
    const from = Math.max(fromSeq, firstSeq);
    const to = Math.min(nextSeq, from + limit);
    if (this.#spill && from < this.#first) {
      const old = await this.#spill.heads(from, Math.min(to, this.#first), limit, bodyLength);
      return old.map(({ row, body }) => ({ seq: row.seq, text: body.text.slice(0, bodyLength) }));
    }
    const texts: TrafficText[] = [];
    for (let seq = from, length = 0; seq < to && length < bodiesLength; seq++) {
      const { text = '' } = await this.body(seq);
      texts.push({ seq, text });
      length += text.length;
    }
    return texts;
  }

  /** Nearly all rows are on disk, also those that are in memory. */
  candidates(words: readonly string[], fromSeq: number, signal: AbortSignal): AsyncGenerator<Candidates> | undefined {
    const word = searchedWord(words);
    return word === undefined || !this.#spill ? undefined : this.#candidates(this.#spill, word, fromSeq, signal);
  }

  async *#candidates(
    spill: TrafficSpill,
    word: string,
    fromSeq: number,
    signal: AbortSignal,
  ): AsyncGenerator<Candidates> {
    let next = fromSeq;
    for await (const { fromSeq: begin, ...part } of spill.candidates(word, fromSeq, signal)) {
      // What the disk did not take is in memory only.
      const unwritten = range(Math.max(next, this.#first), begin);
      yield { ...part, found: [...unwritten.map((seq) => ({ seq, record: undefined })), ...part.found] };
      next = part.nextSeq;
    }
  }

  async *records(fromSeq: number, toSeq: number): AsyncGenerator<TrafficRecord> {
    await this.#queue.idle();
    const { firstSeq, nextSeq } = this.readExtent();
    const last = Math.min(toSeq, nextSeq);
    for (let seq = Math.max(fromSeq, firstSeq); seq < last; seq++) {
      const entry = seq >= this.#first ? this.#at(seq) : undefined;
      if (entry && entry.body !== bodyOnDisk) yield toRecord(entry);
      else if (this.#spill) seq = yield* this.#spilledRecords(seq, entry ? seq + 1 : Math.min(last, this.#first));
    }
  }

  append(entry: Entry): void {
    while (this.#next - this.#first >= this.#limits.rows) this.#dropFirst();
    const seq = this.#next++;
    entry.seq = seq;
    const { at, ms } = this.#queue.now;
    entry.at = at;
    entry.ms = ms;
    entry.weight = entry.bytes || unknownBytes;
    this.#ring[seq % this.#limits.rows] = entry;
    this.#bytes += entry.weight;
    while (this.#bytes > this.#limits.bytes && seq > this.#first) this.#dropFirst();
    if (this.#spill) this.#spilling ??= setTimeout(() => this.#spillSome(), spillAfterMs);
    else entry.json = undefined; // it is as large as the body, and not counted
    if (this.#appended.hasListeners) this.#appended.fire();
  }

  clear(): void {
    this.#queue.flush();
    this.#ring = [];
    this.#first = this.#unspilled = this.#next;
    this.#bytes = 0;
    this.#dropped = 0;
    this.#spill?.clear();
    this.#generation++;
    this.#appended.fire();
  }

  dispose(): void {
    this.#queue.finish();
    clearTimeout(this.#spilling);
    clearImmediate(this.#slice);
    while (this.#spill && this.#unspilled < this.#next) this.#spillNext();
    this.#spill?.dispose();
    this.#appended.dispose();
    this.#ring = [];
    this.#first = this.#next;
  }

  #pageOf(rows: readonly TrafficRow[]): TrafficPage {
    return { ...this.readExtent(), rows };
  }

  async #spilledBody(seq: number): Promise<TrafficBody> {
    const found = await this.#spill?.record(seq, bodyLength);
    if (!found) return { seq, truncated: false };
    const { body, http } = found.record;
    const text = body.text.slice(0, bodyLength);
    return { seq, text, truncated: body.text.length > bodyLength, ...(http && { http }) };
  }

  /** Returns the last number that was written. */
  async *#spilledRecords(from: number, to: number): AsyncGenerator<TrafficRecord, number> {
    for await (const record of this.#spill!.records(from, to)) yield record;
    return to - 1;
  }

  #dropFirst(): void {
    const entry = this.#at(this.#first);
    if (this.#spill && this.#first >= this.#unspilled) this.#spillNext();
    this.#bytes -= entry.weight;
    if (!entry.isSpilled) this.#dropped++;
    this.#ring[this.#first++ % this.#limits.rows] = undefined;
  }

  #spillSome(): void {
    const isBehind = this.#next - this.#unspilled > backlogRows;
    const end = performance.now() + (isBehind ? backlogSliceMs : spillSliceMs);
    while (this.#unspilled < this.#next && performance.now() < end) this.#spillNext();
    if (this.#unspilled < this.#next) return void (this.#slice = setImmediate(() => this.#spillSome()));
    this.#spilling = undefined;
    void this.#spill?.flush();
  }

  #spillNext(): void {
    const seq = this.#unspilled++;
    const entry = this.#at(seq);
    entry.isSpilled = this.#spill!.append(seq, entryLine(entry));
    if (entry.isSpilled && entry.weight > heavyBytes) this.#lighten(entry);
  }

  #lighten(entry: Entry): void {
    entry.preview = previewOfEntry(entry);
    entry.body = bodyOnDisk;
    entry.json = undefined;
    this.#bytes += unknownBytes - entry.weight;
    entry.weight = unknownBytes;
  }

  #at(seq: number): Entry {
    return this.#ring[seq % this.#limits.rows] as Entry;
  }
}

function range(from: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at);
}
