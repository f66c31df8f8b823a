import { type Signal, signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../src/base/fault.ts';
import type { CatalogView } from '../../src/protocol/inspector.ts';
import type { HostLink } from './servers.ts';

export type CatalogState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly before?: CatalogView }
  | { readonly kind: 'ready'; readonly catalog: CatalogView }
  | { readonly kind: 'failed'; readonly fault: FaultShape };

/** What each server offers, asked for once and again when the host says it changed. */
export class Catalogs {
  readonly #link: HostLink;
  readonly #states = new Map<string, Signal<CatalogState>>();
  readonly #turns = new Map<string, number>();

  constructor(link: HostLink) {
    this.#link = link;
  }

  of(server: string): Signal<CatalogState> {
    let state = this.#states.get(server);
    if (!state) this.#states.set(server, (state = signal<CatalogState>({ kind: 'none' })));
    return state;
  }

  /** Asks unless the answer is here or under way. */
  need(server: string): void {
    const { kind } = this.of(server).peek();
    if (kind === 'none' || kind === 'failed') void this.load(server);
  }

  forget(server: string): void {
    this.of(server).value = { kind: 'none' };
  }

  async load(server: string): Promise<void> {
    const state = this.of(server);
    const turn = (this.#turns.get(server) ?? 0) + 1;
    this.#turns.set(server, turn);
    const before = catalogIn(state.peek());
    state.value = before ? { kind: 'loading', before } : { kind: 'loading' };
    const next = await this.#ask(server);
    // Only the newest question may answer: an older list must not replace a newer one.
    if (this.#turns.get(server) === turn && state.peek().kind === 'loading') state.value = next;
  }

  async #ask(server: string): Promise<CatalogState> {
    try {
      return { kind: 'ready', catalog: await this.#link.request('catalog/get', { server }) };
    } catch (error) {
      return { kind: 'failed', fault: Fault.from(error).toShape() };
    }
  }
}

/** The list to show: while a new one is on its way, the old one stays. */
export function catalogIn(state: CatalogState): CatalogView | undefined {
  if (state.kind === 'ready') return state.catalog;
  return state.kind === 'loading' ? state.before : undefined;
}
