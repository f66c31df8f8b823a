import { Emitter, type Event } from '../../base/event.ts';
import { previewJson } from '../../base/json.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { TrafficBody, TrafficPage, TrafficRow } from '../../protocol/traffic.ts';
import type { Clock } from '../ports/ports.ts';
import { ConnectionTap, type EntrySink } from './connectionTap.ts';
import { type Entry, toRecord, toRow } from './entry.ts';
import type { Redaction } from './redaction.ts';
import type { TapSource } from './tap.ts';
import { type TrafficRecord, type TrafficSource, bodyLength, pageLimit } from './trafficSource.ts';

export interface TrafficLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** What a frame counts for where its transport does not tell, as within this process. */
const unknownBytes = 128;

/** The last frames of every connection, in a ring: appending costs the same however many there are. */
export class TrafficLog implements TapSource, TrafficSource, EntrySink, Disposable {
  readonly #limits: TrafficLimits;
  readonly #clock: Clock;
  readonly #redaction: Redaction;
  readonly #appended = new Emitter<void>();
  #ring: (Entry | undefined)[] = [];
  #first = 1;
  #next = 1;
  #bytes = 0;
  #dropped = 0;
  #generation = 1;
  #connections = 0;

  constructor(limits: TrafficLimits, clock: Clock, redaction: Redaction) {
    this.#limits = limits;
    this.#clock = clock;
    this.#redaction = redaction;
  }

  /** Fires once per entry; a listener that does more than set a flag slows every server down. */
  get onDidAppend(): Event<void> {
    return this.#appended.event;
  }

  get generation(): number {
    return this.#generation;
  }

  get firstSeq(): number {
    return this.#first;
  }

  get nextSeq(): number {
    return this.#next;
  }

  get dropped(): number {
    return this.#dropped;
  }

  open(server: string): ConnectionTap {
    return new ConnectionTap(server, `${server}#${++this.#connections}`, this, this.#redaction);
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  /** At once, of what is in memory: for those who follow the newest. */
  recent(fromSeq: number, limit: number): TrafficPage {
    const rows: TrafficRow[] = [];
    const from = Math.max(fromSeq, this.#first);
    const to = Math.min(this.#next, from + Math.min(limit, pageLimit));
    for (let seq = from; seq < to; seq++) rows.push(toRow(this.#at(seq)));
    return { generation: this.#generation, rows, firstSeq: this.#first, nextSeq: this.#next, dropped: this.#dropped };
  }

  async page(fromSeq: number, limit: number): Promise<TrafficPage> {
    return this.recent(fromSeq, limit);
  }

  async body(seq: number): Promise<TrafficBody> {
    if (seq < this.#first || seq >= this.#next) return { seq, truncated: false };
    const { body, http } = this.#at(seq);
    const text = typeof body === 'string' ? body.slice(0, bodyLength) : previewJson(body, bodyLength);
    return { seq, text, truncated: text.length >= bodyLength, ...(http && { http }) };
  }

  async *records(fromSeq: number, toSeq: number): AsyncGenerator<TrafficRecord> {
    for (let seq = Math.max(fromSeq, this.#first); seq < Math.min(toSeq, this.#next); seq++) {
      if (seq < this.#first) continue; // dropped meanwhile
      yield toRecord(this.#at(seq));
    }
  }

  append(entry: Entry): void {
    while (this.#next - this.#first >= this.#limits.rows) this.#dropFirst();
    const seq = this.#next++;
    entry.seq = seq;
    entry.at = this.#clock.now();
    entry.ms = this.#clock.monotonicMs();
    this.#ring[seq % this.#limits.rows] = entry;
    this.#bytes += entry.bytes || unknownBytes;
    while (this.#bytes > this.#limits.bytes && seq > this.#first) this.#dropFirst();
    if (this.#appended.hasListeners) this.#appended.fire();
  }

  clear(): void {
    this.#ring = [];
    this.#first = this.#next;
    this.#bytes = 0;
    this.#dropped = 0;
    this.#generation++;
    this.#appended.fire();
  }

  dispose(): void {
    this.#appended.dispose();
    this.#ring = [];
    this.#first = this.#next;
  }

  #dropFirst(): void {
    const at = this.#first++ % this.#limits.rows;
    this.#bytes -= this.#ring[at]?.bytes || unknownBytes;
    this.#ring[at] = undefined;
    this.#dropped++;
  }

  #at(seq: number): Entry {
    return this.#ring[seq % this.#limits.rows] as Entry;
  }
}
