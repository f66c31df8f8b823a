import { signal } from '@preact/signals-core';
import type { TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import type { PageState } from '../../platform/pageState.ts';

/** Sequence number and time: after a restart the same number is another frame. */
type Pin = readonly [seq: number, at: number];

function isPins(value: unknown): value is readonly Pin[] {
  return Array.isArray(value) && value.every((one) => Array.isArray(one) && one.every(Number.isFinite));
}

/** Rows that the user pinned. */
export class Pins {
  readonly all = signal<ReadonlyMap<number, number>>(new Map());
  readonly #saved: PageState;

  constructor(saved: PageState) {
    this.#saved = saved;
    this.all.value = new Map(saved.read('trafficPins', isPins) ?? []);
  }

  has(row: TrafficRow): boolean {
    return this.all.value.get(row.seq) === row.at;
  }

  toggle(row: TrafficRow): void {
    const next = new Map(this.all.value);
    if (this.has(row)) next.delete(row.seq);
    else next.set(row.seq, row.at);
    this.all.value = next;
    this.#saved.write('trafficPins', [...next]);
  }
}
