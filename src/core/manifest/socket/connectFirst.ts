import { type Socket, connect } from 'node:net';
import { cancelledFault, onAbort, sleep } from '../../../base/async.ts';
import { chooseSocket } from './socketPath.ts';
import { socketUnreachable } from '../../../base/faults/productFaults.ts';
import { type SafetyRules, safeSocketPath } from './socketSafety.ts';

const connectTimeoutMs = 5_000;

/** Connects to the first socket that exists, once it is known to be this user's own. */
export async function connectFirst(
  candidates: readonly [string, ...string[]],
  rules: SafetyRules,
  signal: AbortSignal,
): Promise<Socket> {
  const path = await safeSocketPath(await chooseSocket(candidates), rules);
  const giveUpAt = performance.now() + connectTimeoutMs;
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, 50)) {
    try {
      return await connectSocket(path, signal);
    } catch (error) {
      if (signal.aborted) throw cancelledFault(signal);
      const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN'; // a full queue empties by itself
      if (!isFull || performance.now() > giveUpAt) throw socketUnreachable(path, error);
      await sleep(pauseMs, signal);
    }
  }
}

/** Resolves with the socket once connected; rejects with the system's error, or when the signal fires. */
function connectSocket(path: string, signal: AbortSignal): Promise<Socket> {
  if (signal.aborted) return Promise.reject(cancelledFault(signal));
  return new Promise((resolve, reject) => {
    const socket = connect({ path });
    const stop = onAbort(signal, () => socket.destroy(cancelledFault(signal)));
    socket.once('error', (error) => {
      stop.dispose();
      reject(error);
    });
    socket.once('connect', () => {
      stop.dispose();
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}
