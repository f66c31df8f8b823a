import { type Deferred, deferred } from '../../../base/async.ts';
import { isRecord } from '../../../base/json.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import { listenMethod } from './subscriptionListen.ts';
import {
  SessionStateMachine,
  alreadyInitializedText,
  notInitializedText,
  readInitialize,
  shuttingDownText,
} from './sessionState.ts';
import {
  type Incoming,
  type MessageId,
  type RpcResponse,
  type RpcError,
  type RpcNotification,
  type RpcRequest,
  invalidParams,
  invalidRequest,
  refusal,
} from '../../wire/message.ts';
import { claimsModernEra, isValidEnvelope } from '../../wire/protocolVersions.ts';
import { normalizeResponse } from './normalizeResponse.ts';

type Admission =
  | { readonly kind: 'pass'; readonly message: RpcRequest | RpcNotification | RpcResponse }
  | { readonly kind: 'answer'; readonly message: Readonly<Record<string, unknown>> }
  | { readonly kind: 'drop'; readonly reason: string };

interface ProtocolSessionOptions {
  /** Admits requests before the handshake, for manual tests with a pipe. */
  readonly lenient?: boolean;
  /** A modern client requests a stream of changes. The returned disposable ends with the stream. */
  listens?(request: RpcRequest): Disposable | undefined;
}

/**
 * The rules of one connection that the SDK does not keep: order of the handshake, ids in use,
 * refusal after shutdown. It sees every message both ways and knows what is still unanswered.
 */
export class ProtocolSession {
  readonly lifecycle = new SessionStateMachine();
  readonly #lenient: boolean;
  readonly #listens: ProtocolSessionOptions['listens'];
  readonly #inFlight = new Map<MessageId, string>();
  readonly #streams = new Map<MessageId, Disposable>();
  #modern = false;
  /** The request whose response decides whether the connection really is a modern one. */
  #opener: MessageId | undefined;
  #handshake: MessageId | undefined;
  #idle: Deferred<void> | undefined;

  constructor(options: ProtocolSessionOptions = {}) {
    this.#lenient = options.lenient ?? false;
    this.#listens = options.listens;
  }

  /** True from the first request of the modern era on: the connection then needs no handshake. */
  get modern(): boolean {
    return this.#modern;
  }

  /** Whether change notifications may be sent to the client. */
  get open(): boolean {
    return this.#modern || this.lifecycle.state === 'initialized';
  }

  admit(incoming: Incoming): Admission {
    switch (incoming.kind) {
      case 'request':
        return this.#admitRequest(incoming.message);
      case 'notification':
        return this.#admitNotification(incoming.message);
      case 'answer':
        return this.open ? pass(incoming.message) : drop('an answer to nothing that was asked');
      case 'invalid':
        return answer(refusal(incoming.error, incoming.id));
      default:
        return drop(incoming.reason);
    }
  }

  /** The outgoing message, normalized. */
  sent(message: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const polished = normalizeResponse(message);
    const id = polished['id'] as MessageId | undefined;
    if (id !== undefined && !('method' in polished)) this.#answered(id, polished);
    return polished;
  }

  /** By a request that is not answered yet. */
  isInUse(id: MessageId): boolean {
    return this.#inFlight.has(id);
  }

  shutdown(): void {
    this.lifecycle.shutdown();
  }

  /** Resolves once nothing is unanswered; streams of change notifications, which never end by themselves, do not count. */
  whenIdle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    this.#idle ??= deferred<void>();
    return this.#idle.promise;
  }

  #admitRequest(request: RpcRequest): Admission {
    const refused = this.#refuse(request);
    if (refused) return answer(refusal(refused, request.id));
    const fresh = this.lifecycle.state === 'notInitialized' && !this.#modern;
    if (fresh && request.method === 'initialize' && !isValidEnvelope(request)) return this.#begin(request);
    // Answered here, because the SDK would commit the connection to an era.
    if (fresh && request.method === 'ping' && !claimsModernEra(request)) return pong(request.id);
    // A probe by discover leaves it open which era follows.
    if (fresh && request.method !== 'server/discover' && isValidEnvelope(request)) {
      this.#modern = true;
      this.#opener = request.id;
    }
    this.#inFlight.set(request.id, request.method);
    const stream = this.#modern && request.method === listenMethod ? this.#listens?.(request) : undefined;
    if (stream) this.#streams.set(request.id, stream);
    return pass(request);
  }

  #refuse({ id, method, ...request }: RpcRequest): RpcError | undefined {
    const { state } = this.lifecycle;
    if (state === 'shutdown') return { code: -32600, message: shuttingDownText };
    if (this.isInUse(id)) return invalidRequest('the id is in use by a request that is not answered yet');
    if (this.#modern) return undefined;
    if (method === 'initialize') return state === 'notInitialized' ? undefined : alreadyInitialized;
    const allowed = method === 'ping' || this.#lenient || state === 'initialized' || claimsModernEra(request);
    return allowed ? undefined : notInitialized;
  }

  #begin(request: RpcRequest): Admission {
    const params = readInitialize(request.params);
    if (!params) return answer(refusal(badHandshake, request.id));
    this.lifecycle.begin(params);
    this.#handshake = request.id;
    this.#inFlight.set(request.id, request.method);
    return pass({ ...request, params });
  }

  #admitNotification(notification: RpcNotification): Admission {
    const { method } = notification;
    if (method === 'notifications/cancelled') return this.#cancel(notification);
    const modern = this.#modern || claimsModernEra(notification);
    if (modern) return pass(notification);
    if (method === 'notifications/initialized') {
      return this.lifecycle.complete() ? pass(notification) : drop('initialized is out of order');
    }
    return this.lifecycle.state === 'initialized' ? pass(notification) : drop('a notification before the handshake');
  }

  /** A cancelled request is not answered any more; the handshake cannot be cancelled. */
  #cancel(notification: RpcNotification): Admission {
    const id = notification.params?.['requestId'] as MessageId | undefined;
    const method = id === undefined ? undefined : this.#inFlight.get(id);
    if (id === undefined || method === undefined) return drop('cancels nothing that is in flight');
    if (method === 'initialize') return drop('initialize cannot be cancelled');
    this.#leave(id);
    return pass(notification);
  }

  #answered(id: MessageId, message: Readonly<Record<string, unknown>>): void {
    if (id === this.#handshake) this.#concludeHandshake(message);
    if (id === this.#opener) {
      this.#opener = undefined;
      if (isEraRefusal(message['error'])) this.#modern = false;
    }
    this.#leave(id);
  }

  #concludeHandshake({ result }: Readonly<Record<string, unknown>>): void {
    this.#handshake = undefined;
    const version = isRecord(result) ? result['protocolVersion'] : undefined;
    if (typeof version === 'string') this.lifecycle.agreed(version);
    else this.lifecycle.failed();
  }

  #leave(id: MessageId): void {
    this.#inFlight.delete(id);
    this.#streams.get(id)?.dispose();
    this.#streams.delete(id);
    if (!this.#idle || !this.#isIdle()) return;
    this.#idle.resolve();
    this.#idle = undefined;
  }

  #isIdle(): boolean {
    if (this.#inFlight.size === 0) return true;
    for (const method of this.#inFlight.values()) if (method !== listenMethod) return false;
    return true;
  }
}

/** The SDK rejected the opening request, so the connection has no era yet. */
function isEraRefusal(error: unknown): boolean {
  if (!isRecord(error)) return false;
  return (
    error['code'] === -32022 ||
    (error['code'] === -32602 && String(error['message']).startsWith('Invalid _meta envelope'))
  );
}

const alreadyInitialized: RpcError = { code: -32600, message: alreadyInitializedText };
const notInitialized: RpcError = { code: -32600, message: notInitializedText };
const badHandshake = invalidParams('initialize needs protocolVersion, capabilities and clientInfo');

const pong = (id: MessageId): Admission => answer({ jsonrpc: '2.0', id, result: {} });
const pass = (message: RpcRequest | RpcNotification | RpcResponse): Admission => ({ kind: 'pass', message });
const answer = (message: Readonly<Record<string, unknown>>): Admission => ({ kind: 'answer', message });
const drop = (reason: string): Admission => ({ kind: 'drop', reason });
