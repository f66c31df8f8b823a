import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Disposable } from '../../../base/lifetime.ts';
import type { SessionTransport } from '../session/sessionTransport.ts';
import { legacyVersions } from '../handlers/serverInstance.ts';
import { type MessageId, type RpcRequest, readMessage } from '../../wire/message.ts';
import { claimsModernEra } from '../session/modernEra.ts';
import type { FastPathCall, ServableServer } from '../servableServer.ts';
import { exchangeOf } from '../../http/exchange.ts';

/** What becomes of a request before the SDK has seen it. */
export type FastPathOutcome =
  | { readonly kind: 'answer'; readonly message: Readonly<Record<string, unknown>> }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'none' };

const none: FastPathOutcome = { kind: 'none' };

/** Calls of one session that are answered without the SDK, where they are short and quiet. */
export class FastPathCalls implements Disposable {
  readonly #server: ServableServer;
  readonly #mcp: McpServer;
  readonly #transport: SessionTransport;
  readonly #running = new Map<MessageId, FastPathCall>();
  readonly #cancelled = new Set<MessageId>();

  constructor(server: ServableServer, mcp: McpServer, transport: SessionTransport) {
    this.#server = server;
    this.#mcp = mcp;
    this.#transport = transport;
  }

  /** `none`: what has begun, if anything has, is waiting for the SDK to take the same request. */
  async answer(request: IncomingMessage, body: unknown): Promise<FastPathOutcome> {
    if (!this.#server.beginCall || !isPlainPost(request.headers)) return none;
    const incoming = readMessage(body);
    if (incoming.kind !== 'request' || !isPlainCall(incoming.message)) return none;
    const { id } = incoming.message;
    const refused = this.#transport.enter(incoming.message, exchangeOf(request));
    if (refused) return { kind: 'answer', message: refused };
    const call = this.#server.beginCall(incoming.message, this.#mcp);
    return call ? this.#follow(id, call) : none;
  }

  async #follow(id: MessageId, call: FastPathCall): Promise<FastPathOutcome> {
    this.#running.set(id, call);
    const result = await call.promptResult;
    this.#running.delete(id);
    if (this.#cancelled.delete(id)) return { kind: 'cancelled' };
    return result ? { kind: 'answer', message: this.#transport.leave(id, result) } : none;
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
