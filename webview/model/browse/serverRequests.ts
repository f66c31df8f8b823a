import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { Fault } from '../../../src/base/fault.ts';
import type { Answer } from '../../../src/contract/browse.ts';

type RequestState<T> =
  | { readonly kind: 'none' }
  | { readonly kind: 'pending'; readonly before?: Answer<T>; readonly since: number }
  | { readonly kind: 'done'; readonly answer: Answer<T>; readonly at: number };

interface Entry<T> {
  readonly state: Signal<RequestState<T>>;
  abort?: AbortController;
}

const maxStored = 50;

/** Requests to servers by key, each with its own response: a late one can never be shown under another key. */
export class ServerRequests<T> {
  readonly #entries = new Map<string, Entry<T>>();

  of(key: string): ReadonlySignal<RequestState<T>> {
    return this.#entry(key).state;
  }

  /** A new request cancels the previous one of the same key. */
  async send(key: string, send: (signal: AbortSignal) => Promise<Answer<T>>): Promise<void> {
    const entry = this.#entry(key);
    entry.abort?.abort();
    const abort = (entry.abort = new AbortController());
    const before = latestAnswer(entry.state.peek());
    const since = Date.now();
    entry.state.value = { kind: 'pending', since, ...(before && { before }) };
    const answer = await send(abort.signal).catch((error: unknown) => failed(error, Date.now() - since));
    if (entry.abort !== abort) return;
    entry.state.value = { kind: 'done', answer, at: Date.now() };
  }

  cancel(key: string): void {
    this.#entries.get(key)?.abort?.abort();
  }

  #entry(key: string): Entry<T> {
    let entry = this.#entries.get(key);
    if (!entry) {
      this.#entries.set(key, (entry = { state: signal<RequestState<T>>({ kind: 'none' }) }));
      const [oldest] = this.#entries.keys();
      if (this.#entries.size > maxStored && oldest !== undefined) this.#entries.delete(oldest);
    }
    return entry;
  }
}

/** While a new response is pending, the old one stays visible. */
export function latestAnswer<T>(state: RequestState<T>): Answer<T> | undefined {
  if (state.kind === 'done') return state.answer;
  return state.kind === 'pending' ? state.before : undefined;
}

function failed(error: unknown, durationMs: number): Answer<never> {
  return { kind: 'failed', fault: Fault.from(error).toShape(), durationMs };
}
