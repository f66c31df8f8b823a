import { type Deferred, deferred } from '../../../src/base/async.ts';
import type { HostLink } from '../../../webview/platform/hostLink.ts';
import type { Saved, StateBox } from '../../../webview/platform/pageState.ts';
import { createSaved } from '../../../webview/platform/pageState.ts';

export interface Asked {
  readonly method: string;
  readonly params: unknown;
  readonly signal: AbortSignal | undefined;
  readonly answer: Deferred<never>;
}

/** A host that answers when the test says so, or at once where it has an answer ready. */
export class FakeLink implements HostLink {
  readonly asked: Asked[] = [];
  readonly ready: Record<string, (params: never) => unknown> = { 'selection/set': () => undefined };

  readonly request: HostLink['request'] = ((method: string, params: unknown, signal?: AbortSignal) => {
    const answer = deferred<never>();
    this.asked.push({ method, params, signal, answer });
    const ready = this.ready[method];
    if (ready) answer.resolve(ready(params as never) as never);
    return answer.promise;
  }) as never;

  all(method: string): Asked[] {
    return this.asked.filter((one) => one.method === method);
  }

  last(method: string): Asked {
    const one = this.all(method).at(-1);
    if (!one) throw new Error(`nobody asked for ${method}`);
    return one;
  }
}

export function memoryBox(state?: unknown): StateBox & { state: unknown } {
  const box = {
    state,
    getState: () => box.state,
    setState: (next: unknown) => {
      box.state = structuredClone(next);
    },
  };
  return box;
}

export function noSaved(): Saved {
  return createSaved(memoryBox());
}

/** Lets everything that waits for a settled promise run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
