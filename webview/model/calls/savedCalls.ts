import { signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { SavedCall, SavedCallsView } from '../../../src/contract/savedCalls.ts';
import type { HostLink } from '../../platform/hostLink.ts';

/** The calls in the workspace's file, which the host owns. */
export class SavedCallList {
  readonly view = signal<SavedCallsView>({ calls: [], writable: false });
  /** Why the last action on a saved call failed. */
  readonly failure = signal<FaultShape | undefined>(undefined);
  readonly #link: HostLink;

  constructor(link: HostLink) {
    this.#link = link;
  }

  /** Resolves with the reason if the host refused it. */
  put(call: SavedCall): Promise<FaultShape | undefined> {
    return faultOf(this.#link.request('saved/put', call));
  }

  async remove(name: string): Promise<void> {
    this.failure.value = await faultOf(this.#link.request('saved/remove', { name }));
  }

  async saveAsCheck(name: string): Promise<void> {
    this.failure.value = await faultOf(this.#link.request('saved/saveAsCheck', { name }));
  }

  open(): void {
    this.#link.request('saved/open', undefined).catch(() => {}); // the host says what went wrong
  }
}

function faultOf(work: Promise<void>): Promise<FaultShape | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => Fault.from(error).toShape(),
  );
}
