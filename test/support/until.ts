import assert from 'node:assert/strict';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

const intervalMs = 10;
const limitMs = 30_000;

type Found<T> = Exclude<T, false | undefined | null>;

/** Waits until the condition holds, and returns what it found; `what` names the thing waited for. */
export async function until<T>(condition: () => T | Promise<T>, what: string): Promise<Found<T>> {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await condition();
    if (found) return found as Found<T>;
    if (performance.now() > end) assert.fail(`Waited ${limitMs / 1000} s in vain for: ${what}`);
    await delay(intervalMs);
  }
}

/**
 * Lets everything come out that waits for no timer and no other process: streams in memory, promises, callbacks.
 * For an absence, which has nothing to wait for.
 */
export async function settled(turns = 50): Promise<void> {
  for (let left = turns; left > 0; left--) await turn();
}
