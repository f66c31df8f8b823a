import { timedOut } from '../../../base/commonFaults.ts';
import { cancelledFault, onAbort } from '../../../base/async.ts';
import type { ProgressReport } from '../../mcpServer/tool.ts';
import type { ServiceCall } from './connection.ts';
import { longestCallMs } from './pendingCalls.ts';

/** Waiting for a lane and connecting count as part of the call's time, which begins anew with each progress. */
export async function withDeadline<C extends ServiceCall, T>(
  call: C,
  run: (call: C, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const startedAt = performance.now();
  const late = (): void => limit.abort(timedOut(call.method, call.timeoutMs));
  let timer = setTimeout(late, call.timeoutMs);
  const cancel = (): void => limit.abort(cancelledFault(call.signal));
  if (call.signal?.aborted) cancel();
  const stop = call.signal && onAbort(call.signal, cancel);
  try {
    const onProgress = (report: ProgressReport): void => {
      if (performance.now() - startedAt < longestCallMs - call.timeoutMs) {
        clearTimeout(timer);
        timer = setTimeout(late, call.timeoutMs);
      }
      call.onProgress?.(report);
    };
    return await run({ ...call, signal: limit.signal, onProgress }, limit.signal);
  } finally {
    clearTimeout(timer);
    stop?.dispose();
  }
}
