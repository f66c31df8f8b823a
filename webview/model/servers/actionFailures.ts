import { signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';

/** Why the last action on a server failed: told on the page of that server alone, until the next action. */
export class ActionFailures {
  readonly #last = signal<{ readonly server: string; readonly fault: FaultShape } | undefined>(undefined);

  of(server: string): FaultShape | undefined {
    return this.#last.value?.server === server ? this.#last.value.fault : undefined;
  }

  /** Never rejects. What the user cancelled is no failure. */
  async watch(server: string, work: Promise<unknown>): Promise<void> {
    this.#last.value = undefined;
    try {
      await work;
    } catch (error) {
      const fault = Fault.from(error);
      if (fault.code !== 'cancelled') this.#last.value = { server, fault: fault.toShape() };
    }
  }
}
