import type { McpServer } from '@modelcontextprotocol/server';
import { deferred } from '../../../base/async.ts';
import { isPlainToolResult } from './plainToolResult.ts';

/** A tool's call that has begun before the SDK has seen its request. */
export interface FastPathCall {
  /** The result, if it comes soon and nothing else before it. `undefined`: the SDK's handler continues the call. */
  readonly promptResult: Promise<unknown>;
  end(): void;
}

/** A call that has no connection: it gets an instance of the SDK's server only if that has to continue it. */
export interface StatelessFastPathCall extends FastPathCall {
  continueIn(mcp: McpServer): void;
}

/** The observed state of a call: the end of its current round, unreported progress, and cancellation. */
interface WatchedCall<T> {
  round(): Promise<{ readonly kind: 'done'; readonly result: T } | { readonly kind: 'inputRequired' }>;
  readonly hadProgress: Promise<void>;
  readonly isEnded: boolean;
  end(): void;
}

/** How long an agent may wait without a response header. */
const promptResultMs = 1_000;

/** `handOver` takes a call without a prompt result, before its request goes to the SDK. */
export function watchForPromptResult<T>(
  call: WatchedCall<T>,
  project: (result: T) => unknown,
  handOver: () => void,
): FastPathCall {
  return { promptResult: promptResult(call, project, handOver), end: () => call.end() };
}

/** The result, unless it needs the SDK's checks, or something comes first: a client request, progress, an error, or the time limit. */
async function promptResult<T>(
  call: WatchedCall<T>,
  project: (result: T) => unknown,
  handOver: () => void,
): Promise<unknown> {
  const waited = deferred<void>();
  const timer = setTimeout(waited.resolve, promptResultMs);
  const first = await Promise.race([call.round().catch(() => {}), call.hadProgress, waited.promise]);
  clearTimeout(timer);
  if (first?.kind === 'done' && isPlainToolResult(first.result)) return project(first.result);
  if (!call.isEnded) handOver();
  return undefined;
}
