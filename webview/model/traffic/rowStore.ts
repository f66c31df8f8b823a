import type { TrafficRow } from '../../../src/protocol/traffic.ts';

export interface SeqRange {
  readonly from: number;
  readonly end: number;
}

/**
 * The rows of one generation, placed by sequence number. A row that has not come yet is a hole:
 * it keeps its place, is shown as loading, and `missing` says what to ask for.
 */
export class RowStore {
  readonly #capacity: number;
  #rows: (TrafficRow | undefined)[] = [];
  #base = 0;
  /** Rows before this are gone; they are cut off in one go when half the array is dead. */
  #first = 0;
  #next = 0;
  #holes = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get firstSeq(): number {
    return this.#first;
  }

  get nextSeq(): number {
    return this.#next;
  }

  get size(): number {
    return this.#next - this.#first;
  }

  at(seq: number): TrafficRow | undefined {
    return seq < this.#first || seq >= this.#next ? undefined : this.#rows[seq - this.#base];
  }

  reset(firstSeq: number): void {
    this.#rows = [];
    this.#base = this.#first = this.#next = firstSeq;
    this.#holes = 0;
  }

  /** Makes room up to `nextSeq` even where no row has come, so that the gap shows. */
  extend(nextSeq: number): void {
    if (nextSeq - this.#next > this.#capacity) this.reset(nextSeq - this.#capacity);
    for (; this.#next < nextSeq; this.#holes++) this.#rows[this.#next++ - this.#base] = undefined;
    this.dropBefore(this.#next - this.#capacity);
  }

  /** False for a row that is here already, or is older than what is kept. */
  put(row: TrafficRow): boolean {
    if (row.seq < this.#first || this.at(row.seq)) return false;
    this.extend(row.seq + 1);
    this.#holes--;
    this.#rows[row.seq - this.#base] = row;
    return true;
  }

  dropBefore(seq: number): void {
    for (; this.#first < Math.min(seq, this.#next); this.#first++) {
      if (!this.#rows[this.#first - this.#base]) this.#holes--;
      this.#rows[this.#first - this.#base] = undefined;
    }
    const dead = this.#first - this.#base;
    if (dead === 0 || dead * 2 < this.#rows.length) return;
    this.#rows = this.#rows.slice(dead);
    this.#base = this.#first;
  }

  /** The newest gap, at most `limit` rows of it: people look at the end first. */
  missing(limit: number): SeqRange | undefined {
    if (this.#holes === 0) return undefined;
    let end = this.#next;
    while (end > this.#first && this.#rows[end - 1 - this.#base]) end--;
    let from = end - 1;
    while (from > this.#first && end - from < limit && !this.#rows[from - 1 - this.#base]) from--;
    return { from, end };
  }
}
