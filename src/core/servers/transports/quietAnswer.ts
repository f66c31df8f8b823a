import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { WireMessage } from '../../traffic/tap.ts';

type Id = string | number;

/** Enough for all but large results; those are slow for other reasons. */
const mostBytes = 64 * 1024;

/** All that a server said to a request over HTTP: the answer, and nothing before it. */
export class QuietAnswer {
  readonly message: WireMessage;
  readonly bytes: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #rest: IncomingMessage;

  constructor(message: WireMessage, bytes: number, incoming: IncomingMessage) {
    this.message = message;
    this.bytes = bytes;
    this.status = incoming.statusCode ?? 200;
    this.headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    this.#rest = incoming;
  }

  /** What a server still says when all is said. */
  onMore(listener: (text: string) => void): void {
    this.#rest.on('data', (piece: Buffer) => listener(piece.toString('utf8')));
  }
}

/**
 * Waits until it is clear what comes: an answer to `id`, or something that the SDK has to make sense of
 * (notifications before the answer, a stream to be resumed, a large body). That is given back whole.
 */
export function listenTo(incoming: IncomingMessage, id: Id): Promise<QuietAnswer | Readable> {
  const type = incoming.headers['content-type'] ?? '';
  if (type.startsWith('text/event-stream')) return listen(incoming, (text) => inEvents(text, id), endsEvent);
  if (type.startsWith('application/json')) return listen(incoming, (text) => inBody(text, id), never);
  return Promise.resolve(incoming);
}

/** Nothing yet, what was waited for, or something else. */
type Finding = 'nothing' | 'other' | WireMessage;

function listen(
  incoming: IncomingMessage,
  find: (text: string) => Finding,
  isWhole: (piece: Buffer) => boolean,
): Promise<QuietAnswer | Readable> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const settle = (heard: QuietAnswer | Readable): void => {
      incoming.off('data', take).off('end', end).off('error', fail);
      if (heard instanceof QuietAnswer) incoming.on('error', () => {}).resume();
      else incoming.pause();
      resolve(heard);
    };
    const look = (isEnd: boolean): void => {
      const found = find(Buffer.concat(pieces, bytes).toString('utf8'));
      if (typeof found === 'object') settle(new QuietAnswer(found, bytes, incoming));
      else if (found === 'other' || isEnd) settle(again(pieces, incoming));
    };
    const take = (piece: Buffer): void => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > mostBytes) settle(again(pieces, incoming));
      else if (isWhole(piece)) look(false);
    };
    const end = (): void => look(true);
    const fail = (error: Error): void => settle(again(pieces, incoming, error));
    incoming.on('data', take).on('end', end).on('error', fail);
  });
}

/** What was read, and then what is still to come. */
function again(pieces: readonly Buffer[], incoming: IncomingMessage, failure?: Error): Readable {
  async function* replay(): AsyncGenerator<Buffer> {
    yield* pieces;
    if (failure) throw failure;
    if (!incoming.readableEnded) yield* incoming as AsyncIterable<Buffer>;
  }
  return Readable.from(replay(), { objectMode: false });
}

const never = (): boolean => false;

function endsEvent(piece: Buffer): boolean {
  return /\n\r?\n$/.test(piece.subarray(-3).toString('latin1'));
}

function inBody(text: string, id: Id): Finding {
  return readAnswer(text, id) ?? 'other';
}

/** Events without data only carry an id to resume from. */
function inEvents(text: string, id: Id): Finding {
  const events = text.split(/\r?\n\r?\n/).filter((event) => dataOf(event) !== '');
  if (events.length === 0) return 'nothing';
  const [first = ''] = events;
  if (events.length > 1 || /^event:(?! ?message\r?$)/m.test(first)) return 'other';
  return readAnswer(dataOf(first), id) ?? 'other';
}

function dataOf(event: string): string {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice(line[5] === ' ' ? 6 : 5)).join('\n');
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
