import { isRecord } from '../../../base/json.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import { type MessageId, type RpcRequest, internalError } from '../../wire/message.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';

type Args = Readonly<Record<string, unknown>>;

/** What such a tool gets beside its arguments. */
interface DirectCall {
  readonly requestId: MessageId;
  readonly signal: AbortSignal;
  progress(report: { readonly progress: number; readonly total?: number; readonly message?: string }): void;
}

/** A tool that needs nothing but its arguments from the client. Rejects for a bug in the tool, which the server has logged. */
export type RunDirectTool = (args: Args, call: DirectCall) => Promise<unknown>;

interface DirectToolCallParts {
  /** `undefined` for tools that need more than their arguments, and for unknown ones. */
  tool(name: string): RunDirectTool | undefined;
  send(message: WireMessage): void;
}

/**
 * Calls of plain tools, answered without the SDK's server layer: it takes longer than the whole trip to a local
 * service and back. The session has admitted the call, and the tool is run by the same code as behind the SDK.
 */
export class DirectToolCalls implements Disposable {
  readonly #parts: DirectToolCallParts;
  readonly #running = new Map<MessageId, AbortController>();
  #off = false;

  constructor(parts: DirectToolCallParts) {
    this.#parts = parts;
  }

  /** False: not such a call, and nothing was done. */
  take({ id, method, params }: RpcRequest): boolean {
    if (method === 'logging/setLevel') this.#off = true; // from now on a call may have to send log messages
    if (this.#off || method !== 'tools/call' || !isPlainCall(params)) return false;
    const run = this.#parts.tool(params.name);
    if (!run) return false;
    void this.#answer(id, run, params);
    return true;
  }

  /** Whether it was such a call; it gets no response any more. */
  cancel(id: MessageId | undefined): boolean {
    const running = id === undefined ? undefined : this.#running.get(id);
    running?.abort();
    return running !== undefined;
  }

  dispose(): void {
    for (const running of this.#running.values()) running.abort();
  }

  async #answer(id: MessageId, run: RunDirectTool, { arguments: args = {}, _meta: meta }: PlainCall): Promise<void> {
    const cancel = new AbortController();
    this.#running.set(id, cancel);
    const { signal } = cancel;
    const answer = await run(args, {
      requestId: id,
      signal,
      progress: this.#progress(meta?.progressToken, signal),
    }).then(
      (result) => ({ result }),
      () => ({ error: internalError }),
    );
    this.#running.delete(id);
    if (!cancel.signal.aborted) this.#parts.send({ jsonrpc: '2.0', id, ...answer });
  }

  /** As behind the SDK: only for a client that asked for it, and only what grows. */
  #progress(progressToken: unknown, signal: AbortSignal): DirectCall['progress'] {
    if (progressToken === undefined) return () => {};
    let last = -Infinity;
    return (report) => {
      if (!(report.progress > last) || signal.aborted) return;
      last = report.progress;
      const params = { progressToken, ...report };
      this.#parts.send({ jsonrpc: '2.0', method: 'notifications/progress', params });
    };
  }
}

interface PlainCall {
  readonly name: string;
  readonly arguments?: Args;
  readonly _meta?: { readonly progressToken?: unknown };
}

/** Anything besides, such as a trace or the envelope of the modern era, is for the handler behind the SDK. */
function isPlainCall(params: unknown): params is PlainCall {
  if (!isRecord(params) || typeof params['name'] !== 'string') return false;
  const { arguments: args, _meta: meta } = params;
  if (args !== undefined && !isRecord(args)) return false;
  return Object.keys(params).every((key) => known.has(key)) && (meta === undefined || isOnlyProgress(meta));
}

const known = new Set(['name', 'arguments', '_meta']);

function isOnlyProgress(meta: unknown): boolean {
  return isRecord(meta) && Object.keys(meta).every((key) => key === 'progressToken');
}
