import { badParams, peerClosed, unknownMethod } from '../../base/commonFaults.ts';
import { orAborted, onAbort, deferred, type Deferred } from '../../base/async.ts';
import { Fault, type FaultShape } from '../../base/fault.ts';
import { isRecord } from '../../base/json.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Contract, Handlers, ParamsOf, ResultOf } from './contract.ts';

/** The five kinds of frame that cross the line between host and webview. */
export type Frame =
  | { readonly kind: 'request'; readonly id: number; readonly method: string; readonly params?: unknown }
  | { readonly kind: 'ok'; readonly id: number; readonly result?: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly fault: FaultShape }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'note'; readonly method: string; readonly params?: unknown };

/** Anything that carries messages: a webview, a MessagePort, a pair of functions in a test. */
export interface Port {
  send(frame: Frame): void;
  listen(receive: (message: unknown) => void): Disposable;
}

export interface Peer<Theirs extends Contract> extends Disposable {
  request<M extends keyof Theirs & string>(
    method: M,
    params: ParamsOf<Theirs[M]>,
    signal?: AbortSignal,
  ): Promise<ResultOf<Theirs[M]>>;
  note<M extends keyof Theirs & string>(method: M, params: ParamsOf<Theirs[M]>): void;
}

interface PeerOptions<Mine extends Contract> {
  readonly port: Port;
  readonly contract: Mine;
  readonly handlers: Handlers<Mine>;
  readonly log: Log;
  /** In front of every fault that leaves: it may quote a server. */
  redact(fault: FaultShape): FaultShape;
}

/** A request always settles: a throwing handler answers with its fault, disposing rejects what is pending. */
export function createPeer<Mine extends Contract, Theirs extends Contract>(options: PeerOptions<Mine>): Peer<Theirs> {
  return new PortPeer<Mine, Theirs>(options);
}

class PortPeer<Mine extends Contract, Theirs extends Contract> implements Peer<Theirs> {
  readonly #options: PeerOptions<Mine>;
  readonly #pending = new Map<number, Deferred<unknown>>();
  readonly #running = new Map<number, AbortController>();
  readonly #listening: Disposable;
  #nextId = 1;
  #isClosed = false;

  constructor(options: PeerOptions<Mine>) {
    this.#options = options;
    this.#listening = options.port.listen((message) => {
      const frame = readFrame(message);
      if (frame) this.#receive(frame);
      else options.log.warn('refused a message that is not a frame', { type: typeof message });
    });
  }

  request<M extends keyof Theirs & string>(
    method: M,
    params: ParamsOf<Theirs[M]>,
    signal?: AbortSignal,
  ): Promise<ResultOf<Theirs[M]>> {
    // Both sides come from one build: params are checked on arrival, results are taken at their type.
    return this.#send(method, params, signal) as Promise<ResultOf<Theirs[M]>>;
  }

  note<M extends keyof Theirs & string>(method: M, params: ParamsOf<Theirs[M]>): void {
    this.#post({ kind: 'note', method, params });
  }

  dispose(): void {
    this.#isClosed = true;
    this.#listening.dispose();
    for (const abort of this.#running.values()) abort.abort();
    for (const call of this.#pending.values()) call.reject(peerClosed('page'));
    this.#pending.clear();
  }

  #post(frame: Frame): void {
    if (!this.#isClosed) this.#options.port.send(frame);
  }

  #receive(frame: Frame): void {
    switch (frame.kind) {
      case 'request':
        return void this.#answer(frame.id, frame.method, frame.params);
      case 'note':
        return void this.#takeNote(frame.method, frame.params);
      case 'cancel':
        return this.#running.get(frame.id)?.abort();
      case 'ok':
        return this.#settle(frame.id, (call) => call.resolve(frame.result));
      case 'error':
        return this.#settle(frame.id, (call) => call.reject(Fault.revive(frame.fault)));
      default:
        frame satisfies never;
    }
  }

  async #answer(id: number, method: string, params: unknown): Promise<void> {
    const abort = new AbortController();
    this.#running.set(id, abort);
    try {
      const result = await this.#handle(method, params, abort.signal);
      this.#post({ kind: 'ok', id, result });
    } catch (error) {
      const fault = Fault.from(error);
      this.#report(fault, method);
      this.#post({ kind: 'error', id, fault: this.#options.redact(fault.toShape()) });
    } finally {
      this.#running.delete(id);
    }
  }

  async #takeNote(method: string, params: unknown): Promise<void> {
    try {
      await this.#handle(method, params, new AbortController().signal);
    } catch (error) {
      this.#report(Fault.from(error), method);
    }
  }

  async #handle(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const { contract, handlers } = this.#options;
    const entry = Object.hasOwn(contract, method) ? contract[method] : undefined;
    if (!entry) throw unknownMethod(method);
    const wrong = entry.params.problem(params, 'params');
    if (wrong) throw badParams(method, wrong);
    // The params have just been checked with the shape of this very method.
    const run = handlers[method] as (params: unknown, signal: AbortSignal) => unknown;
    return run(params, signal);
  }

  #report(fault: Fault, method: string): void {
    const { log } = this.#options;
    if (fault.code === 'cancelled') return;
    const line = { method, code: fault.code, reason: fault.message };
    if (fault.code === 'internal') log.error('handler failed', { ...line, stack: stackOf(fault) });
    else log.warn('request refused', line);
  }

  #settle(id: number, how: (call: Deferred<unknown>) => void): void {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (call) how(call);
  }

  #send(method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(peerClosed('page'));
    const id = this.#nextId++;
    const call = deferred<unknown>();
    this.#pending.set(id, call);
    this.#post({ kind: 'request', id, method, params });
    if (!signal) return call.promise;
    const stop = onAbort(signal, () => {
      this.#pending.delete(id);
      this.#options.port.send({ kind: 'cancel', id });
    });
    return orAborted(call.promise, signal).finally(() => stop.dispose());
  }
}

function stackOf(fault: Fault): string | undefined {
  return fault.cause instanceof Error ? fault.cause.stack : fault.stack;
}

function readFrame(message: unknown): Frame | undefined {
  if (!isRecord(message)) return undefined;
  const { kind, id, method, fault } = message;
  switch (kind) {
    case 'note':
      return typeof method === 'string' ? (message as Frame) : undefined;
    case 'request':
      return Number.isSafeInteger(id) && typeof method === 'string' ? (message as Frame) : undefined;
    case 'error':
      return Number.isSafeInteger(id) && isRecord(fault) ? (message as Frame) : undefined;
    case 'ok':
    case 'cancel':
      return Number.isSafeInteger(id) ? (message as Frame) : undefined;
    default:
      return undefined;
  }
}
