import { setTimeout as delay } from 'node:timers/promises';

/** Two cores are shared with a browser and an extension host: generous, and reached only when something is wrong. */
export const patienceMs = 60_000;

const intervalMs = 50;

/**
 * Waits until the condition holds, and returns what it found; `what` names the thing waited for. Unlike its sibling in
 * test/support it tries again after an error, because a page may navigate while it is read; the last error is the cause.
 */
export async function until<T>(
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  timeoutMs = patienceMs,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const found = await condition();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      cause = error;
    }
    await delay(intervalMs);
  } while (performance.now() < end);
  throw new Error(`Waited ${timeoutMs / 1000} s in vain for: ${what}`, { cause });
}
