import { rowsAtOnce as pageSize, type TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import type { Rows } from './rowStore.ts';

const maxPages = 60;

/**
 * Rows of a log that is too long to load: only the pages around the visible rows.
 * Reading a missing row requests its page.
 */
export class PagedRows implements Rows {
  readonly hasGroups = false;
  readonly toCome = 0;
  readonly servers = new Set<string>();
  readonly #pages = new Map<number, readonly (TrafficRow | undefined)[]>();
  readonly #answers = new Map<number, number>();
  readonly #wanted = new Set<number>();
  readonly #onWanted: () => void;
  #first = 0;
  #next = 0;

  constructor(onWanted: () => void) {
    this.#onWanted = onWanted;
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
    if (seq < this.#first || seq >= this.#next) return undefined;
    const number = Math.floor(seq / pageSize);
    const page = this.#pages.get(number);
    if (!page) this.#want(number);
    return page?.[seq % pageSize];
  }

  responseOf(seq: number): number | undefined {
    return this.#answers.get(seq);
  }

  isPending(): boolean {
    return false; // nothing is pending in a recording
  }

  groupSize(): number {
    return 0;
  }

  parentOf(): undefined {}

  childCount(): number {
    return 0;
  }

  roundCount(): number {
    return 0;
  }

  extend(firstSeq: number, nextSeq: number): void {
    if (nextSeq > this.#next) this.#pages.delete(Math.floor(this.#next / pageSize)); // it has more rows by now
    this.#first = firstSeq;
    this.#next = nextSeq;
  }

  /** Whether all of it can be held at once. */
  get fits(): boolean {
    return this.size <= (maxPages - 1) * pageSize;
  }

  /** What is to be requested until all rows are here; nothing when they are. */
  nextMissing(): { readonly fromSeq: number; readonly limit: number } | undefined {
    for (let number = Math.floor(this.#first / pageSize); number * pageSize < this.#next; number++)
      if (!this.#pages.has(number)) return { fromSeq: number * pageSize, limit: pageSize };
    return undefined;
  }

  /** The page that was requested last is the visible one. */
  takeWanted(): { readonly fromSeq: number; readonly limit: number } | undefined {
    const number = [...this.#wanted].at(-1);
    this.#wanted.clear();
    return number === undefined ? undefined : { fromSeq: number * pageSize, limit: pageSize };
  }

  /** The first rows, if they are a whole page: what lacks in one that is here is not asked for. */
  begin(rows: readonly TrafficRow[]): void {
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    const fromSeq = Math.floor(first.seq / pageSize) * pageSize;
    const isWhole = last.seq >= fromSeq + pageSize - 1 || last.seq === this.#next - 1;
    if (isWhole)
      this.put(
        fromSeq,
        rows.filter(({ seq }) => seq < fromSeq + pageSize),
      );
  }

  /** By their numbers: some may be missing, in the middle too. */
  put(fromSeq: number, rows: readonly TrafficRow[]): void {
    const number = Math.floor(fromSeq / pageSize);
    const page: TrafficRow[] = [];
    for (const row of rows) if (row.seq < fromSeq + pageSize) page[row.seq % pageSize] = row;
    this.#pages.delete(number);
    this.#pages.set(number, page);
    for (const row of rows) {
      this.servers.add(row.server);
      if (row.pair !== undefined) this.#answers.set(row.pair, row.seq);
    }
    for (const [oldest, gone] of this.#pages) {
      if (this.#pages.size <= maxPages) break;
      this.#pages.delete(oldest);
      for (const row of gone) if (row?.pair !== undefined) this.#answers.delete(row.pair);
    }
  }

  #want(number: number): void {
    const isFirst = this.#wanted.size === 0;
    this.#wanted.delete(number);
    this.#wanted.add(number);
    if (isFirst) this.#onWanted();
  }
}
