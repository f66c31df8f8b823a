import { type EventSourceMessage, type EventSourceParser, type ParseError, createParser } from 'eventsource-parser';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import type { ResponseHead } from '../../http/localFetch.ts';
import type { ResponseListener, Flow } from './keepAliveHttpConnection.ts';

type Id = string | number;

/** Enough for all but large results, which do not gain from the fast path. */
const mostBytes = 64 * 1024;
/** Limit for an unfinished event after the response. */
const mostWaiting = 4 * 1024 * 1024;

/** The whole response of a server over HTTP: the result, and nothing before it. */
export interface SingleResponse {
  readonly kind: 'answer';
  readonly head: ResponseHead;
  readonly message: WireMessage;
  readonly bytes: number;
}

/** A response for the SDK: notifications before the result, a stream to be resumed, a large body. */
export interface OtherResponse {
  readonly kind: 'other';
  readonly head: ResponseHead;
  /** All of it, from the beginning. */
  readonly content: ReadableStream<Uint8Array>;
}

interface ReaderEvents {
  received(answer: SingleResponse | OtherResponse): void;
  failed(error: Error): void;
  /** The data of an event that came after the response. */
  more(text: string): void;
  /** Counts what came after the response; answers with how many milliseconds to leave the rest unread. */
  took(events: number, busyMs: number): number;
}

/** `answered`: the result has been delivered. */
type Rest = HandedOverBody | 'answered';

/** Reads the response to `id` until it is clear whether it is a single result. */
export class SingleResponseReader implements ResponseListener {
  readonly #id: Id;
  readonly #events: ReaderEvents;
  readonly #pieces: Buffer[] = [];
  #bytes = 0;
  /** Events of the piece in hand. */
  #more = 0;
  #head: ResponseHead | undefined;
  /** Until the response has ended: then the socket serves another request. */
  #flow: Flow | undefined;
  #stream: EventStream | undefined;
  /** Where the rest goes, once that is decided. */
  #rest: Rest | undefined;

  constructor(id: Id, events: ReaderEvents) {
    this.#id = id;
    this.#events = events;
  }

  head(head: ResponseHead, flow: Flow): void {
    this.#head = head;
    this.#flow = flow;
    const type = headerOf(head, 'content-type') ?? '';
    const isStream = type.startsWith('text/event-stream');
    const isCompressed = headerOf(head, 'content-encoding') !== undefined;
    if (head.status !== 200 || isCompressed || !(isStream || type.startsWith('application/json')))
      return this.#handOver();
    if (isStream) this.#stream = new EventStream((event) => this.#takeEvent(event));
  }

  piece(bytes: Buffer): void {
    if (typeof this.#rest === 'object') return this.#rest.piece(bytes);
    if (!this.#rest) this.#pieces.push(bytes);
    this.#bytes += bytes.length;
    const isAnswered = this.#rest === 'answered';
    const begin = performance.now();
    this.#stream?.feed(bytes);
    if (!this.#rest && this.#bytes > mostBytes) this.#handOver();
    if (isAnswered) this.#slowDown(this.#events.took(this.#more, performance.now() - begin));
    this.#more = 0;
  }

  #slowDown(waitMs: number): void {
    const flow = this.#flow;
    if (waitMs === 0 || !flow) return;
    flow.pause();
    setTimeout(() => this.#flow === flow && flow.resume(), waitMs);
  }

  end(): void {
    this.#flow = undefined;
    if (!this.#rest && !this.#stream) this.#take(Buffer.concat(this.#pieces, this.#bytes).toString('utf8'));
    if (!this.#rest) this.#handOver();
    if (typeof this.#rest === 'object') this.#rest.end();
  }

  fail(error: Error): void {
    this.#flow = undefined;
    if (!this.#head) return this.#events.failed(error);
    if (!this.#rest) this.#handOver();
    if (typeof this.#rest === 'object') this.#rest.end(error);
  }

  /** Events without data only carry an id to resume from. */
  #takeEvent({ event, data }: EventSourceMessage): void {
    if (data === '' || typeof this.#rest === 'object') return; // in the second case the SDK reads it
    this.#more++;
    if (this.#rest) this.#events.more(data);
    else if (event === undefined || event === 'message') this.#take(data);
    else this.#handOver();
  }

  #take(text: string): void {
    const message = readAnswer(text, this.#id);
    if (!message) return this.#handOver();
    this.#rest = 'answered';
    this.#events.received({ kind: 'answer', head: this.#head!, message, bytes: this.#bytes });
  }

  #handOver(): void {
    this.#rest = new HandedOverBody(this.#pieces, this.#flow);
    this.#events.received({ kind: 'other', head: this.#head!, content: this.#rest.stream });
  }
}

/**
 * A body for the SDK. A failure comes after all pieces: `controller.error` would drop those that are queued, and with
 * them the event id from which the stream can be resumed.
 */
class HandedOverBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #pieces: Buffer[];
  readonly #flow: Flow | undefined;
  #bytes: number;
  #end: { readonly error: Error | undefined } | undefined;
  #isGone = false;
  #wake = (): void => {};

  constructor(pieces: Buffer[], flow: Flow | undefined) {
    this.#pieces = pieces;
    this.#flow = flow;
    this.#bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => this.#pull(controller);
    const cancel = (): void => {
      this.#isGone = true;
      if (!this.#end) flow?.stop(); // afterwards the socket serves another request
    };
    this.stream = new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 });
  }

  piece(bytes: Buffer): void {
    if (this.#isGone) return;
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > mostBytes) this.#flow?.pause();
    this.#wake();
  }

  end(error?: Error): void {
    this.#end = { error };
    this.#wake();
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#pieces.length === 0 && !this.#end) {
      this.#flow?.resume();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const piece = this.#pieces.shift();
    this.#bytes -= piece?.length ?? 0;
    if (piece) controller.enqueue(piece);
    else if (this.#end?.error) controller.error(this.#end.error);
    else controller.close();
  }
}

/** Parses bytes into events, up to the size limit of one event. */
class EventStream {
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  #isOver = false;

  constructor(onEvent: (event: EventSourceMessage) => void) {
    const onError = ({ type }: ParseError): void => {
      this.#isOver ||= type === 'max-buffer-size-exceeded';
    };
    this.#parser = createParser({ onEvent, onError, maxBufferSize: mostWaiting });
  }

  feed(bytes: Buffer): void {
    if (!this.#isOver) this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
  }
}

/** The first of that name, given in lower case. */
function headerOf({ headers }: ResponseHead, name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) if (headers[at]!.toLowerCase() === name) return headers[at + 1];
  return undefined;
}

/** A message that the SDK would accept as a result without further checks. */
function readAnswer(text: string, id: Id): WireMessage | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isRecord(parsed.value)) return undefined;
  const { jsonrpc, id: of, result, ...rest } = parsed.value;
  const isPlain = jsonrpc === '2.0' && of === id && isRecord(result) && Object.keys(rest).length === 0;
  return isPlain && isPlainMeta(result['_meta']) ? parsed.value : undefined;
}

function isPlainMeta(meta: unknown): boolean {
  return meta === undefined || isRecord(meta);
}
