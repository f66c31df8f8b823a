import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Everything that `work` causes, across awaits, can find out which call it belongs to. */
export function duringCall<T>(call: string, work: () => Promise<T>): Promise<T> {
  return current.run(call, work);
}

/**
 * The call that caused what is happening. Known for the rounds of a modern call, which run inside
 * it; a legacy server's request arrives independently, and its call is then unknown.
 */
export function causingCall(): string | undefined {
  return current.getStore();
}
