import { Emitter, type Event } from '../../base/event.ts';
import { isRecord, previewJson } from '../../base/json.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { TrafficBody, TrafficDirection, TrafficKind, TrafficPage, TrafficRow } from '../../protocol/traffic.ts';
import type { Clock } from '../ports/ports.ts';
import { Pairing } from './pairing.ts';
import type { Tap, TapSource, WireDirection, WireMessage } from './tap.ts';

export interface TrafficLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** Takes secrets out of what is about to be kept. Answers with the same object when there are none. */
export interface Redaction {
  text(text: string): string;
  value(value: unknown): unknown;
}

interface Entry extends Omit<TrafficRow, 'preview'> {
  readonly body: unknown;
}

type NewEntry = Omit<Entry, 'seq' | 'at'>;

const previewLength = 240;
const bodyLength = 4 * 1024 * 1024;
/** What a frame counts for where its transport does not tell, as within this process. */
const unknownBytes = 128;
const openRequestsPerConnection = 100_000;
const pageLimit = 5_000;

/** The last frames of every connection, in a ring: appending costs the same however many there are. */
export class TrafficLog implements TapSource, Disposable {
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

  get nextSeq(): number {
    return this.#next;
  }

  get dropped(): number {
    return this.#dropped;
  }

  open(server: string): Tap {
    const connection = `${server}#${++this.#connections}`;
    const pairing = new Pairing(openRequestsPerConnection);
    const line = (kind: TrafficKind, direction: TrafficDirection, text: string): void =>
      this.#append({ server, connection, direction, kind, bytes: text.length, body: this.#redaction.text(text) });
    return {
      frame: (direction, message, bytes) =>
        this.#frame({ server, connection }, pairing, direction, message, bytes ?? 0),
      noise: (text) => line('noise', 'toClient', text),
      stderr: (text) => line('stderr', 'toClient', text),
      malformed: (direction, text, reason) => line('malformed', direction, `${reason}: ${text}`),
      state: (text) => line('state', 'none', text),
    };
  }

  page(fromSeq: number, limit: number): TrafficPage {
    const rows: TrafficRow[] = [];
    const from = Math.max(fromSeq, this.#first);
    const to = Math.min(this.#next, from + Math.min(limit, pageLimit));
    for (let seq = from; seq < to; seq++) rows.push(toRow(this.#at(seq)));
    return { generation: this.#generation, rows, firstSeq: this.#first, nextSeq: this.#next, dropped: this.#dropped };
  }

  body(seq: number): TrafficBody {
    if (seq < this.#first || seq >= this.#next) return { seq, truncated: false };
    const { body } = this.#at(seq);
    const text = typeof body === 'string' ? body : previewJson(body, bodyLength);
    return { seq, text, truncated: text.length >= bodyLength };
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

  #frame(
    where: Pick<Entry, 'server' | 'connection'>,
    pairing: Pairing,
    direction: WireDirection,
    message: WireMessage,
    bytes: number,
  ): void {
    const body = this.#redaction.value(message);
    const common = { ...where, direction, bytes, body };
    const { method, id } = message;
    if (typeof method !== 'string') return this.#response(common, pairing, direction, message);
    if (!isId(id)) return this.#append({ ...common, kind: 'notification', method });
    pairing.opened(direction, id, { seq: this.#next, method, monotonicMs: this.#clock.monotonicMs() });
    this.#append({ ...common, kind: 'request', method, id });
  }

  #response(common: Omit<NewEntry, 'kind'>, pairing: Pairing, direction: WireDirection, message: WireMessage): void {
    const request = pairing.answered(direction, message['id']);
    this.#append({
      ...common,
      kind: 'response',
      status: statusOf(message),
      ...(isId(message['id']) && { id: message['id'] }),
      ...(request && {
        method: request.method,
        pair: request.seq,
        durationMs: this.#clock.monotonicMs() - request.monotonicMs,
      }),
    });
  }

  #append(entry: NewEntry): void {
    while (this.#next - this.#first >= this.#limits.rows) this.#dropFirst();
    const seq = this.#next++;
    this.#ring[seq % this.#limits.rows] = { ...entry, seq, at: this.#clock.now() };
    this.#bytes += entry.bytes || unknownBytes;
    while (this.#bytes > this.#limits.bytes && seq > this.#first) this.#dropFirst();
    this.#appended.fire();
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

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function statusOf(message: WireMessage): 'ok' | 'error' | 'toolError' {
  if (message['error'] !== undefined) return 'error';
  const { result } = message;
  return isRecord(result) && result['isError'] === true ? 'toolError' : 'ok';
}

function toRow(entry: Entry): TrafficRow {
  const { body, ...row } = entry;
  const preview = typeof body === 'string' ? body.slice(0, previewLength) : previewJson(body, previewLength);
  return { ...row, preview };
}
