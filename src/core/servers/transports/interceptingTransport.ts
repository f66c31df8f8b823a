import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/client';
import { whenAborted } from '../../../base/async.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { InterceptionContext, Interception, RequestOutcome } from '../../wire/interception.ts';
import type { Tap } from '../../wire/tap.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import type { Channel } from './channel.ts';
import type { SendOptions } from './rawRequests.ts';
import { idOfRequest } from './tappedTransport.ts';

type Id = string | number;

/** What happens to a call while a rule has it. */
interface Handling {
  /** Suspends the caller's timeouts while a user decides. */
  readonly whilePaused: InterceptionContext['whilePaused'];
  /** The call was dropped: its place at the server is free until this is disposed. */
  lend(): Disposable;
}

/** A request whose response a rule wants to change. */
interface Watched {
  readonly request: WireMessage;
  readonly caller: readonly AbortSignal[];
}

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
  readonly #handling: Handling;
  readonly #gone = new AbortController();
  /** Calls that a rule has: held, or dropped while their caller still waits. */
  readonly #kept = new Map<Id, AbortController>();
  readonly #watched = new Map<Id, Watched>();

  constructor(inner: Transport, rules: Interception, handling: Handling) {
    this.#inner = inner;
    this.#rules = rules;
    this.#handling = handling;
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

  send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const id = idOfRequest(message);
    if (id === undefined) return this.#endedByCaller(message) ? Promise.resolve() : this.#inner.send(message, options);
    const request = message as WireMessage;
    const caller = [options?.requestSignal, options?.callerSignal].filter((signal) => signal !== undefined);
    if (this.#rules.wantsResponse(request)) this.#watched.set(id, { request, caller });
    if (!this.#rules.wantsRequest(request)) return this.#inner.send(message, options);
    return this.#carryOut(
      this.#keep(id, caller, async (context) => {
        const outcome = await this.#rules.request(request, context);
        return outcome.kind === 'drop' ? undefined : outcome;
      }),
      options,
    );
  }

  async #carryOut(
    fate: Promise<Exclude<RequestOutcome, { kind: 'drop' }> | undefined>,
    options?: SendOptions,
  ): Promise<void> {
    const outcome = await fate;
    const message = outcome?.message as unknown as JSONRPCMessage;
    if (outcome?.kind === 'send') await this.#inner.send(message, options);
    else if (outcome?.kind === 'answer') this.#receive(message);
  }

  /** What is decided; nothing where it was dropped, once its caller has given it up. */
  async #keep<T>(
    id: Id,
    caller: readonly AbortSignal[],
    decide: (context: InterceptionContext) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#gone.signal, stop.signal, ...caller]);
    this.#kept.set(id, stop);
    try {
      const decided = await decide({ signal, whilePaused: this.#handling.whilePaused });
      if (decided === undefined) await this.#dropped(signal);
      return decided;
    } finally {
      this.#kept.delete(id);
    }
  }

  async #dropped(signal: AbortSignal): Promise<void> {
    const lent = this.#handling.lend();
    await new Promise<void>((resolve) => void whenAborted(signal, resolve));
    lent.dispose();
  }

  /** A cancellation is not sent of a request that the server never received, or has answered. */
  #endedByCaller(message: JSONRPCMessage): boolean {
    if (this.#kept.size === 0 || !('method' in message) || message.method !== 'notifications/cancelled') return false;
    const { requestId } = (message.params ?? {}) as { requestId?: Id };
    const kept = requestId === undefined ? undefined : this.#kept.get(requestId);
    kept?.abort();
    return kept !== undefined;
  }

  #receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    const id = this.#watched.size > 0 && !('method' in message) ? (message.id as Id) : undefined;
    const watched = id === undefined ? undefined : this.#watched.get(id);
    if (id === undefined || !watched) return this.onmessage?.(message, extra);
    this.#watched.delete(id);
    void this.#review(id, watched, message, extra);
  }

  async #review(id: Id, { request, caller }: Watched, answer: JSONRPCMessage, extra?: MessageExtraInfo): Promise<void> {
    const next = await this.#keep(id, caller, (context) =>
      this.#rules.response(request, answer as WireMessage, context),
    );
    if (next) this.onmessage?.(next as unknown as JSONRPCMessage, extra);
  }
}

/** The same channel with the interception rules. */
export function withInterception(channel: Channel, { interception }: Tap, handling: Handling): Channel {
  if (!interception) return channel;
  return { ...channel, transport: new InterceptingTransport(channel.transport, interception, handling) };
}
