import { Fault } from '../../../base/fault.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { CallOptions, ManagedServer } from '../../servers/model/server.ts';
import type { StepRequest } from '../model/checkFile.ts';

/** What a step came to. */
export interface Outcome {
  readonly result?: unknown;
  readonly errorCode?: number;
  readonly errorMessage?: string;
  readonly isCancelled?: boolean;
  readonly ms: number;
  readonly progress: number;
}

/** Sends the request of a step. A failure of the request is an outcome; one of the server is thrown. */
export async function send(server: ManagedServer, step: StepRequest, signal: AbortSignal): Promise<Outcome> {
  const cancel = step.cancelAfterMs === undefined ? undefined : new AbortController();
  const timer = cancel && setTimeout(() => cancel.abort(), step.cancelAfterMs);
  let progress = 0;
  const options: CallOptions = {
    // Most steps need no signal of their own: making one costs as much as a third of a call.
    signal: cancel ? AbortSignal.any([signal, cancel.signal]) : signal,
    onProgress: () => void progress++,
    ...(step.timeoutMs !== undefined && { timeoutMs: step.timeoutMs }),
  };
  const start = performance.now();
  const ended = (): { ms: number; progress: number } => ({ ms: performance.now() - start, progress });
  try {
    return { result: await request(server, step, options), ...ended() };
  } catch (error) {
    signal.throwIfAborted();
    if (cancel?.signal.aborted) return { isCancelled: true, ...ended() };
    return { ...failureOf(error, server), ...ended() };
  } finally {
    clearTimeout(timer);
  }
}

function request(
  server: ManagedServer,
  { kind, target, args = {} }: StepRequest,
  options: CallOptions,
): Promise<unknown> {
  switch (kind) {
    case 'call':
      return server.callTool(target, args, options);
    case 'read':
      return server.readResource(target, options);
    case 'prompt':
      return server.getPrompt(target, args as Readonly<Record<string, string>>, options);
    case 'complete':
      return complete(server, args, options);
    case 'list':
      return server.request(target === 'templates' ? 'resources/templates/list' : `${target}/list`, undefined, options);
    default:
      return kind satisfies never;
  }
}

function complete(server: ManagedServer, args: JsonObject, options: CallOptions): Promise<unknown> {
  const { prompt, uri, name, value } = args as Readonly<Record<string, string | undefined>>;
  const ref = prompt === undefined ? { type: 'ref/resource', uri: uri ?? '' } : { type: 'ref/prompt', name: prompt };
  return server.complete(
    ref as Parameters<ManagedServer['complete']>[0],
    { name: name ?? '', value: value ?? '' },
    options,
  );
}

function failureOf(error: unknown, server: ManagedServer): Pick<Outcome, 'errorCode' | 'errorMessage'> {
  const fault = Fault.from(error);
  const code = rpcCode(fault);
  // Without a code it never reached the tool: the server has gone, or the time is up.
  if (code === undefined && server.state.value.kind !== 'connected') throw fault;
  return { errorMessage: fault.message, ...(code !== undefined && { errorCode: code }) };
}

/** Of the JSON-RPC error that it goes back to. */
export function rpcCode(error: unknown): number | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { readonly code?: unknown };
    if (typeof code === 'number') return code;
  }
  return undefined;
}
