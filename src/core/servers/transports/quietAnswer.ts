import { isRecord, parseJson } from '../../../base/json.ts';
import type { WireMessage } from '../../traffic/tap.ts';
import type { AnswerHead, AnswerListener, Flow } from './localWire.ts';

type Id = string | number;

/** Enough for all but large results; those are slow for other reasons. */
const mostBytes = 64 * 1024;

/** All that a server said to a request over HTTP: the answer, and nothing before it. */
export interface QuietAnswer {
  readonly kind: 'answer';
  readonly head: AnswerHead;
  readonly message: WireMessage;
  readonly bytes: number;
}

/** Something that the SDK has to make sense of: notifications before the answer, a stream to be resumed, a large body. */
export interface OtherAnswer {
  readonly kind: 'other';
  readonly head: AnswerHead;
  /** All of it, from the beginning. */
  readonly content: ReadableStream<Uint8Array>;
}

/** Nobody waits for more after the answer, or when the reader has gone away. */
type Rest = ReadableStreamDefaultController<Uint8Array> | 'answered' | 'gone';

/** Listens to the answer to `id` until it is clear what it is. */
export class AnswerHearing implements AnswerListener {
  readonly #id: Id;
  readonly #settle: (heard: QuietAnswer | OtherAnswer) => void;
  readonly #failed: (error: Error) => void;
  readonly #more: (text: string) => void;
  readonly #pieces: Buffer[] = [];
  #bytes = 0;
  #tail = '';
  #head: AnswerHead | undefined;
  /** Until the answer is whole: then it is another one's. */
  #flow: Flow | undefined;
  #type: 'events' | 'body' | undefined;
  /** Where the rest goes, when it is clear. */
  #rest: Rest | undefined;

  constructor(
    id: Id,
    settle: (heard: QuietAnswer | OtherAnswer) => void,
    failed: (error: Error) => void,
    more: (text: string) => void,
  ) {
    this.#id = id;
    this.#settle = settle;
    this.#failed = failed;
    this.#more = more;
  }

  head(head: AnswerHead, flow: Flow): void {
    this.#head = head;
    this.#flow = flow;
    const type = headerOf(head, 'content-type') ?? '';
    if (head.status === 200 && type.startsWith('text/event-stream')) this.#type = 'events';
    else if (head.status === 200 && type.startsWith('application/json')) this.#type = 'body';
    else this.#handOver();
  }

  piece(bytes: Buffer): void {
    if (this.#rest) return this.#pass(this.#rest, bytes);
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > mostBytes) this.#handOver();
    else if (this.#type === 'events' && this.#endsEvent(bytes)) this.#look(false);
  }

  end(): void {
    this.#flow = undefined;
    if (!this.#rest) this.#look(true);
    if (typeof this.#rest === 'object') this.#rest.close();
  }

  fail(error: Error): void {
    this.#flow = undefined;
    if (!this.#head) return this.#failed(error);
    if (!this.#rest) this.#handOver();
    if (typeof this.#rest === 'object') this.#rest.error(error);
  }

  #look(isEnd: boolean): void {
    const text = Buffer.concat(this.#pieces, this.#bytes).toString('utf8');
    const found = this.#type === 'events' ? inEvents(text, this.#id) : inBody(text, this.#id);
    if (typeof found === 'object') {
      this.#rest = 'answered';
      this.#settle({ kind: 'answer', head: this.#head!, message: found, bytes: this.#bytes });
    } else if (found === 'other' || isEnd) {
      this.#handOver();
    }
  }

  #handOver(): void {
    const content = new ReadableStream<Uint8Array>(
      {
        start: (rest) => {
          this.#rest = rest;
          for (const piece of this.#pieces) rest.enqueue(piece);
        },
        pull: () => this.#flow?.resume(),
        cancel: () => this.#cancel(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: mostBytes }),
    );
    this.#settle({ kind: 'other', head: this.#head!, content });
  }

  #cancel(): void {
    this.#rest = 'gone';
    this.#flow?.stop();
  }

  #pass(rest: Rest, bytes: Buffer): void {
    if (rest === 'answered') this.#more(bytes.toString('utf8'));
    if (typeof rest !== 'object') return;
    rest.enqueue(bytes);
    if ((rest.desiredSize ?? 0) <= 0) this.#flow?.pause();
  }

  /** The empty line may come in a piece of its own. */
  #endsEvent(bytes: Buffer): boolean {
    this.#tail = (this.#tail + bytes.toString('latin1', Math.max(0, bytes.length - 3))).slice(-3);
    return /\n\r?\n$/.test(this.#tail);
  }
}

/** The first of that name, which is written in small letters. */
function headerOf({ headers }: AnswerHead, name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) if (headers[at]!.toLowerCase() === name) return headers[at + 1];
  return undefined;
}

/** Nothing yet, what was waited for, or something else. */
type Finding = 'nothing' | 'other' | WireMessage;

function inBody(text: string, id: Id): Finding {
  return readAnswer(text, id) ?? 'other';
}

/** Events without data only carry an id to resume from. */
function inEvents(text: string, id: Id): Finding {
  let found: Finding = 'nothing';
  let type = 'message';
  let data: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('data:')) data.push(valueOf(line));
    else if (line.startsWith('event:')) type = valueOf(line);
    if (line !== '') continue;
    const said = data.join('\n');
    if (said !== '' && (found !== 'nothing' || type !== 'message')) return 'other';
    if (said !== '') found = readAnswer(said, id) ?? 'other';
    [type, data] = ['message', []];
  }
  return found;
}

function valueOf(line: string): string {
  const at = line.indexOf(':') + 1;
  return line.slice(line[at] === ' ' ? at + 1 : at);
}

/** What the SDK would take for an answer without a word. */
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
