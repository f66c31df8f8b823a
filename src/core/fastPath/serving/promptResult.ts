import { deferred } from '../../../base/async.ts';
import { isPlainToolResult } from './plainToolResult.ts';

/** A tool's call that has begun before the SDK has seen its request. */
export interface FastPathCall {
  /** The result, if it comes soon and alone. `undefined`: the handler behind the SDK finds the call, and goes on with it. */
  readonly promptResult: Promise<unknown>;
  end(): void;
}

/** What is watched of a call: the end of its current round, progress that nobody heard, and whether it was cancelled. */
interface WatchedCall<T> {
  round(): Promise<{ readonly kind: 'done'; readonly result: T } | { readonly kind: 'inputRequired' }>;
  readonly hadProgress: Promise<void>;
  readonly isEnded: boolean;
  end(): void;
}

/** How long an agent waits without a sign that its call has come in. */
const promptResultMs = 1_000;

/** `handOver` takes a call that was neither short nor quiet, before its request goes to the SDK. */
export function watchForPromptResult<T>(
  call: WatchedCall<T>,
  project: (result: T) => unknown,
  handOver: () => void,
): FastPathCall {
  return { promptResult: promptResult(call, project, handOver), end: () => call.end() };
}

/** The result, unless it needs the SDK's checks, or something else comes first: a question, progress, an error, or too much time. */
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
