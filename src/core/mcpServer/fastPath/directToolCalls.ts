import { isRecord } from '../../../base/json.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log.ts';
import type { FeatureRegistry } from '../handlers/featureRegistry.ts';
import { runTool, settle } from '../handlers/handleTools.ts';
import { type MessageId, type RpcRequest, internalError } from '../../wire/message.ts';
import type { ServerTool, ToolArguments, ToolContext, ToolOutcome } from '../tool.ts';

type Wire = Readonly<Record<string, unknown>>;

interface DirectToolCallParts {
  readonly catalog: FeatureRegistry;
  readonly log: Log;
  /** Puts an outcome into the words of the connection's protocol version. */
  project(outcome: ToolOutcome, tool: ServerTool): unknown;
  send(message: Wire): void;
}

/**
 * Calls of plain tools, which want nothing of the client but their arguments. They pass by the SDK: its
 * layers take longer than the whole trip to a local service and back. The session has let the call in, and
 * arguments and answers are checked by the same code as anywhere.
 */
export class DirectToolCalls implements Disposable {
  readonly #parts: DirectToolCallParts;
  readonly #running = new Map<MessageId, AbortController>();
  #off = false;

  constructor(parts: DirectToolCallParts) {
    this.#parts = parts;
  }

  /** False: it is not one of these, and nothing was done. */
  take({ id, method, params }: RpcRequest): boolean {
    if (method === 'logging/setLevel') this.#off = true; // from now on a call may have to tell the client something
    if (this.#off || method !== 'tools/call' || !isPlainCall(params)) return false;
    const tool = this.#parts.catalog.tool(params.name);
    if (tool?.plain !== true) return false;
    void this.#answer(id, tool, params.arguments ?? {});
    return true;
  }

  /** Whether it was one of ours; it is not answered any more. */
  cancel(id: MessageId | undefined): boolean {
    const running = id === undefined ? undefined : this.#running.get(id);
    running?.abort();
    return running !== undefined;
  }

  dispose(): void {
    for (const running of this.#running.values()) running.abort();
  }

  async #answer(id: MessageId, tool: ServerTool, args: ToolArguments): Promise<void> {
    const cancel = new AbortController();
    this.#running.set(id, cancel);
    const log = this.#parts.log.with({ req_id: id });
    const call = { context: contextOf(id, cancel.signal, log), log };
    const settled = await settle(() => runTool(this.#parts.catalog, tool, args, call), call);
    this.#running.delete(id);
    if (cancel.signal.aborted) return;
    if (settled.kind === 'threw') log.error('tools/call failed', { error: settled.error });
    const answer =
      settled.kind === 'done' ? { result: this.#parts.project(settled.outcome, tool) } : { error: internalError };
    this.#parts.send({ jsonrpc: '2.0', id, ...answer });
  }
}

interface PlainCall {
  readonly name: string;
  readonly arguments?: ToolArguments;
}

/** Anything besides, such as a trace or the envelope of the modern era, is for those who know it. */
function isPlainCall(params: unknown): params is PlainCall {
  if (!isRecord(params) || typeof params['name'] !== 'string') return false;
  const { arguments: args, _meta: meta } = params;
  if (args !== undefined && !isRecord(args)) return false;
  return Object.keys(params).every((key) => known.has(key)) && (meta === undefined || isOnlyProgress(meta));
}

const known = new Set(['name', 'arguments', '_meta']);

/** A plain tool reports no progress, so a token for it changes nothing. */
function isOnlyProgress(meta: unknown): boolean {
  return isRecord(meta) && Object.keys(meta).every((key) => key === 'progressToken');
}

function contextOf(requestId: MessageId, signal: AbortSignal, log: Log): ToolContext {
  return {
    signal,
    log,
    requestId,
    progress: () => {},
    inputs: () => Promise.reject(new Error('a plain tool asks nothing')),
    clientCapabilities: {},
  };
}
