import { isRecord } from '../../../base/json.ts';
import { jsonInSteps } from '../../../base/jsonSteps.ts';
import type { HttpExchange, TrafficDirection, TrafficKind, TrafficRow } from '../../../contract/traffic/traffic.ts';
import { CallGroups } from './callGroups.ts';
import { Entry } from './entry.ts';
import type { Interception } from '../../wire/interception.ts';
import { type OpenRequest, Pairing } from './pairing.ts';
import type { Redaction } from '../redaction.ts';
import { sameExchange } from './sameExchange.ts';
import type { Tap } from '../../wire/tap.ts';
import type { WireDirection, WireMessage } from '../../wire/wireMessage.ts';

const openRequests = 100_000;
/** A larger message is recorded in steps. */
const largeBytes = 512 * 1024;

export interface EntrySink {
  /** Gives the entry its number and time; the number is known before, for pairs. */
  readonly nextSeq: number;
  /** The time of the event that is being recorded. */
  monotonicMs(): number;
  append(entry: Entry): void;
  /** Records an event, now or a moment later, in the order of the calls. */
  record(work: () => void): void;
  /** As `record`, in steps. False if too many large messages are waiting. */
  recordLarge(steps: Generator<void, void>, bytes: number): boolean;
}

interface Frame {
  readonly direction: WireDirection;
  readonly message: WireMessage;
  readonly bytes: number;
  readonly http: HttpExchange | undefined;
}

/** The frames of one connection, turned into entries: paired, grouped and redacted. */
export class ConnectionTap implements Tap {
  interception?: Interception;
  readonly #where: { readonly server: string; readonly connection: string };
  readonly #sink: EntrySink;
  readonly #redaction: Redaction;
  readonly #pairing = new Pairing(openRequests, () =>
    this.state(`more than ${openRequests} requests wait for an answer: the oldest are no longer paired with theirs`),
  );
  readonly #groups = new CallGroups();
  /** The last one, reused while equal. */
  #http: { readonly raw: HttpExchange; readonly shown: HttpExchange; readonly version: unknown } | undefined;

  constructor(server: string, connection: string, sink: EntrySink, redaction: Redaction) {
    this.#where = { server, connection };
    this.#sink = sink;
    this.#redaction = redaction;
  }

  frame(direction: WireDirection, message: WireMessage, bytes = 0, http?: HttpExchange): void {
    const frame: Frame = { direction, message, bytes, http };
    if (bytes <= largeBytes) this.#sink.record(() => this.#frame(frame, this.#redaction.value(message)));
    else if (!this.#sink.recordLarge(this.#largeFrame(frame), bytes))
      this.#sink.record(() => this.#frame(frame, this.#redaction.value(withoutContent(frame))));
  }

  *#largeFrame(frame: Frame): Generator<void, void> {
    const redaction = this.#redaction;
    const body = redaction.steps ? yield* redaction.steps(frame.message) : redaction.value(frame.message);
    this.#frame(frame, body, yield* jsonInSteps(body));
  }

  #frame({ direction, message, bytes, http }: Frame, body: unknown, json?: string): void {
    const { method, id } = message;
    const kind = typeof method !== 'string' ? 'response' : isId(id) ? 'request' : 'notification';
    const entry = new Entry(this.#where, direction, kind, bytes, body);
    entry.json = json;
    if (http) entry.http = this.#exchange(http);
    if (isId(id)) entry.id = id;
    if (kind === 'response') this.#answer(entry, direction, message);
    else if (kind === 'request') this.#ask(entry, direction, message, body as WireMessage);
    else this.#notify(entry, direction, message);
    this.#sink.append(entry);
  }

  noise(text: string): void {
    this.#line('noise', 'toClient', text);
  }

  stderr(text: string): void {
    this.#line('stderr', 'toClient', text);
  }

  malformed(direction: WireDirection, text: string, reason: string): void {
    this.#line('malformed', direction, `${reason}: ${text}`);
  }

  state(text: string, http?: HttpExchange): void {
    this.#line('state', 'none', text, http);
  }

  lost(id: unknown, reason: string, how: 'lost' | 'cancelled' = 'lost'): void {
    this.#sink.record(() => {
      const request = this.#pairing.answered('toClient', id);
      if (!request) return;
      const entry = this.#entry('state', 'none', `no answer: ${reason}`);
      if (isId(id)) entry.id = id;
      entry.status = how;
      this.#pair(entry, request);
      this.#sink.append(entry);
    });
  }

  /** One row for all that waits: there may be a hundred thousand. */
  closed(reason: string): void {
    this.#sink.record(() => {
      this.#pairing.clear();
      const entry = this.#entry('state', 'none', reason);
      entry.status = 'closed';
      this.#sink.append(entry);
    });
  }

  #line(kind: TrafficKind, direction: TrafficDirection, text: string, http?: HttpExchange): void {
    this.#sink.record(() => {
      const entry = this.#entry(kind, direction, text);
      if (http) entry.http = this.#exchange(http);
      this.#sink.append(entry);
    });
  }

  #exchange(http: HttpExchange): HttpExchange {
    const { version } = this.#redaction;
    if (this.#http?.version !== version || !sameExchange(this.#http?.raw, http))
      this.#http = { raw: http, shown: this.#redaction.value(http) as HttpExchange, version };
    return this.#http!.shown;
  }

  #entry(kind: TrafficKind, direction: TrafficDirection, text: string): Entry {
    return new Entry(this.#where, direction, kind, text.length, this.#redaction.text(text));
  }

  #ask(entry: Entry, direction: WireDirection, message: WireMessage, body: WireMessage): void {
    const seq = this.#sink.nextSeq;
    const method = message['method'] as string;
    const place = this.#groups.request(seq, method, message['params'], body['params']);
    entry.method = method;
    entry.name = place.name;
    entry.group = place.group;
    this.#pairing.opened(direction, entry.id, { seq, method, monotonicMs: this.#sink.monotonicMs(), ...place });
  }

  #notify(entry: Entry, direction: WireDirection, message: WireMessage): void {
    const method = message['method'] as string;
    entry.method = method;
    const find = (id: unknown): number | undefined => this.#pairing.waiting(direction, id)?.seq;
    entry.group = this.#groups.notification(method, message['params'], find);
  }

  #answer(entry: Entry, direction: WireDirection, message: WireMessage): void {
    entry.status = statusOf(message);
    const request = this.#pairing.answered(direction, message['id']);
    if (!request) return;
    this.#groups.response(request, message);
    this.#pair(entry, request);
  }

  #pair(entry: Entry, request: OpenRequest): void {
    entry.method = request.method;
    entry.name = request.name;
    entry.pair = request.seq;
    entry.group = request.group;
    entry.durationMs = this.#sink.monotonicMs() - request.monotonicMs;
  }
}

/** What is recorded of a large message that came while too many others were being recorded. */
function withoutContent({ message: { jsonrpc, id, method }, bytes }: Frame): Readonly<Record<string, unknown>> {
  const reason = `not recorded: ${bytes} bytes, while other large messages were being recorded`;
  return { jsonrpc, ...(id !== undefined && { id }), ...(method !== undefined && { method }), omitted: reason };
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
