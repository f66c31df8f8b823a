import { type Deferred, deferred } from '../../../src/base/async.ts';
import type { HostLink } from '../../../webview/platform/hostLink.ts';
import type { PageState, StateStorage } from '../../../webview/platform/pageState.ts';
import { createPageState } from '../../../webview/platform/pageState.ts';

export interface SentRequest {
  readonly method: string;
  readonly params: unknown;
  readonly signal: AbortSignal | undefined;
  readonly answer: Deferred<never>;
}

/** A host that responds when the test says so, or at once where `ready` has a response. */
export class FakeHostLink implements HostLink {
  readonly sent: SentRequest[] = [];
  readonly ready: Record<string, (params: never) => unknown> = { 'selection/set': () => undefined };

  readonly request: HostLink['request'] = ((method: string, params: unknown, signal?: AbortSignal) => {
    const answer = deferred<never>();
    this.sent.push({ method, params, signal, answer });
    const ready = this.ready[method];
    if (ready) answer.resolve(ready(params as never) as never);
    return answer.promise;
  }) as never;

  all(method: string): SentRequest[] {
    return this.sent.filter((one) => one.method === method);
  }

  last(method: string): SentRequest {
    const one = this.all(method).at(-1);
    if (!one) throw new Error(`no request for ${method}`);
    return one;
  }
}

export function memoryStorage(state?: unknown): StateStorage & { state: unknown } {
  const box = {
    state,
    getState: () => box.state,
    setState: (next: unknown) => {
      box.state = structuredClone(next);
    },
  };
  return box;
}

export function emptyPageState(): PageState {
  return createPageState(memoryStorage());
}

/** Runs everything that waits for a settled promise. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
