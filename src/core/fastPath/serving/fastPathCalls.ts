import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Disposable } from '../../../base/lifetime.ts';
import type { HttpExchange } from '../../../contract/traffic/traffic.ts';
import { exchangeOf } from '../../http/exchange.ts';
import { type MessageId, type RpcRequest, readMessage } from '../../wire/message.ts';
import { claimsModernEra, legacyVersions } from '../../wire/protocolVersions.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import type { FastPathCall } from './promptResult.ts';

/** What becomes of a request before the SDK has seen it. */
export type FastPathOutcome =
  | { readonly kind: 'answer'; readonly message: WireMessage }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'none' };

const none: FastPathOutcome = { kind: 'none' };

/** The session's rules, kept for requests that may never reach its transport. */
interface SessionEntry {
  /** Lets a request in; gives the refusal if it is not let in. */
  enter(request: RpcRequest, http: HttpExchange): WireMessage | undefined;
  /** The response to one that was let in. */
  leave(id: MessageId, result: unknown): WireMessage;
}

/** Nothing for what only the handler behind the SDK knows. */
type BeginCall = (request: RpcRequest) => FastPathCall | undefined;

/** Calls of one HTTP session that are answered without the SDK, where they are short and quiet. */
export class FastPathCalls implements Disposable {
  readonly #begin: BeginCall;
  readonly #session: SessionEntry;
  readonly #running = new Map<MessageId, FastPathCall>();
  readonly #cancelled = new Set<MessageId>();

  constructor(begin: BeginCall, session: SessionEntry) {
    this.#begin = begin;
    this.#session = session;
  }

  /** `none`: what has begun, if anything has, is waiting for the SDK to take the same request. */
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

/** Whether the SDK would take a message with these headers; what is wrong with others it says itself. */
function isPlainPost({ accept = '', 'mcp-protocol-version': version }: IncomingHttpHeaders): boolean {
  const isKnown = version === undefined || (typeof version === 'string' && legacyVersions.includes(version));
  return isKnown && accept.includes('application/json') && accept.includes('text/event-stream');
}
