import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import type { HttpExchange } from '../../../contract/traffic/traffic.ts';
import type { Tap } from '../../wire/tap.ts';
import type { ProtocolSession } from './protocolSession.ts';
import { type MessageId, type RpcRequest, readMessage } from '../../wire/message.ts';

type Wire = Readonly<Record<string, unknown>>;

interface TransportHooks {
  /** A request that will not be answered any more. */
  cancelled?(id: MessageId): void;
  closed?(): void;
}

/** The rules of a connection around a transport of the SDK: memory, and the sessions of legacy HTTP. */
export class SessionTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  readonly #inner: Transport;
  readonly #session: ProtocolSession;
  readonly #tap: Tap;
  readonly #hooks: TransportHooks;
  /** Requests that were admitted before they reached this transport. */
  readonly #entered = new Set<MessageId>();
  /** The HTTP exchanges of pending requests. */
  readonly #asked = new Map<unknown, HttpExchange>();

  constructor(inner: Transport, session: ProtocolSession, tap: Tap, hooks: TransportHooks = {}) {
    this.#inner = inner;
    this.#session = session;
    this.#tap = tap;
    this.#hooks = hooks;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions);
  }

  async start(): Promise<void> {
    Object.assign(this.#inner, {
      onmessage: (message: JSONRPCMessage, extra?: MessageExtraInfo) => this.#receive(message, extra),
      onclose: () => this.#closed(),
      onerror: (error: Error) => this.onerror?.(error),
    });
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const outgoing = this.#session.sent(message as unknown as Wire);
    this.#tap.frame('toClient', outgoing, undefined, this.#exchangeAround(outgoing));
    await this.#inner.send(outgoing as unknown as JSONRPCMessage, options);
  }

  /** Admits a request that may never reach this transport; returns the error response if it is refused. */
  enter(request: RpcRequest, http: HttpExchange): Wire | undefined {
    this.#tap.frame('toServer', { ...request }, undefined, http);
    const verdict = this.#session.admit({ kind: 'request', message: request });
    if (verdict.kind === 'answer') {
      this.#tap.frame('toClient', verdict.message, undefined, { ...http, status: 200 });
      return verdict.message;
    }
    this.#asked.set(request.id, http);
    return void this.#entered.add(request.id);
  }

  /** The SDK's transport would overwrite the first request with that id, whose stream would then stay open forever. */
  refuseRepeated(body: unknown, request: Request): Wire | undefined {
    const incoming = readMessage(body);
    if (incoming.kind !== 'request') return undefined;
    const { id } = incoming.message;
    const isRepeated = this.#session.isInUse(id) && !this.#entered.has(id);
    return isRepeated ? this.enter(incoming.message, webExchange(request)) : undefined;
  }

  /** Records the response to an admitted request that never reached this transport. */
  leave(id: MessageId, result: unknown): Wire {
    this.#entered.delete(id);
    const outgoing = this.#session.sent({ jsonrpc: '2.0', id, result });
    this.#tap.frame('toClient', outgoing, undefined, this.#exchangeAround(outgoing));
    return outgoing;
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  /** The stream of a legacy request begins before its response is known, so that it is always a 200. */
  #exchangeAround({ id, method }: Wire): HttpExchange | undefined {
    const http = method === undefined ? this.#asked.get(id) : undefined;
    if (http) this.#asked.delete(id);
    return http && { ...http, status: 200 };
  }

  #closed(): void {
    this.#asked.clear();
    this.#hooks.closed?.();
    this.onclose?.();
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    const incoming = readMessage(message);
    if (incoming.kind === 'request' && this.#entered.delete(incoming.message.id))
      return this.onmessage?.(message, extra);
    const http = extra?.request && webExchange(extra.request); // there is none in memory
    if (http && 'method' in message && 'id' in message) this.#asked.set(message.id, http);
    this.#tap.frame('toServer', message as unknown as Wire, undefined, http);
    const verdict = this.#session.admit(incoming);
    if (verdict.kind === 'answer') this.#answer(verdict.message);
    if (verdict.kind !== 'pass') return;
    this.onmessage?.(verdict.message as unknown as JSONRPCMessage, extra);
    if ('method' in verdict.message && verdict.message.method === 'notifications/cancelled') {
      const requestId = verdict.message.params?.['requestId'] as MessageId;
      this.#asked.delete(requestId);
      this.#entered.delete(requestId);
      this.#hooks.cancelled?.(requestId);
    }
  }

  #answer(message: Wire): void {
    this.#tap.frame('toClient', message, undefined, this.#exchangeAround(message));
    this.#inner.send(message as unknown as JSONRPCMessage).catch((error: unknown) => this.onerror?.(error as Error));
  }
}

function webExchange({ method, url, headers }: Request): HttpExchange {
  return { method, path: new URL(url).pathname, requestHeaders: Object.fromEntries(headers) };
}
