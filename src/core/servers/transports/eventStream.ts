import { type EventSourceMessage, type EventSourceParser, createParser } from 'eventsource-parser';
import { messageTooLarge } from '../../../base/commonFaults.ts';
import { longestToken, retryMs } from '../../wire/budgets.ts';
import type { MessageReader } from './messageReader.ts';

interface EventStreamParts {
  readonly reader: MessageReader;
  readonly maxMessageBytes: number;
  received(bytes: number): void;
  /** Whether a response was among what has been delivered since the last time. */
  hadResponse(): boolean;
  ended(): void;
  failed(error: unknown): void;
}

/** The id of what the SDK gets in place of a response that was delivered: it only has to know that there was one. */
export const deliveredId = 'delivered-by-mcp-switchboard';
const delivered = `data: ${JSON.stringify({ jsonrpc: '2.0', id: deliveredId, result: {} })}\n\n`;

/**
 * Reads the event stream of a server, message by message through the gate, and hands on to the SDK only what it needs
 * to keep the stream: ids, times to wait, the endpoint. No faster than the messages can be handled.
 */
export function eventStream(body: ReadableStream<Uint8Array>, parts: EventStreamParts): ReadableStream<Uint8Array> {
  const source = body.getReader();
  const events = new Events(parts.maxMessageBytes);
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const rest = await nextFor(source, events, parts);
    if (rest === undefined) return controller.close();
    controller.enqueue(new TextEncoder().encode(rest));
  };
  const cancel = (reason: unknown): Promise<void> => {
    parts.reader.dispose();
    return source.cancel(reason);
  };
  // Nothing is read before the SDK is ready for it: the first message may be the response to its handshake.
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/** Reads on until there is something for the SDK. */
async function nextFor(
  source: ReadableStreamDefaultReader<Uint8Array>,
  events: Events,
  parts: EventStreamParts,
): Promise<string | undefined> {
  try {
    for (;;) {
      const { value, done } = await source.read();
      if (done) return void parts.ended();
      parts.received(value.length);
      const begin = performance.now();
      const { texts, rest } = events.read(value);
      parts.reader.push(texts, performance.now() - begin);
      await parts.reader.idle();
      const all = parts.hadResponse() ? rest + delivered : rest;
      if (all !== '') return all;
    }
  } catch (error) {
    parts.reader.dispose();
    parts.failed(error);
    await source.cancel(error).catch(() => {});
    await new Promise(setImmediate); // an error overtakes the last event id in the SDK's streams, which is needed to resume
    throw error;
  }
}

/** From bytes to the texts of messages. Whatever else is in the stream is counted as an empty one. */
class Events {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  #texts: string[] = [];
  #retry = '';
  #id = '';
  #endpoint = '';
  #isTooLarge = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    const count = (): void => void this.#texts.push('');
    this.#parser = createParser({
      maxBufferSize: maxBytes,
      onEvent: (event) => this.#take(event),
      onComment: count,
      onRetry: (ms) => {
        count();
        this.#retry = `retry: ${Math.min(retryMs.most, Math.max(retryMs.least, ms))}\n\n`;
      },
      onError: ({ type }) => {
        count();
        this.#isTooLarge ||= type === 'max-buffer-size-exceeded';
      },
    });
  }

  /** `rest` is what the SDK has to see. */
  read(bytes: Uint8Array): { readonly texts: readonly string[]; readonly rest: string } {
    this.#texts = [];
    this.#retry = this.#id = this.#endpoint = '';
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
    if (this.#isTooLarge) throw messageTooLarge('fromServer', this.#maxBytes);
    return { texts: this.#texts, rest: this.#retry + this.#endpoint + this.#id };
  }

  #take({ id, event = 'message', data }: EventSourceMessage): void {
    this.#texts.push(event === 'message' ? data : '');
    if (id !== undefined && id.length <= longestToken) this.#id = `id: ${id}\ndata:\n\n`;
    if (event === 'endpoint' && data.length <= longestToken) this.#endpoint = `event: endpoint\ndata: ${data}\n\n`;
  }
}
