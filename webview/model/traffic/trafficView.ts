import type { TrafficFound } from '../../../src/contract/traffic/trafficTools.ts';
import type { TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import {
  parseQuery,
  type Query,
  type QueryContext,
  type QueryProblem,
} from '../../../src/contract/traffic/trafficQuery.ts';
import type { Slicer } from '../../platform/scheduler.ts';
import { groupOf, type Rows } from './rowStore.ts';

/** With `caughtUp`, all existing rows have been searched, and later matches are reported too. */
export type Found = Omit<TrafficFound, 'search'>;

/** Searches in the host, which has the bodies and every row. Returns how to stop it. */
export type HostSearch = (query: string, tell: (found: Found) => void) => () => void;

interface TrafficViewOptions {
  readonly rows: Rows;
  readonly slicer: Slicer;
  readonly changed: () => void;
  readonly isPinned: (seq: number) => boolean;
  readonly search: HostSearch;
  /** Not every row is in this page: only the host knows which ones match. */
  readonly isPartial?: boolean;
}

/**
 * Which rows are shown, by position. Without a query or a group the response is arithmetic; else it is a
 * list of sequence numbers, in order, that grows with the log and is rebuilt in slices when the query changes.
 */
export class TrafficView {
  readonly #options: TrafficViewOptions;
  readonly #rows: Rows;
  readonly #context: QueryContext;
  #text = '';
  #query: Exclude<Query, { kind: 'invalid' }> = { kind: 'all' };
  #problem: QueryProblem | undefined;
  #matches: number[] = [];
  #head = 0;
  #isList = false;
  /** Rows before this have been checked by the running scan; later ones will be. */
  #scanned = 0;
  #isScanning = false;
  #stop = (): void => {};
  readonly #folded = new Set<number>();

  constructor(options: TrafficViewOptions) {
    this.#options = options;
    this.#rows = options.rows;
    this.#context = { isPinned: options.isPinned, isPending: (row) => options.rows.isPending(row) };
  }

  get isFiltered(): boolean {
    return this.#query.kind === 'some';
  }

  /** The problem of the last query; the results of the previous one stay visible. */
  get problem(): QueryProblem | undefined {
    return this.#problem;
  }

  get query(): string {
    return this.#text;
  }

  get scanning(): boolean {
    return this.#isScanning;
  }

  get count(): number {
    return this.#isList ? this.#matches.length - this.#head : this.#rows.size;
  }

  seqAt(index: number): number {
    return this.#isList ? (this.#matches[this.#head + index] ?? -1) : this.#rows.firstSeq + index;
  }

  /** The position of the row, or -1; for a hidden one with `near`, the position it would have. */
  indexOf(seq: number, near = false): number {
    if (!this.#isList) return seq >= this.#rows.firstSeq && seq < this.#rows.nextSeq ? seq - this.#rows.firstSeq : -1;
    const at = this.#positionOf(seq);
    return near || this.#matches[at] === seq ? at - this.#head : -1;
  }

  setQuery(text: string): void {
    const query = parseQuery(text);
    this.#problem = query.kind === 'invalid' ? query.problem : undefined;
    if (query.kind === 'invalid') return this.#options.changed();
    this.#text = text;
    this.#query = query;
    this.rescan();
  }

  isFolded(first: number): boolean {
    return this.#folded.has(first);
  }

  fold(first: number, isFolded: boolean): void {
    if (isFolded) this.#folded.add(first);
    else this.#folded.delete(first);
    this.rescan();
  }

  rescan(): void {
    this.#stop();
    this.#isScanning = false;
    this.#matches = [];
    this.#head = 0;
    this.#scanned = this.#rows.firstSeq;
    this.#isList = this.#query.kind === 'some' || this.#rows.hasGroups;
    if (this.#isRemote) this.#searchHost();
    else if (this.#isList) this.#scan();
    this.#options.changed();
  }

  /** Rows that were just put into the store, in ascending order. */
  added(rows: readonly TrafficRow[]): void {
    if (this.#isRemote) return; // the host finds which of them match
    if (!this.#isList) {
      if (this.#rows.hasGroups) this.rescan();
      return;
    }
    for (const row of rows) {
      if (row.pair !== undefined) this.#recheck(row.pair);
      if (row.status === 'closed' && this.#text.includes('pending')) return this.rescan(); // none of them is pending any more
      if (this.scanning && row.seq >= this.#scanned) continue; // the scan will reach it
      if (this.#shows(row)) this.#insert(row.seq);
    }
  }

  /** How many shown rows went away because the store dropped its oldest. */
  dropped(firstBefore: number): number {
    const { firstSeq } = this.#rows;
    if (!this.#isList) return firstSeq - firstBefore;
    const before = this.count;
    const orphans: number[] = [];
    for (let seq = this.seqAt(0); this.count > 0 && (seq < firstSeq || this.#isOrphan(seq)); seq = this.seqAt(0)) {
      if (seq >= firstSeq) orphans.push(seq);
      this.#head++;
    }
    for (const seq of orphans) this.#insert(seq);
    if (this.#head > 10_000 && this.#head * 2 > this.#matches.length) this.#compact();
    return before - this.count;
  }

  /** Its call was dropped, so it is shown on its own. */
  #isOrphan(seq: number): boolean {
    const row = this.#rows.at(seq);
    const first = row && groupOf(row);
    return first !== undefined && first < this.#rows.firstSeq;
  }

  get #isRemote(): boolean {
    return (
      this.#query.kind === 'some' &&
      (this.#query.needsBody || this.#query.patterns.length > 0 || this.#options.isPartial === true)
    );
  }

  #shows(row: TrafficRow): boolean {
    const first = groupOf(row);
    if (first !== undefined && this.#folded.has(first)) return false;
    return this.#query.kind === 'all' || this.#query.test(row, this.#context);
  }

  /** A pending request has its response now. */
  #recheck(seq: number): void {
    const at = this.#positionOf(seq);
    const row = this.#rows.at(seq);
    if (this.#matches[at] === seq && row && !this.#shows(row)) this.#matches.splice(at, 1);
  }

  #key(seq: number): number {
    const row = this.#rows.at(seq);
    const first = row && groupOf(row);
    return first !== undefined && first >= this.#rows.firstSeq ? first : seq;
  }

  #isBefore(a: number, b: number, keyOfB: number): boolean {
    const key = this.#key(a);
    return key === keyOfB ? a < b : key < keyOfB;
  }

  #positionOf(seq: number): number {
    const key = this.#key(seq);
    let low = this.#head;
    let high = this.#matches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(this.#matches[middle] as number, seq, key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(seq: number): void {
    const last = this.#matches.at(-1);
    if (last === undefined || this.#isBefore(last, seq, this.#key(seq))) return void this.#matches.push(seq);
    const at = this.#positionOf(seq);
    if (this.#matches[at] !== seq) this.#matches.splice(at, 0, seq);
  }

  #compact(): void {
    this.#matches = this.#matches.slice(this.#head);
    this.#head = 0;
  }

  #searchHost(): void {
    this.#isScanning = true;
    this.#stop = this.#options.search(this.#text, ({ seqs, caughtUp, tooSlow }) => {
      if (tooSlow) this.#problem = { code: 'slow-pattern' };
      for (const seq of seqs) if (seq >= this.#rows.firstSeq) this.#insert(seq);
      this.#isScanning = !caughtUp;
      this.#options.changed();
    });
  }

  #scan(): void {
    this.#isScanning = true;
    this.#stop = this.#options.slicer((isTimeUp) => {
      const isDone = this.#scanSome(isTimeUp);
      this.#isScanning = !isDone;
      this.#options.changed();
      return isDone;
    });
  }

  #scanSome(isTimeUp: () => boolean): boolean {
    this.#scanned = Math.max(this.#scanned, this.#rows.firstSeq);
    while (this.#scanned < this.#rows.nextSeq) {
      const row = this.#rows.at(this.#scanned++);
      if (row && this.#shows(row)) this.#insert(row.seq);
      if (this.#scanned % 256 === 0 && isTimeUp()) return false;
    }
    return true;
  }
}
