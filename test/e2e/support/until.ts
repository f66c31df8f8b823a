import { setTimeout as delay } from 'node:timers/promises';

/** Two cores are shared with a browser and an extension host: generous, and reached only when something is wrong. */
export const patienceMs = 60_000;

/** Asks again until there is an answer that is not `undefined` or `false`; the last error is told when time is up. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = patienceMs,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  let last: unknown;
  do {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    await delay(50);
  } while (Date.now() < end);
  throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}`, { cause: last });
}
