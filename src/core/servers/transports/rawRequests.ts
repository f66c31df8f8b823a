import { l10n } from '../../../base/l10n.ts';
import { invalidInput } from '../../../base/commonFaults.ts';
import type { JSONRPCMessage, TransportSendOptions } from '@modelcontextprotocol/client';
import { type Deferred, cancelledFault, deferred, onAbort, sleep } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import { RawMessageText } from '../../wire/rawMessageText.ts';

type Id = string | number;
type Send = (message: JSONRPCMessage, options?: SendOptions) => Promise<void>;

export interface SendOptions extends TransportSendOptions {
  /** Fires when the caller has given up a request of which no cancellation is sent. */
  readonly callerSignal?: AbortSignal;
}

/** Far above the ids that the SDK counts from 0, and still a number: servers written with int ids exist. */
const firstId = 1_000_000_001;
/** How long a response without an id is waited for. */
const namelessMs = 1_500;
/** Marks a synthetic response for one that was too long; outside the range that JSON-RPC reserves. */
export const oversizeCode = -31_001;
/** Marks a synthetic response because the server closed the stream that was to carry it. */
export const streamEndedCode = -31_002;

/** Marks a response that we made up for one that came and cannot be used. */
export const malformedCode = -31_003;

/**
 * Requests that do not go through the SDK's codecs: the result is returned as received,
 * with every unknown field, and one bad entry of a list does not affect the others.
 */
export class RawRequests {
  readonly #send: Send;
  readonly #isAwaited: (id: Id) => boolean;
  readonly #pending = new Map<Id, Deferred<unknown>>();
  /** Requests whose whole response is returned, errors included. */
  readonly #whole = new Map<Id, Deferred<WireMessage | undefined>>();
  /** Messages that can only be answered without an id. */
  readonly #nameless = new Set<Deferred<WireMessage | undefined>>();
  #nextId = firstId;

  constructor(send: Send, isAwaited: (id: Id) => boolean) {
    this.#send = send;
    this.#isAwaited = isAwaited;
  }

  /** Sends a message as typed. Returns the whole response, or `undefined` if none came in time. */
  async exchange(typed: string, signal: AbortSignal, streamed: boolean): Promise<WireMessage | undefined> {
    const parsed = parseJson(typed);
    const message = parsed.ok && isRecord(parsed.value) ? parsed.value : new RawMessageText(typed);
    const id = requestId(message);
    if (id !== undefined && this.#isAwaited(id)) throw invalidInput('idInUse', JSON.stringify(id));
    const answer = deferred<WireMessage | undefined>();
    if (id === undefined) this.#nameless.add(answer);
    else this.#whole.set(id, answer);
    const stop = onAbort(signal, () => answer.reject(cancelledFault(signal)));
    try {
      const options = streamed ? { requestSignal: signal } : { callerSignal: signal };
      const sending = this.#send(message as JSONRPCMessage, options);
      sending.catch(answer.reject);
      if (id === undefined) void sleep(namelessMs).then(() => answer.resolve(undefined));
      return await answer.promise;
    } finally {
      stop.dispose();
      this.#nameless.delete(answer);
      if (id !== undefined) this.#whole.delete(id);
      if (message instanceof RawMessageText) message.forget();
    }
  }

  /** A response without an id: most likely to the message that could not be read. */
  settleNameless(message: WireMessage): void {
    const [oldest] = this.#nameless;
    oldest?.resolve(message);
  }

  /** `streamed`: cancelling closes the request's own stream instead of sending a message. */
  async request(method: string, params: unknown, signal: AbortSignal, streamed: boolean): Promise<unknown> {
    if (signal.aborted) throw cancelledFault(signal);
    const id = this.#nextId++;
    const call = deferred<unknown>();
    this.#pending.set(id, call);
    const stop = onAbort(signal, () => {
      if (!this.#pending.delete(id)) return;
      if (!streamed) void this.#cancel(id);
      call.reject(cancelledFault(signal));
    });
    try {
      const message = { jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) } as JSONRPCMessage;
      // Not awaited alone: an HTTP POST ends only with its stream, and a dead pipe may never take the write.
      this.#send(message, streamed ? { requestSignal: signal } : undefined).catch(call.reject);
      return await call.promise;
    } finally {
      stop.dispose();
      this.#pending.delete(id);
    }
  }

  /** Whether `settle` will take the response. */
  waitsFor(id: Id): boolean {
    return this.#pending.has(id) || this.#whole.has(id);
  }

  /** True if the response was for one of these requests. */
  settle(id: Id, message: WireMessage): boolean {
    const whole = this.#whole.get(id);
    if (whole) whole.resolve(message);
    if (whole) return true;
    const call = this.#pending.get(id);
    if (!call) return false;
    this.#pending.delete(id);
    const { error } = message;
    if (isRecord(error)) call.reject(new RpcError(error));
    else call.resolve(message['result']);
    return true;
  }

  failAll(fault: Fault): void {
    for (const call of [...this.#pending.values(), ...this.#whole.values(), ...this.#nameless]) call.reject(fault);
    this.#pending.clear();
  }

  async #cancel(requestId: Id): Promise<void> {
    try {
      await this.#send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    } catch {
      return; // the connection is gone, and with it the request
    }
  }
}

/** Only a request has a response that can be matched by id. */
function requestId(message: unknown): Id | undefined {
  if (!isRecord(message) || !('method' in message)) return undefined;
  const { id } = message;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** The complete error object of a JSON-RPC response. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(error: Readonly<Record<string, unknown>>) {
    super(typeof error['message'] === 'string' ? error['message'] : l10n.t('The server responded with an error'));
    this.code = typeof error['code'] === 'number' ? error['code'] : 0;
    this.data = error['data'];
  }
}
