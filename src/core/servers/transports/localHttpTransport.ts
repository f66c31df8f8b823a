import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import {
  type AuthProvider,
  type FetchLike,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client';
import type { HttpExchange } from '../../../protocol/traffic.ts';
import type { Tap } from '../../traffic/tap.ts';
import type { Meter } from './channel.ts';
import { type LocalPlace, localFetch, sendLocally, toResponse } from './localFetch.ts';
import { type QuietAnswer, listenTo } from './quietAnswer.ts';

export interface LocalHttpOptions {
  readonly place: LocalPlace;
  readonly headers: Readonly<Record<string, string>>;
  readonly authProvider?: AuthProvider | undefined;
  readonly tap: Tap;
  readonly meter: Meter;
  /** What HTTP said around the call that is being sent. */
  note(exchange: HttpExchange): void;
}

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

/**
 * The SDK's transport, with a short way for calls of a legacy session on this machine: there the SDK's layers
 * and `fetch` take longer than the server. Whatever is not one plain answer is handed to the SDK as it came.
 */
export class LocalHttpTransport extends StreamableHTTPClientTransport {
  readonly #options: LocalHttpOptions;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #gone = new AbortController();

  constructor(options: LocalHttpOptions, forSdk: StreamableHTTPClientTransportOptions) {
    super(options.place.address, forSdk);
    this.#options = options;
    this.#headers = plainHeaders(options.headers);
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    const id = this.sessionId !== undefined && !options?.requestSignal ? idOfCall(message) : undefined;
    if (id === undefined) return super.send(message, options);
    const headers = await this.#headersNow();
    const body = JSON.stringify(message);
    const sent = sendLocally(this.#options.place, { method: 'POST', headers, body, signal: this.#gone.signal });
    const response = sent.then((answer) => this.#hear(answer, id, headers));
    const isDelivered = await response.then(
      (one) => one === undefined,
      () => false,
    );
    if (!isDelivered)
      await fetched.run({ response: response as Promise<Response> }, () => super.send(message, options));
  }

  override async close(): Promise<void> {
    this.#gone.abort();
    await super.close();
  }

  /** Nothing where the answer has been delivered. */
  async #hear(
    answer: IncomingMessage,
    id: string | number,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response | undefined> {
    const heard = await listenTo(answer, id);
    if (!('message' in heard)) return toResponse(answer, heard);
    this.#deliver(heard, headers);
    return undefined;
  }

  #deliver(answer: QuietAnswer, requestHeaders: Readonly<Record<string, string>>): void {
    const { tap, meter, note, place } = this.#options;
    const { status, headers: responseHeaders } = answer;
    note({ method: 'POST', path: place.address.pathname, status, requestHeaders, responseHeaders });
    meter.received(answer.bytes);
    this.onmessage?.(answer.message as JSONRPCMessage);
    answer.onMore((text) => {
      meter.bytesIn += Buffer.byteLength(text);
      if (text.trim() !== '') tap.malformed('toClient', text, 'sent after the answer');
    });
  }

  async #headersNow(): Promise<Readonly<Record<string, string>>> {
    const token = await this.#options.authProvider?.token();
    const { sessionId, protocolVersion } = this;
    return {
      ...this.#headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
      ...(protocolVersion !== undefined && { 'mcp-protocol-version': protocolVersion }),
    };
  }
}

/** What a request of the SDK that has been sent already is answered with; once, because what it sets off is sent in the same context. */
const fetched = new AsyncLocalStorage<{ response: Promise<Response> | undefined }>();

/** For the SDK's own requests. */
export function localHttpFetch(place: LocalPlace): FetchLike {
  const fetch = localFetch(place);
  return (url, init) => {
    const store = fetched.getStore();
    const response = store?.response;
    if (store) store.response = undefined;
    return response ?? fetch(url, init);
  };
}

function plainHeaders(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const headers = new Headers(given);
  const types = [headers.get('accept') ?? [], 'application/json', 'text/event-stream'].flat();
  headers.set('accept', [...new Set(types)].join(', '));
  headers.set('content-type', 'application/json');
  return Object.fromEntries(headers);
}

function idOfCall(message: JSONRPCMessage | JSONRPCMessage[]): string | number | undefined {
  return 'method' in message && message.method === 'tools/call' && 'id' in message ? message.id : undefined;
}
