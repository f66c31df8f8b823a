import { l10n } from '../../../base/l10n.ts';
import { invalidInput, messageTooLarge } from '../../../base/commonFaults.ts';
import { serverExited } from '../../../base/faults/serverFaults.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { Emitter, type Event } from '../../../base/event.ts';
import { Fault, asError, messageOf } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import { isTooDeep, maxMessageDepth } from '../../wire/messageBounds.ts';
import type { HttpExchange } from '../../../contract/traffic/traffic.ts';
import type { Tap } from '../../wire/tap.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import type { Channel } from './channel.ts';
import { RawRequests, malformedCode, oversizeCode, streamEndedCode } from './rawRequests.ts';
import { ServerRequests } from './serverRequests.ts';
import { textToSend, RawMessageText } from '../../wire/rawMessageText.ts';

type Id = string | number;

interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Of a response that we made up, with the reason. */
interface MadeUpError {
  readonly code: number;
  readonly message: string;
}

const probeIdStart = 'server-discover-probe';
const firstProbeId = 2_000_000_001;
const namelessMs = 1_000;

/**
 * Between the SDK's client and the real transport. Every message passes here once, through the
 * tap, before the SDK gets it: the era probe too. It also handles what the SDK cannot:
 * raw requests, progress that is never late, and unexpected responses.
 */
export class TappedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly hasPerRequestStream?: boolean;
  readonly raw: RawRequests;

  readonly #channel: Channel;
  readonly #tap: Tap;
  /** Restores the caller's async context for the SDK: what a response causes, such as a client request, belongs to the same call. */
  readonly #awaited = new Map<Id, ReturnType<typeof AsyncLocalStorage.snapshot> | undefined>();
  readonly #probes = new Map<Id, string>();
  readonly #progress = new Map<Id, (progress: Progress) => void>();
  /** An exception in a listener for a server's message must not end the process. */
  readonly #notified = new Emitter<WireMessage>((error) => this.#trouble.fire(asError(error)));
  readonly #trouble = new Emitter<Error>();
  readonly #requests: ServerRequests;
  #isClosed = false;
  /** The request that a response without a usable id was most likely meant for. */
  #suspected: { readonly id: Id; readonly error: MadeUpError } | undefined;
  #known: { readonly result: unknown } | undefined;
  #nextToken = 1;
  #strayAnswers = 0;
  #discovery: unknown;
  #initializeId: Id | undefined;
  #initialization: unknown;
  #lastInbound = 0;

  constructor(channel: Channel, tap: Tap) {
    this.#channel = channel;
    this.#tap = tap;
    this.#requests = new ServerRequests(channel.gate);
    channel.gate.whenStopped(() => this.#stopped());
    this.raw = new RawRequests(
      (message, options) => this.send(message, options),
      (id) => this.isAwaited(id),
    );
    const { transport } = channel;
    if (transport.hasPerRequestStream !== undefined) this.hasPerRequestStream = transport.hasPerRequestStream;
    if (channel.pipe) this.#lookLikeStdio();
    const handlers: Pick<Transport, 'onmessage' | 'onerror' | 'onclose'> = {
      onmessage: (message, extra) => this.#receive(message, extra),
      onerror: (error) => this.#complain(error),
      onclose: () => this.#closed(),
    };
    Object.assign(transport, handlers);
  }

  #complain(error: Error): void {
    this.#trouble.fire(error);
    this.onerror?.(error);
    if (this.#lastInbound > 0 && this.#channel.isFatal?.(error)) void this.close();
  }

  /** The SDK treats a transport with these two properties as stdio, where silence means "legacy". */
  #lookLikeStdio(): void {
    Object.defineProperties(this, {
      pid: { get: () => this.#channel.process?.pid ?? null, enumerable: true },
      stderr: { value: null, enumerable: true },
    });
  }

  get onNotification(): Event<WireMessage> {
    return this.#notified.event;
  }

  /** Errors that belong to no request: a broken event stream, a frame that could not be read. */
  get onTrouble(): Event<Error> {
    return this.#trouble.event;
  }

  /** Responses with an unknown id. */
  get strayAnswers(): number {
    return this.#strayAnswers;
  }

  /** The server's response to the era probe, even if the SDK had stopped waiting. */
  get discovery(): unknown {
    return this.#discovery;
  }

  /** The response to `initialize` as received, before the SDK has read it. */
  get initialization(): unknown {
    return this.#initialization;
  }

  /** Monotonic milliseconds of the last message from the server. */
  get lastInbound(): number {
    return this.#lastInbound;
  }

  get sessionId(): string | undefined {
    return this.#channel.transport.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#channel.transport.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#channel.transport.setSupportedProtocolVersions?.(versions);
  }

  start(): Promise<void> {
    return this.#channel.transport.start();
  }

  /** A budget is used up: nobody waits for a process that may take its time to leave. */
  #stopped(): void {
    const { fault } = this.#channel.gate;
    this.#tap.state(fault!.message);
    this.#closed();
    void this.close().catch((error: unknown) => this.#trouble.fire(asError(error)));
  }

  async close(): Promise<void> {
    await this.#channel.transport.close();
  }

  /** Progress for one request. It goes here and not through the SDK, which loses what comes with the response. */
  watchProgress(listener: (progress: Progress) => void): { readonly token: number; stop(): void } {
    const token = this.#nextToken++;
    this.#progress.set(token, listener);
    return { token, stop: () => this.#progress.delete(token) };
  }

  /** For the request that `ask` has the SDK send, the result is here already: it reads it as if it had come just now. */
  answered<T>(result: unknown, ask: () => Promise<T>): Promise<T> {
    this.#known = { result };
    try {
      return ask();
    } finally {
      this.#known = undefined;
    }
  }

  #answerKnown({ id }: { readonly id?: unknown }, { result }: { readonly result: unknown }): Promise<void> {
    this.#known = undefined;
    queueMicrotask(() => this.onmessage?.({ jsonrpc: '2.0', id, result } as JSONRPCMessage));
    return Promise.resolve();
  }

  send(asked: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#known) return this.#answerKnown(asked as { id?: unknown }, this.#known);
    const message = this.#traced(this.#withPlainId(asked));
    const id = idOfRequest(message);
    if (id === undefined) return this.#forward(message, options);
    this.#awaited.set(id, this.raw.waitsFor(id) ? undefined : AsyncLocalStorage.snapshot());
    if ('method' in message && message.method === 'initialize') this.#initializeId = id;
    const failed = (error: unknown): never => {
      this.#awaited.delete(id);
      this.#tap.lost(id, messageOf(error));
      throw error;
    };
    options?.requestSignal?.addEventListener('abort', () => this.#givenUp(id), { once: true });
    const watched = options?.onRequestStreamEnd
      ? options
      : { ...options, onRequestStreamEnd: () => this.#streamEnded(id) };
    return this.#forward(message, watched).catch(failed);
  }

  #traced(message: JSONRPCMessage): JSONRPCMessage {
    if (!this.#tap.outgoing || idOfRequest(message) === undefined) return message;
    return this.#tap.outgoing(message as WireMessage) as unknown as JSONRPCMessage;
  }

  /** The SDK's probe has a string as id; servers and bridges that only know numbers would leave it unanswered. */
  #withPlainId(message: JSONRPCMessage): JSONRPCMessage {
    const { id } = message as { id?: unknown };
    if (typeof id !== 'string' || !id.startsWith(probeIdStart)) return message;
    const plain = firstProbeId + this.#probes.size;
    this.#probes.set(plain, id);
    return { ...message, id: plain } as JSONRPCMessage;
  }

  #forward(message: JSONRPCMessage, options: TransportSendOptions | undefined): Promise<void> {
    const { transport, meter, knowsSizes, exchanges } = this.#channel;
    if (!isRecord(message) || message instanceof RawMessageText) return this.#forwardOdd(message, options);
    if (!knowsSizes) this.#tap.frame('toServer', message as WireMessage);
    const send = (): Promise<void> => transport.send(message, options);
    const sending = this.#requests.responding(
      message,
      exchanges ? exchanges.carry(idOfRequest(message), send) : send(),
    );
    if (knowsSizes) this.#tap.frame('toServer', message as WireMessage, meter.takeOut());
    return sending;
  }

  /** Typed text that is not a valid message is sent all the same, to test how the server handles it. */
  #forwardOdd(message: unknown, options: TransportSendOptions | undefined): Promise<void> {
    if (this.#channel.kind === 'memory') return Promise.reject(invalidInput('embeddedObjectsOnly'));
    this.#tap.malformed('toServer', textToSend(message), 'sent as it was typed');
    return this.#channel.transport.send(message as JSONRPCMessage, options);
  }

  /** A request with this id is pending: a second one with the same id would take its response. */
  isAwaited(id: Id): boolean {
    return this.#awaited.has(id);
  }

  /** The one guard: no message of a server may throw into the loop that reads its messages. */
  #receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    this.#lastInbound = performance.now();
    if (this.#isClosed) return;
    try {
      if (isTooDeep(message)) this.#refuseDeep(message);
      else this.#take(message, extra);
    } catch (error) {
      this.#complain(asError(error));
    }
  }

  /** Its caller gets the reason at once; the message goes nowhere else. */
  #refuseDeep(message: JSONRPCMessage): void {
    const { message: reason } = messageTooLarge('depth', maxMessageDepth);
    this.#tap.malformed('toClient', '', reason);
    this.#channel.meter.takeIn();
    const { id } = message as { readonly id?: unknown };
    if (!('method' in message) && isId(id))
      this.#failCall(this.#awaitedId(id), { code: oversizeCode, message: reason });
  }

  /** A response came that nobody can use: its caller learns why at once. */
  #refuseMalformed(id: unknown, error: MadeUpError): void {
    this.#channel.meter.takeIn();
    if (isId(id)) return this.#failCall(this.#awaitedId(id), error);
    // It can only be meant for the one that waits, unless that one's response is right behind it.
    const [only] = this.#awaited.size === 1 ? this.#awaited.keys() : [];
    if (only === undefined) return;
    this.#suspected = { id: only, error };
    setTimeout(() => this.#failCall(only, error), namelessMs).unref();
  }

  #failCall(id: Id | undefined, error: MadeUpError): void {
    if (id === undefined || !this.#awaited.delete(id)) return;
    this.#channel.gate.answered();
    this.#tap.lost(id, error.message);
    this.#settleWith(id, error);
  }

  #settleWith(id: Id, error: MadeUpError): void {
    const answer = { jsonrpc: '2.0' as const, id: this.#probes.get(id) ?? id, error };
    if (!this.raw.settle(id, answer)) this.onmessage?.(answer);
  }

  #take(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if ('error' in message && message.error.code === malformedCode)
      return this.#refuseMalformed(message.id, message.error);
    this.#tap.frame('toClient', message as WireMessage, this.#channel.meter.takeIn(), this.#exchangeOf(message));
    if ('method' in message) return this.#receiveCall(message, extra);
    if (message.id === undefined || message.id === null) return this.raw.settleNameless(message as WireMessage);
    const id = this.#awaitedId(message.id);
    if (id === undefined) return this.#receiveStray(message as WireMessage);
    this.#channel.gate.answered();
    const inContext = this.#awaited.get(id);
    this.#awaited.delete(id);
    if (id === this.#initializeId) this.#initialization = (message as WireMessage)['result'];
    const probe = this.#probes.get(id);
    if (probe !== undefined) return this.#receiveProbe(message, probe, extra);
    if (!this.raw.settle(id, message as WireMessage)) inContext?.(() => this.onmessage?.(message, extra));
  }

  /** A response is recorded with the HTTP exchange of its request. */
  #exchangeOf(message: JSONRPCMessage): HttpExchange | undefined {
    const { exchanges } = this.#channel;
    if (!exchanges || 'method' in message || message.id === undefined || message.id === null) return undefined;
    return exchanges.take(message.id);
  }

  /** Some servers turn number ids into strings; the SDK accepts that too. */
  #awaitedId(id: Id): Id | undefined {
    if (this.#awaited.has(id)) return id;
    return typeof id === 'string' && this.#awaited.has(Number(id)) ? Number(id) : undefined;
  }

  /** The SDK ignores a response after its timeout; it is kept, because it shows the era. */
  #receiveProbe(message: JSONRPCMessage, id: string, extra?: MessageExtraInfo): void {
    this.#discovery = (message as WireMessage)['result'];
    this.onmessage?.({ ...message, id } as JSONRPCMessage, extra);
  }

  #receiveCall(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    const { method, params } = message as WireMessage;
    if (method === 'notifications/progress') return this.#receiveProgress(params);
    if (!('id' in message)) this.#notified.fire(message as WireMessage);
    else {
      const refusal = this.#requests.refusal(message.id as Id);
      if (refusal) return void this.#forward(refusal, undefined).catch(() => {});
    }
    // The SDK does nothing with a log message, after having held it against four schemas.
    if (method !== 'notifications/message') this.onmessage?.(message, extra);
  }

  #receiveProgress(params: unknown): void {
    if (!isRecord(params) || typeof params['progress'] !== 'number') return;
    const { progressToken, progress, total, message } = params;
    this.#progress.get(progressToken as Id)?.({
      progress,
      ...(typeof total === 'number' && { total }),
      ...(typeof message === 'string' && { message }),
    });
  }

  #receiveStray(message: WireMessage): void {
    this.#strayAnswers++;
    this.#tap.malformed('toClient', JSON.stringify({ id: message['id'] }), 'an answer that nobody waits for');
  }

  /** Modern HTTP: closing the stream is how a call is cancelled. There is no message for it, and no response. */
  #givenUp(id: Id): void {
    if (this.#awaited.delete(id)) this.#tap.lost(id, 'the caller closed the stream', 'cancelled');
  }

  /** Modern HTTP: a stream that ends without the response is a lost request; the SDK would wait for its timeout. */
  #streamEnded(id: Id): void {
    if (!this.#awaited.delete(id)) return;
    this.#tap.lost(id, 'the server closed the stream');
    const failure = this.#channel.lastFailure?.();
    if (this.#suspected?.id === id) return this.#settleWith(id, this.#suspected.error);
    const error = Fault.is(failure, 'limit/message-too-large')
      ? { code: oversizeCode, message: failure.message }
      : { code: streamEndedCode, message: l10n.t('The server closed the stream before it responded') };
    this.#settleWith(id, error);
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#tap.closed(closingWords(this.#channel));
    this.raw.failAll(this.#channel.gate.fault ?? serverExited('closed'));
    this.#awaited.clear();
    this.#channel.exchanges?.clear();
    this.#progress.clear();
    this.onclose?.();
  }
}

function closingWords({ process }: Channel): string {
  const { code, signal } = process?.end ?? {};
  if (signal) return `connection closed: the process ended by ${signal}`;
  return typeof code === 'number' ? `connection closed: the process ended with code ${code}` : 'connection closed';
}

export function idOfRequest(message: JSONRPCMessage): Id | undefined {
  return 'method' in message && 'id' in message ? (message.id as Id) : undefined;
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || typeof id === 'number';
}
