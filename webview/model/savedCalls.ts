import { signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../src/base/fault.ts';
import type { SavedCall, SavedCallsView } from '../../src/protocol/savedCalls.ts';
import type { HostLink } from './servers.ts';

/** The calls of the workspace's own file; the host owns it. */
export class SavedCallList {
  readonly view = signal<SavedCallsView>({ calls: [], writable: false });
  readonly failure = signal<FaultShape | undefined>(undefined);
  readonly #link: HostLink;

  constructor(link: HostLink) {
    this.#link = link;
  }

  async put(call: SavedCall): Promise<boolean> {
    return this.#try(() => this.#link.request('saved/put', call));
  }

  async remove(name: string): Promise<boolean> {
    return this.#try(() => this.#link.request('saved/remove', { name }));
  }

  open(): void {
    this.#link.request('saved/open', undefined).catch(() => {}); // the host says what went wrong
  }

  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.failure.value = undefined;
      return true;
    } catch (error) {
      this.failure.value = Fault.from(error).toShape();
      return false;
    }
  }
}
