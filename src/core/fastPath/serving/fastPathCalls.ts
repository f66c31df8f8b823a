import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Disposable } from '../../../base/lifetime.ts';
import type { HttpExchange } from '../../../contract/traffic/traffic.ts';
import { exchangeOf } from '../../http/exchange.ts';
import { type MessageId, type RpcRequest, readMessage } from '../../wire/message.ts';
import { claimsModernEra, legacyVersions } from '../../wire/protocolVersions.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import type { FastPathCall } from './promptResult.ts';

/** How a request is handled before the SDK sees it. */
export type FastPathOutcome =
  | { readonly kind: 'answer'; readonly message: WireMessage }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'none' };

const none: FastPathOutcome = { kind: 'none' };

/** The session's rules for requests that may never reach its transport. */
interface SessionEntry {
  /** Admits a request; returns the error response if it is refused. */
  enter(request: RpcRequest, http: HttpExchange): WireMessage | undefined;
  /** Records the response to an admitted request. */
  leave(id: MessageId, result: unknown): WireMessage;
}

/** `undefined` for calls that only the SDK's handler can serve. */
type BeginCall = (request: RpcRequest) => FastPathCall | undefined;

/** Calls of one HTTP session that are answered without the SDK if they are short and send nothing before the result. */
export class FastPathCalls implements Disposable {
  readonly #begin: BeginCall;
  readonly #session: SessionEntry;
  readonly #running = new Map<MessageId, FastPathCall>();
  readonly #cancelled = new Set<MessageId>();

  constructor(begin: BeginCall, session: SessionEntry) {
    this.#begin = begin;
    this.#session = session;
  }

  /** `none`: the call, if it has begun, waits for the SDK's handler of the same request. */
  async answer(request: IncomingMessage, body: unknown): Promise<FastPathOutcome> {
    if (!isPlainPost(request.headers)) return none;
    const incoming = readMessage(body);
    if (incoming.kind !== 'request' || !isPlainCall(incoming.message)) return none;
    const { id } = incoming.message;
    const refused = this.#session.enter(incoming.message, exchangeOf(request));
    if (refused) return { kind: 'answer', message: refused };
    const call = this.#begin(incoming.message);
    return call ? this.#follow(id, call) : none;
  }

  async #follow(id: MessageId, call: FastPathCall): Promise<FastPathOutcome> {
    this.#running.set(id, call);
    const result = await call.promptResult;
    this.#running.delete(id);
    if (this.#cancelled.delete(id)) return { kind: 'cancelled' };
    return result === undefined ? none : { kind: 'answer', message: this.#session.leave(id, result) };
  }

  /** It is not answered any more. */
  cancel(id: MessageId): void {
    const call = this.#running.get(id);
    if (!call) return;
    this.#cancelled.add(id);
    call.end();
  }

  dispose(): void {
    for (const id of this.#running.keys()) this.cancel(id);
  }
}

function isPlainCall(message: RpcRequest): boolean {
  return message.method === 'tools/call' && !claimsModernEra(message);
}

/** Whether the SDK would accept a message with these headers; otherwise the SDK writes the error. */
function isPlainPost({ accept = '', 'mcp-protocol-version': version }: IncomingHttpHeaders): boolean {
  const isKnown = version === undefined || (typeof version === 'string' && legacyVersions.includes(version));
  return isKnown && accept.includes('application/json') && accept.includes('text/event-stream');
}
