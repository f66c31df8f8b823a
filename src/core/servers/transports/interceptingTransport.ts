import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { InterceptionContext, Interception, RequestOutcome } from '../../wire/interception.ts';
import type { Tap } from '../../wire/tap.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import type { Channel } from './channel.ts';
import { idOfRequest } from './tappedTransport.ts';

type Id = string | number;

/**
 * Between the tap and the real transport: applies interception rules to calls. Without a rule
 * that matches, a message passes in the same tick.
 */
class InterceptingTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly hasPerRequestStream?: boolean;

  readonly #inner: Transport;
  readonly #rules: Interception;
  readonly #whilePaused: InterceptionContext['whilePaused'];
  readonly #gone = new AbortController();
  /** Requests that a rule still holds. */
  readonly #kept = new Map<Id, AbortController>();
  /** Requests whose response a rule wants to change. */
  readonly #watched = new Map<Id, WireMessage>();

  constructor(inner: Transport, rules: Interception, whilePaused: InterceptionContext['whilePaused']) {
    this.#inner = inner;
    this.#rules = rules;
    this.#whilePaused = whilePaused;
    if (inner.hasPerRequestStream !== undefined) this.hasPerRequestStream = inner.hasPerRequestStream;
    const handlers: Pick<Transport, 'onmessage' | 'onerror' | 'onclose'> = {
      onmessage: (message, extra) => this.#receive(message, extra),
      onerror: (error) => this.onerror?.(error),
      onclose: () => {
        this.#gone.abort();
        this.onclose?.();
      },
    };
    Object.assign(inner, handlers);
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

  start(): Promise<void> {
    return this.#inner.start();
  }

  /** Of a legacy session over HTTP. */
  async terminateSession(): Promise<void> {
    const { terminateSession } = this.#inner as { terminateSession?: () => Promise<void> };
    await terminateSession?.call(this.#inner);
  }

  close(): Promise<void> {
    this.#gone.abort();
    return this.#inner.close();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const id = idOfRequest(message);
    if (id === undefined) return this.#endedByCaller(message) ? Promise.resolve() : this.#inner.send(message, options);
    const wire = message as WireMessage;
    if (this.#rules.wantsResponse(wire)) this.#watched.set(id, wire);
    if (!this.#rules.wantsRequest(wire)) return this.#inner.send(message, options);
    const stop = new AbortController();
    const signals = [this.#gone.signal, stop.signal, ...(options?.requestSignal ? [options.requestSignal] : [])];
    const fate = this.#rules.request(wire, { signal: AbortSignal.any(signals), whilePaused: this.#whilePaused });
    this.#kept.set(id, stop);
    return this.#carryOut(id, fate, options);
  }

  async #carryOut(id: Id, fate: Promise<RequestOutcome>, options?: TransportSendOptions): Promise<void> {
    try {
      const outcome = await fate;
      if (outcome.kind === 'send') await this.#inner.send(outcome.message as unknown as JSONRPCMessage, options);
      else if (outcome.kind === 'answer') this.#receive(outcome.message as unknown as JSONRPCMessage);
    } finally {
      this.#kept.delete(id);
    }
  }

  /** A cancellation of a request that the server never received is not sent. */
  #endedByCaller(message: JSONRPCMessage): boolean {
    if (this.#kept.size === 0 || !('method' in message) || message.method !== 'notifications/cancelled') return false;
    const { requestId } = (message.params ?? {}) as { requestId?: Id };
    const kept = requestId === undefined ? undefined : this.#kept.get(requestId);
    kept?.abort();
    return kept !== undefined;
  }

  #receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    const id = this.#watched.size > 0 && !('method' in message) ? (message.id as Id) : undefined;
    const request = id === undefined ? undefined : this.#watched.get(id);
    if (id === undefined || !request) return this.onmessage?.(message, extra);
    this.#watched.delete(id);
    void this.#review(request, message as WireMessage, extra);
  }

  async #review(request: WireMessage, answer: WireMessage, extra: MessageExtraInfo | undefined): Promise<void> {
    const context = { signal: this.#gone.signal, whilePaused: this.#whilePaused };
    const next = await this.#rules.response(request, answer, context);
    if (next) this.onmessage?.(next as unknown as JSONRPCMessage, extra);
  }
}

/** The same channel with the interception rules. */
export function withInterception(
  channel: Channel,
  { interception }: Tap,
  whilePaused: InterceptionContext['whilePaused'],
): Channel {
  if (!interception) return channel;
  return { ...channel, transport: new InterceptingTransport(channel.transport, interception, whilePaused) };
}
