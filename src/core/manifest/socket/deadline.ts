import { timedOut } from '../../../base/commonFaults.ts';
import { cancelledFault, onAbort } from '../../../base/async.ts';
import type { ServiceCall } from './connection.ts';

/** Waiting for a lane and connecting count as part of the call's time. */
export async function withDeadline<T>(call: ServiceCall, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const late = (): void => limit.abort(timedOut(call.method, call.timeoutMs));
  const timer = setTimeout(late, call.timeoutMs);
  const cancel = (): void => limit.abort(cancelledFault(call.signal));
  if (call.signal?.aborted) cancel();
  const stop = call.signal && onAbort(call.signal, cancel);
  try {
    return await run(limit.signal);
  } finally {
    clearTimeout(timer);
    stop?.dispose();
  }
}
