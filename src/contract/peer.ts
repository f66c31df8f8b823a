import { badParams, peerClosed, unknownMethod } from '../base/faults/commonFaults.ts';
import { orAborted, onAbort, deferred, type Deferred } from '../base/async.ts';
import { Fault, type FaultShape } from '../base/fault.ts';
import { isRecord } from '../base/json.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
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
}

/** A request always settles: a throwing handler answers with its fault, disposing rejects what is pending. */
export function createPeer<Mine extends Contract, Theirs extends Contract>(options: PeerOptions<Mine>): Peer<Theirs> {
  const { port, log } = options;
  const pending = new Map<number, Deferred<unknown>>();
  const running = new Map<number, AbortController>();
  let nextId = 1;
  let closed = false;

  const listening = port.listen((message) => {
    const frame = readFrame(message);
    if (frame) receive(frame);
    else log.warn('refused a message that is not a frame', { type: typeof message });
  });

  function receive(frame: Frame): void {
    switch (frame.kind) {
      case 'request':
        return void answer(frame.id, frame.method, frame.params);
      case 'note':
        return void takeNote(frame.method, frame.params);
      case 'cancel':
        return running.get(frame.id)?.abort();
      case 'ok':
        return settle(frame.id, (call) => call.resolve(frame.result));
      case 'error':
        return settle(frame.id, (call) => call.reject(Fault.revive(frame.fault)));
      default:
        frame satisfies never;
    }
  }

  async function answer(id: number, method: string, params: unknown): Promise<void> {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const result = await handle(method, params, abort.signal);
      if (!closed) port.send({ kind: 'ok', id, result });
    } catch (error) {
      const fault = Fault.from(error);
      report(fault, method);
      if (!closed) port.send({ kind: 'error', id, fault: fault.toShape() });
    } finally {
      running.delete(id);
    }
  }

  async function takeNote(method: string, params: unknown): Promise<void> {
    try {
      await handle(method, params, new AbortController().signal);
    } catch (error) {
      report(Fault.from(error), method);
    }
  }

  async function handle(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const entry = Object.hasOwn(options.contract, method) ? options.contract[method] : undefined;
    if (!entry) throw unknownMethod(method);
    const wrong = entry.params.problem(params, 'params');
    if (wrong) throw badParams(method, wrong);
    const run = options.handlers[method] as (params: unknown, signal: AbortSignal) => unknown;
    return run(params, signal);
  }

  function report(fault: Fault, method: string): void {
    if (fault.code === 'cancelled') return;
    const line = { method, code: fault.code, reason: fault.message };
    if (fault.code === 'internal') log.error('handler failed', { ...line, stack: stackOf(fault) });
    else log.warn('request refused', line);
  }

  function settle(id: number, how: (call: Deferred<unknown>) => void): void {
    const call = pending.get(id);
    pending.delete(id);
    if (call) how(call);
  }

  function send(method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    if (closed) return Promise.reject(peerClosed('page'));
    const id = nextId++;
    const call = deferred<unknown>();
    pending.set(id, call);
    port.send({ kind: 'request', id, method, params });
    if (!signal) return call.promise;
    const stop = onAbort(signal, () => {
      pending.delete(id);
      port.send({ kind: 'cancel', id });
    });
    return orAborted(call.promise, signal).finally(() => stop.dispose());
  }

  return {
    request: (method, params, signal) => send(method, params, signal) as never,
    note: (method, params) => {
      if (!closed) port.send({ kind: 'note', method, params });
    },
    dispose: () => {
      closed = true;
      listening.dispose();
      for (const abort of running.values()) abort.abort();
      for (const call of pending.values()) call.reject(peerClosed('page'));
      pending.clear();
    },
  };
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
