import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AuthProvider,
  type FetchLike,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client';
import { deferred } from '../../../base/async.ts';
import { clip } from '../../../base/json.ts';
import type { HttpExchange } from '../../../contract/traffic/traffic.ts';
import type { MessageGate } from '../../wire/messageGate.ts';
import { readMessages } from '../../wire/messageLine.ts';
import type { Tap } from '../../wire/tap.ts';
import { localFetch, toResponse } from '../../http/localFetch.ts';
import type { LocalAddress } from '../../http/localAddress.ts';
import { KeepAliveHttpConnection } from './keepAliveHttpConnection.ts';
import { SingleResponseReader, type OtherResponse, type SingleResponse } from './singleResponseReader.ts';

type Id = string | number;
type PlainHeaders = Readonly<Record<string, string>>;

/** Counts what crosses the wire. */
interface ByteMeter {
  bytesOut: number;
  received(bytes: number): void;
}

interface LocalHttpOptions {
  readonly server: LocalAddress;
  readonly headers: PlainHeaders;
  /** With a token that is bound to a key every request needs a proof of its own, which only the SDK's way has. */
  readonly authProvider?: (AuthProvider & { readonly isBound?: boolean }) | undefined;
  readonly tap: Tap;
  readonly meter: ByteMeter;
  readonly gate: MessageGate;
  /** What HTTP said around the call that is being sent. */
  note(exchange: HttpExchange): void;
}

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

/**
 * The SDK's transport, with a fast path for calls to a server on this machine, in a legacy session or in the modern
 * era: there `fetch` takes longer than the server. Whatever is not one plain response is handed to the SDK as it came.
 */
export class LocalHttpTransport extends StreamableHTTPClientTransport {
  readonly #options: LocalHttpOptions;
  readonly #connection: KeepAliveHttpConnection;
  #head: CallHead | undefined;

  constructor(options: LocalHttpOptions, forSdk: StreamableHTTPClientTransportOptions) {
    const connection = new KeepAliveHttpConnection(options.server);
    super(options.server.address, { ...forSdk, fetch: closingIdle(connection, forSdk.fetch ?? fetch) });
    this.#options = options;
    this.#connection = connection;
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    const call = this.#callIn(message, options);
    if (!call) return super.send(message, options);
    const { authProvider } = this.#options;
    const head = this.#currentHead(call, authProvider && (await authProvider.token()));
    if (head.text === undefined || authProvider?.isBound === true) return super.send(message, options);
    const body = JSON.stringify(message);
    const delivered = deferred<void>();
    const received = this.#post(head.text, body, call, delivered.promise);
    const answer = await received.catch(() => undefined);
    if (answer?.kind === 'answer') {
      this.#options.meter.bytesOut += Buffer.byteLength(body); // requests of the SDK are counted by its `fetch`
      this.#deliver(answer, head.headers);
      return delivered.resolve();
    }
    const response = answer ? Promise.resolve(toResponse(answer.head, answer.content)) : (received as Promise<never>);
    await alreadySent.run({ response }, () => super.send(message, options));
  }

  override async close(): Promise<void> {
    this.#connection.dispose();
    await super.close();
  }

  /** A call that is sent here; in the modern era only without headers of its own, which need an encoder. */
  #callIn(message: JSONRPCMessage | JSONRPCMessage[], options: SendOptions): Call | undefined {
    const call = callIn(message, this.protocolVersion);
    if (!call || options?.resumptionToken !== undefined) return undefined;
    const { requestSignal: signal, headers = {} } = options ?? {};
    if (call.tool === undefined) return this.sessionId === undefined || signal ? undefined : call;
    return Object.keys(headers).length > 0 ? undefined : { ...call, signal };
  }

  #post(
    head: string,
    body: string,
    { id, signal }: Call,
    delivered: Promise<void>,
  ): Promise<SingleResponse | OtherResponse> {
    return new Promise((received, failed) => {
      const more = (text: string): void => void delivered.then(() => this.#receiveMore(text));
      const took = (events: number, busyMs: number): number => this.#options.gate.took(events, busyMs);
      this.#connection.post(head, body, new SingleResponseReader(id, { received, failed, more, took }), signal);
    });
  }

  /** A server may send more messages in the same stream after the response. */
  #receiveMore(text: string): void {
    const { tap, meter, gate } = this.#options;
    meter.received(Buffer.byteLength(text));
    for (const reading of readMessages(text, gate.budgets)) {
      if (reading.kind === 'message') this.onmessage?.(reading.message);
      else if (reading.kind === 'hugeBatch') gate.stop('batch', gate.budgets.batchMessages);
      else tap.malformed('toClient', clip(text, 2_000), 'sent after the answer');
    }
  }

  #deliver({ head, message, bytes }: SingleResponse, requestHeaders: PlainHeaders): void {
    const { meter, note, server } = this.#options;
    const { status, headers } = head;
    note({ method: 'POST', path: server.address.pathname, status, requestHeaders, responseHeaders: toRecord(headers) });
    meter.received(bytes);
    this.onmessage?.(message as JSONRPCMessage);
  }

  /** Usually the same as for the last call. */
  #currentHead({ version, tool }: Call, token: string | undefined): CallHead {
    const { sessionId: session } = this;
    const last = this.#head;
    const isSame =
      last?.token === token && last?.session === session && last?.version === version && last?.tool === tool;
    if (!isSame) this.#head = undefined;
    return (this.#head ??= callHead(this.#options.headers, { token, session, version, tool }));
  }
}

/** The response to a request of the SDK that has already been sent; used once, because follow-up requests run in the same context. */
const alreadySent = new AsyncLocalStorage<{ response: Promise<Response> | undefined }>();

/** For the SDK's own requests. */
export function localHttpFetch(server: LocalAddress): FetchLike {
  const fetch = localFetch(server);
  return (url, init) => {
    const store = alreadySent.getStore();
    const response = store?.response;
    if (store) store.response = undefined;
    return response ?? fetch(url, init);
  };
}

function closingIdle(connection: KeepAliveHttpConnection, fetch: FetchLike): FetchLike {
  return (url, init) => {
    if (!alreadySent.getStore()?.response) connection.closeIdle();
    return fetch(url, init);
  };
}

/** What the headers of a call depend on. */
interface HeadParts {
  readonly token: string | undefined;
  readonly session: string | undefined;
  readonly version: string | undefined;
  /** Of the modern era, where the headers name it. */
  readonly tool: string | undefined;
}

/** Without a text if they need an encoder. */
interface CallHead extends HeadParts {
  readonly headers: PlainHeaders;
  readonly text: string | undefined;
}

function callHead(given: PlainHeaders, parts: HeadParts): CallHead {
  const { token, session, version, tool } = parts;
  const headers = new Headers(given);
  const types = [headers.get('accept') ?? [], 'application/json', 'text/event-stream'].flat();
  headers.set('accept', [...new Set(types)].join(', '));
  headers.set('content-type', 'application/json');
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (session !== undefined) headers.set('mcp-session-id', session);
  if (version !== undefined) headers.set('mcp-protocol-version', version);
  if (tool !== undefined) headers.set('mcp-method', 'tools/call');
  if (tool !== undefined && isPlainName(tool)) headers.set('mcp-name', tool);
  const isPlain =
    (tool === undefined || isPlainName(tool)) &&
    [...headers].every(([name, value]) => !ownHeaders.has(name) && /^[\t -~]*$/.test(value));
  const text = isPlain ? [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('') : undefined;
  return { ...parts, headers: Object.fromEntries(headers), text };
}

/** Headers about the connection itself. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'upgrade']);

function toRecord(pairs: readonly string[]): PlainHeaders {
  const headers: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at]!.toLowerCase();
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${pairs[at + 1]}` : pairs[at + 1]!;
  }
  return headers;
}

/** The call of a tool. */
interface Call {
  readonly id: Id;
  readonly version: string | undefined;
  /** Only in the modern era. */
  readonly tool: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A message of the modern era names its version itself. */
function callIn(message: JSONRPCMessage | JSONRPCMessage[], agreed: string | undefined): Call | undefined {
  if (!('method' in message) || message.method !== 'tools/call' || !('id' in message)) return undefined;
  const { name, _meta: meta = {} } = (message.params ?? {}) as { name?: unknown; _meta?: Record<string, unknown> };
  const claimed = meta[PROTOCOL_VERSION_META_KEY];
  if (claimed === undefined) return { id: message.id, version: agreed, tool: undefined };
  return typeof claimed === 'string' && typeof name === 'string'
    ? { id: message.id, version: claimed, tool: name }
    : undefined;
}

/** Others are sent as base64. */
function isPlainName(name: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(name) && !name.startsWith('=?');
}
