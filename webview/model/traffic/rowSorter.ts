import type { Slicer } from '../../platform/scheduler.ts';
import { type RowOrder, sortValue } from './exchange.ts';
import type { Rows } from './rowStore.ts';
import { sortInSteps } from './sortInSteps.ts';

/** Rows in the order of a column. Later rows join it when the next order is ready. */
export class RowSorter {
  readonly #rows: Rows;
  readonly #slicer: Slicer;
  readonly #changed: () => void;
  #order: RowOrder | undefined;
  #sorted: readonly number[] | undefined;
  #stop = (): void => {};
  #isSorting = false;
  #isStale = false;

  constructor(rows: Rows, slicer: Slicer, changed: () => void) {
    this.#rows = rows;
    this.#slicer = slicer;
    this.#changed = changed;
  }

  get order(): RowOrder | undefined {
    return this.#order;
  }

  /** Undefined while nothing is sorted by a column. */
  get sorted(): readonly number[] | undefined {
    return this.#sorted;
  }

  setOrder(order: RowOrder | undefined): void {
    this.#order = order;
    this.reset();
  }

  /** Other rows are shown from now on. */
  reset(): void {
    this.#stop();
    this.#isSorting = false;
    this.#sorted = undefined;
  }

  /** Sorts what `shown` names, again if it is asked for meanwhile. */
  sort(shown: () => readonly number[], leadOf: (seq: number) => number): void {
    this.#isStale = this.#isSorting;
    if (this.#isSorting || !this.#order) return;
    this.#isSorting = true;
    const steps = this.#steps(this.#order, shown(), leadOf);
    this.#stop = this.#slicer((isTimeUp) => {
      let step = steps.next();
      while (!step.done && !isTimeUp()) step = steps.next();
      if (!step.done) return false;
      this.#isSorting = false;
      this.#sorted = step.value;
      this.#changed();
      if (this.#isStale) this.sort(shown, leadOf);
      return true;
    });
  }

  *#steps(
    { field, descending }: RowOrder,
    seqs: readonly number[],
    leadOf: (seq: number) => number,
  ): Generator<void, number[]> {
    // Lists of numbers: an object for every row would be work for the garbage collector, in one go.
    const leads: number[] = [];
    const values: (string | number)[] = [];
    for (const seq of seqs) {
      const lead = leadOf(seq);
      const row = this.#rows.at(lead);
      values.push(row ? sortValue(field, row, this.#rows) : '');
      if (leads.push(lead) % 1_024 === 0) yield;
    }
    const sign = descending ? -1 : 1;
    const order = yield* sortInSteps([...seqs.keys()], (a, b) => {
      if (leads[a] === leads[b]) return a - b; // below its call, in the order of time
      return sign * compare(values[a] ?? '', values[b] ?? '') || a - b;
    });
    return order.map((at) => seqs[at] ?? -1);
  }
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
