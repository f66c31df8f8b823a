import { type Signal, signal } from '@preact/signals-core';
import { load, type Loaded, valueIn } from '../../platform/loaded.ts';

/** One value per server, loaded once and again when the host says that it changed. */
export class PerServer<T extends object> {
  readonly #fetch: (server: string) => Promise<T>;
  readonly #states = new Map<string, Signal<Loaded<T>>>();
  readonly #requestNumbers = new Map<string, number>();

  constructor(fetch: (server: string) => Promise<T>) {
    this.#fetch = fetch;
  }

  of(server: string): Signal<Loaded<T>> {
    let state = this.#states.get(server);
    if (!state) this.#states.set(server, (state = signal<Loaded<T>>({ kind: 'none' })));
    return state;
  }

  /** Loads unless it is loaded or loading. */
  ensureLoaded(server: string): void {
    const { kind } = this.of(server).peek();
    if (kind === 'none' || kind === 'failed') void this.load(server);
  }

  /** Loads unless it was tried before: where the request itself costs the server work, a failure is not retried. */
  loadOnce(server: string): void {
    if (this.of(server).peek().kind === 'none') void this.load(server);
  }

  forget(server: string): void {
    this.of(server).value = { kind: 'none' };
  }

  async load(server: string): Promise<void> {
    const state = this.of(server);
    const turn = (this.#requestNumbers.get(server) ?? 0) + 1;
    this.#requestNumbers.set(server, turn);
    const before = valueIn(state.peek());
    state.value = before ? { kind: 'loading', before } : { kind: 'loading' };
    const next = await load(this.#fetch(server));
    // Only the newest request counts: an older list must not replace a newer one.
    if (this.#requestNumbers.get(server) === turn && state.peek().kind === 'loading') state.value = next;
  }
}
