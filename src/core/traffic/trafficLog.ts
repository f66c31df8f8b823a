import { Emitter, type Event } from '../../base/event.ts';
import { isRecord, previewJson } from '../../base/json.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { TrafficBody, TrafficDirection, TrafficKind, TrafficPage, TrafficRow } from '../../protocol/traffic.ts';
import type { Clock } from '../ports/ports.ts';
import { CallGroups } from './callGroups.ts';
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

/** What one connection is busy with. */
interface Calls {
  readonly pairing: Pairing;
  readonly groups: CallGroups;
}

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
    const calls = { pairing: new Pairing(openRequestsPerConnection), groups: new CallGroups() };
    const line = (kind: TrafficKind, direction: TrafficDirection, text: string): void =>
      this.#append({ server, connection, direction, kind, bytes: text.length, body: this.#redaction.text(text) });
    return {
      frame: (direction, message, bytes) => this.#frame({ server, connection }, calls, direction, message, bytes ?? 0),
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
    calls: Calls,
    direction: WireDirection,
    message: WireMessage,
    bytes: number,
  ): void {
    const body = this.#redaction.value(message);
    const common = { ...where, direction, bytes, body };
    const { method, id } = message;
    if (typeof method !== 'string') return this.#response(common, calls, direction, message);
    if (!isId(id)) return this.#notification(common, calls, direction, message);
    const place = calls.groups.request(this.#next, method, message['params'], isRecord(body) && body['params']);
    calls.pairing.opened(direction, id, {
      seq: this.#next,
      method,
      monotonicMs: this.#clock.monotonicMs(),
      ...place,
    });
    this.#append({ ...common, kind: 'request', method, id, ...place });
  }

  #notification(common: Omit<NewEntry, 'kind'>, calls: Calls, direction: WireDirection, message: WireMessage): void {
    const method = message['method'] as string;
    const find = (id: unknown): number | undefined => calls.pairing.waiting(direction, id)?.seq;
    const group = calls.groups.notification(method, message['params'], find);
    this.#append({ ...common, kind: 'notification', method, ...(group !== undefined && { group }) });
  }

  #response(common: Omit<NewEntry, 'kind'>, calls: Calls, direction: WireDirection, message: WireMessage): void {
    const request = calls.pairing.answered(direction, message['id']);
    if (request) calls.groups.response(request, message);
    this.#append({
      ...common,
      kind: 'response',
      status: statusOf(message),
      ...(isId(message['id']) && { id: message['id'] }),
      ...(request && {
        method: request.method,
        pair: request.seq,
        ...(request.name !== undefined && { name: request.name }),
        ...(request.group !== undefined && { group: request.group }),
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

function statusOf(message: WireMessage): NonNullable<TrafficRow['status']> {
  if (message['error'] !== undefined) return 'error';
  const { result } = message;
  if (!isRecord(result)) return 'ok';
  if (result['resultType'] === 'input_required') return 'inputRequired';
  return result['isError'] === true ? 'toolError' : 'ok';
}

function toRow(entry: Entry): TrafficRow {
  const { body, ...row } = entry;
  const preview = typeof body === 'string' ? body.slice(0, previewLength) : previewJson(body, previewLength);
  return { ...row, preview };
}
