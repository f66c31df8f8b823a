import type { TrafficRow } from '../../../src/protocol/traffic.ts';
import { type Filter, parseFilter } from './filter.ts';
import type { RowStore } from './rowStore.ts';

/** Runs `slice` again and again, a little at a time, until it answers true. The shell says when. */
export type Slicer = (slice: (isTimeUp: () => boolean) => boolean) => () => void;

/**
 * Which rows are shown, by position. Without a filter the answer is arithmetic; with one it is a
 * sorted list of sequence numbers that grows with the log and is rebuilt in slices when the filter changes.
 */
export class TrafficView {
  readonly #store: RowStore;
  readonly #slicer: Slicer;
  readonly #changed: () => void;
  #filter: Filter = { kind: 'all' };
  #matches: number[] = [];
  #head = 0;
  /** Rows before this were looked at by the running scan; later ones will be. */
  #scanned = 0;
  #isScanning = false;
  #stop = (): void => {};

  constructor(store: RowStore, slicer: Slicer, changed: () => void) {
    this.#store = store;
    this.#slicer = slicer;
    this.#changed = changed;
  }

  get filter(): Filter {
    return this.#filter;
  }

  get scanning(): boolean {
    return this.#isScanning;
  }

  get count(): number {
    return this.#filter.kind === 'some' ? this.#matches.length - this.#head : this.#store.size;
  }

  seqAt(index: number): number {
    return this.#filter.kind === 'some' ? (this.#matches[this.#head + index] ?? -1) : this.#store.firstSeq + index;
  }

  /** Where the row is shown, or -1; for a hidden one with `near`, the place it would have. */
  indexOf(seq: number, near = false): number {
    if (this.#filter.kind !== 'some') {
      return seq >= this.#store.firstSeq && seq < this.#store.nextSeq ? seq - this.#store.firstSeq : -1;
    }
    const at = lowerBound(this.#matches, seq, this.#head);
    return near || this.#matches[at] === seq ? at - this.#head : -1;
  }

  setQuery(query: string): void {
    this.#filter = parseFilter(query);
    this.rescan();
  }

  rescan(): void {
    this.#stop();
    this.#isScanning = false;
    this.#matches = [];
    this.#head = 0;
    this.#scanned = this.#store.firstSeq;
    if (this.#filter.kind === 'some') this.#scan();
    this.#changed();
  }

  /** Rows that were just put into the store, in ascending order. */
  added(rows: readonly TrafficRow[]): void {
    if (this.#filter.kind !== 'some') return;
    const { test } = this.#filter;
    for (const row of rows) {
      if (this.scanning && row.seq >= this.#scanned) continue; // the scan comes by there
      if (test(row)) this.#insert(row.seq);
    }
  }

  /** How many shown rows went away because the store dropped its oldest. */
  dropped(firstBefore: number): number {
    const { firstSeq } = this.#store;
    if (this.#filter.kind !== 'some') return firstSeq - firstBefore;
    const head = lowerBound(this.#matches, firstSeq, this.#head);
    const gone = head - this.#head;
    this.#head = head;
    if (head > 10_000 && head * 2 > this.#matches.length) this.#compact();
    return gone;
  }

  #insert(seq: number): void {
    const last = this.#matches.at(-1);
    if (last === undefined || last < seq) this.#matches.push(seq);
    else this.#matches.splice(lowerBound(this.#matches, seq, this.#head), 0, seq);
  }

  #compact(): void {
    this.#matches = this.#matches.slice(this.#head);
    this.#head = 0;
  }

  #scan(): void {
    this.#isScanning = true;
    this.#stop = this.#slicer((isTimeUp) => {
      const isDone = this.#scanSome(isTimeUp);
      this.#isScanning = !isDone;
      this.#changed();
      return isDone;
    });
  }

  #scanSome(isTimeUp: () => boolean): boolean {
    if (this.#filter.kind !== 'some') return true;
    const { test } = this.#filter;
    this.#scanned = Math.max(this.#scanned, this.#store.firstSeq);
    while (this.#scanned < this.#store.nextSeq) {
      const row = this.#store.at(this.#scanned++);
      if (row && test(row)) this.#insert(row.seq);
      if (this.#scanned % 256 === 0 && isTimeUp()) return false;
    }
    return true;
  }
}

function lowerBound(sorted: readonly number[], value: number, from: number): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
