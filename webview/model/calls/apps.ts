import { signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { HostLink } from '../../platform/hostLink.ts';

/** The app of the shown tool (MCP Apps): the domains it wants to reach, and opening it. */
export class Apps {
  readonly domains = signal<readonly string[]>([]);
  readonly failure = signal<FaultShape | undefined>(undefined);
  readonly opening = signal(false);
  readonly #link: HostLink;
  #current = '';

  constructor(link: HostLink) {
    this.#link = link;
  }

  async load(server: string, tool: string): Promise<void> {
    const key = (this.#current = JSON.stringify([server, tool]));
    this.domains.value = [];
    this.failure.value = undefined;
    const found = await this.#try(() => this.#link.request('apps/look', { server, tool }));
    if (this.#current !== key || !found) return;
    if ('fault' in found) this.failure.value = found.fault;
    else this.domains.value = found.domains;
  }

  async open(server: string, tool: string, args: Readonly<Record<string, unknown>>, network: boolean): Promise<void> {
    this.failure.value = undefined;
    this.opening.value = true;
    const failed = await this.#try(() => this.#link.request('apps/open', { server, tool, args, network }));
    this.failure.value = failed?.fault;
    this.opening.value = false;
  }

  async #try<T>(request: () => Promise<T>): Promise<T | { readonly fault: FaultShape }> {
    try {
      return await request();
    } catch (error) {
      return { fault: Fault.from(error).toShape() };
    }
  }
}
