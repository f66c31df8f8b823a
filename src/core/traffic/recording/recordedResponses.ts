import { createHash } from 'node:crypto';
import { canonicalJson, isRecord, parseJson } from '../../../base/json.ts';
import { mark } from '../../trust/redaction/mark.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import type { TrafficRecord, TrafficSource } from '../trafficSource.ts';

/** Where an exchange is in the recording. */
interface Exchange {
  readonly request: number;
  readonly connection: string;
  /** Absent if there is no response (yet). */
  answer?: number;
}

interface Known {
  readonly exchanges: Exchange[];
  /** How many of them have been used. */
  used: number;
}

export interface RecordedResponse {
  readonly request: WireMessage;
  /** Absent where the recording has none either: a stream of changes, a call that was cancelled. */
  readonly answer: WireMessage | undefined;
  /** What the server sent on that connection in between. */
  readonly notifications: readonly WireMessage[];
}

/** A recording may hold a million rows between a call and its response; then they are not replayed. */
const maxRowsBetween = 2_000;

/**
 * The responses of a recording, by method and arguments. Only their positions are held in memory.
 * The first call gets the first response, the second the second, and the last one is repeated.
 */
export class RecordedResponses {
  readonly #source: TrafficSource;
  readonly #known = new Map<string, Known>();
  /** Requests with a redacted value, which matches any value. */
  readonly #withBlanks = new Map<string, { readonly params: unknown; readonly key: string }[]>();
  readonly #methods = new Set<string>();
  readonly #servers = new Set<string>();

  private constructor(source: TrafficSource) {
    this.#source = source;
  }

  /** `server`: only exchanges with that one. */
  static async read(source: TrafficSource, server?: string): Promise<RecordedResponses> {
    const answers = new RecordedResponses(source);
    const open = new Map<number, Exchange>();
    const { firstSeq, nextSeq } = source.readExtent();
    for await (const record of source.records(firstSeq, nextSeq)) {
      const { row } = record;
      if (row.server !== '') answers.#servers.add(row.server);
      if (server !== undefined && row.server !== server) continue;
      if (row.kind === 'request' && row.direction === 'toServer') answers.#add(record, open);
      else if (row.kind === 'response' && row.pair !== undefined) {
        const exchange = open.get(row.pair);
        if (exchange) exchange.answer = row.seq;
        open.delete(row.pair);
      }
    }
    return answers;
  }

  get servers(): readonly string[] {
    return [...this.#servers];
  }

  hasMethod(method: string): boolean {
    return this.#methods.has(method);
  }

  async find(method: string, params: unknown): Promise<RecordedResponse | undefined> {
    const known = this.#known.get(requestKey(method, params)) ?? this.#fittingBlanks(method, params);
    const exchange = known?.exchanges[Math.min(known.used, known.exchanges.length - 1)];
    if (!known || !exchange) return undefined;
    known.used++;
    return this.#fetch(exchange);
  }

  /** The first that was recorded, whatever its arguments: for the handshake. */
  async firstOf(method: string): Promise<RecordedResponse | undefined> {
    for (const [key, { exchanges }] of this.#known) {
      const answered = exchanges.find(({ answer }) => answer !== undefined);
      if (key.startsWith(`${method} `) && answered) return this.#fetch(answered);
    }
    return undefined;
  }

  #add({ row, body }: TrafficRecord, open: Map<number, Exchange>): void {
    const frame = parseFrame(body);
    if (typeof frame?.['method'] !== 'string') return;
    const { method, params } = frame;
    const key = requestKey(method, params);
    const known = this.#known.get(key) ?? { exchanges: [], used: 0 };
    const exchange = { request: row.seq, connection: row.connection };
    known.exchanges.push(exchange);
    open.set(row.seq, exchange);
    this.#known.set(key, known);
    this.#methods.add(method);
    if (!body.text.includes(mark)) return;
    const list = this.#withBlanks.get(method) ?? [];
    list.push({ params: withoutMeta(params), key });
    this.#withBlanks.set(method, list);
  }

  #fittingBlanks(method: string, params: unknown): Known | undefined {
    const plain = withoutMeta(params);
    const fitting = this.#withBlanks.get(method)?.find((recorded) => fits(recorded.params, plain));
    return fitting && this.#known.get(fitting.key);
  }

  async #fetch({ request, answer, connection }: Exchange): Promise<RecordedResponse> {
    const end = answer === undefined ? request + maxRowsBetween : Math.min(answer, request + maxRowsBetween);
    const notifications: WireMessage[] = [];
    let asked: WireMessage = {};
    for await (const { row, body } of this.#source.records(request, end)) {
      if (row.connection !== connection) continue;
      const frame = parseFrame(body);
      if (!frame) continue;
      if (row.seq === request) asked = frame;
      else if (row.kind === 'notification' && row.direction === 'toClient') notifications.push(frame);
    }
    return { request: asked, answer: await this.#frameAt(answer), notifications };
  }

  async #frameAt(seq: number | undefined): Promise<WireMessage | undefined> {
    if (seq === undefined) return undefined;
    for await (const { body } of this.#source.records(seq, seq + 1)) return parseFrame(body);
    return undefined;
  }
}

function parseFrame(body: TrafficRecord['body']): WireMessage | undefined {
  const parsed = body.kind === 'frame' ? parseJson(body.text) : undefined;
  return parsed?.ok && isRecord(parsed.value) ? parsed.value : undefined;
}

/** `_meta` carries tokens and versions, which differ from call to call and change no response. */
function withoutMeta(params: unknown): unknown {
  if (!isRecord(params)) return params ?? {};
  const { _meta: _, ...rest } = params;
  return rest;
}

/** A digest: arguments may be long, and there may be millions of them. */
function requestKey(method: string, params: unknown): string {
  return `${method} ${createHash('sha256')
    .update(canonicalJson(withoutMeta(params)))
    .digest('base64')}`;
}

/** What was redacted in the recording stands for any text. */
function fits(recorded: unknown, given: unknown): boolean {
  if (typeof recorded === 'string' && recorded.includes(mark)) return given !== undefined;
  if (Array.isArray(recorded)) {
    return (
      Array.isArray(given) && given.length === recorded.length && recorded.every((item, at) => fits(item, given[at]))
    );
  }
  if (!isRecord(recorded)) return Object.is(recorded, given);
  if (!isRecord(given)) return false;
  const keys = Object.keys(recorded);
  return keys.length === Object.keys(given).length && keys.every((key) => fits(recorded[key], given[key]));
}
