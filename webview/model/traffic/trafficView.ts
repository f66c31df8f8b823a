import type { TrafficFound } from '../../../src/contract/traffic/trafficTools.ts';
import type { TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import {
  parseQuery,
  type Query,
  type QueryContext,
  type QueryProblem,
} from '../../../src/contract/traffic/trafficQuery.ts';
import type { Slicer } from '../../platform/scheduler.ts';
import { endOf, isEnd, type RowOrder } from './exchange.ts';
import { groupOf, type Rows } from './rowStore.ts';
import { RowSorter } from './rowSorter.ts';

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

export interface ViewMode {
  /** A request and its response are one row; progress, later rounds and equal states are folded under theirs. */
  readonly exchanges: boolean;
  /** Probes and keep-alives of ours are shown. */
  readonly probes: boolean;
}

/** The query of the user, and without probes unless they are wanted. */
export function shownQuery(text: string, { probes }: ViewMode): string {
  return probes || text.includes('is:probe') ? text : `${text} -is:probe`;
}

/**
 * Which rows are shown, by position. Of all frames without a query or a group the position is arithmetic; else it is a
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
  #mode: ViewMode = { exchanges: false, probes: true };
  readonly #folded = new Set<number>();
  /** With their progress and equal states, which are folded otherwise. */
  readonly #unfolded = new Set<number>();
  readonly #sorter: RowSorter;

  constructor(options: TrafficViewOptions) {
    this.#options = options;
    this.#sorter = new RowSorter(options.rows, options.slicer, options.changed);
    this.#rows = options.rows;
    this.#context = { isPinned: options.isPinned, isPending: (row) => options.rows.isPending(row) };
  }

  /** By the user; probes are left out without that. */
  get isFiltered(): boolean {
    return this.#text.trim() !== '';
  }

  get mode(): ViewMode {
    return this.#mode;
  }

  setMode(wanted: ViewMode): void {
    // Of rows that are not all here the host leaves some out, but a request cannot be joined with its response.
    const mode = this.#options.isPartial === true ? { ...wanted, exchanges: false } : wanted;
    if (mode.exchanges === this.#mode.exchanges && mode.probes === this.#mode.probes) return;
    this.#mode = mode;
    this.setQuery(this.#text);
  }

  /** Undefined: in the order of time. */
  setOrder(order: RowOrder | undefined): void {
    this.#sorter.setOrder(order);
    this.#resort();
    this.#options.changed();
  }

  get isSorted(): boolean {
    return this.#sorter.order !== undefined;
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
    const { sorted } = this.#sorter;
    if (sorted) return sorted[index] ?? -1;
    return this.#isList ? (this.#matches[this.#head + index] ?? -1) : this.#rows.firstSeq + index;
  }

  /** The position of the row, or -1; for a hidden one with `near`, the position it would have. */
  indexOf(seq: number, near = false): number {
    const { sorted } = this.#sorter;
    if (sorted) return sorted.indexOf(seq);
    if (!this.#isList) return seq >= this.#rows.firstSeq && seq < this.#rows.nextSeq ? seq - this.#rows.firstSeq : -1;
    const at = this.#positionOf(seq);
    return near || this.#matches[at] === seq ? at - this.#head : -1;
  }

  setQuery(text: string): void {
    const query = parseQuery(shownQuery(text, this.#mode));
    this.#problem = query.kind === 'invalid' ? query.problem : undefined;
    if (query.kind === 'invalid') return this.#options.changed();
    this.#text = text;
    this.#query = query;
    this.rescan();
  }

  /** The row that shows this one: its request, where an exchange is one row. */
  leadOf(seq: number): number {
    const row = this.#mode.exchanges ? this.#rows.at(seq) : undefined;
    return row?.pair !== undefined && isEnd(row, this.#rows) ? row.pair : seq;
  }

  /** How many rows are, or can be, folded under this one. */
  foldSize(seq: number): number {
    return this.#mode.exchanges ? this.#rows.childCount(seq) : this.#rows.groupSize(seq);
  }

  /** The row that this one is folded under or stands below. */
  parentOf(row: TrafficRow): number | undefined {
    return this.#mode.exchanges ? this.#rows.parentOf(row) : groupOf(row);
  }

  /** How many of them are hidden now. */
  hiddenSize(first: number): number {
    if (this.#folded.has(first)) return this.foldSize(first);
    if (!this.#mode.exchanges || this.#unfolded.has(first)) return 0;
    return this.#rows.childCount(first) - this.#rows.roundCount(first);
  }

  isFolded(first: number): boolean {
    return this.hiddenSize(first) > 0;
  }

  fold(first: number, isFolded: boolean): void {
    const [to, from] = isFolded ? [this.#folded, this.#unfolded] : [this.#unfolded, this.#folded];
    to.add(first);
    from.delete(first);
    this.rescan();
  }

  rescan(): void {
    this.#stop();
    this.#sorter.reset();
    this.#isScanning = false;
    this.#matches = [];
    this.#head = 0;
    this.#scanned = this.#rows.firstSeq;
    this.#isList = this.#query.kind === 'some' || this.#mode.exchanges || this.#rows.hasGroups;
    if (this.#isRemote) this.#searchHost();
    else if (this.#isList) this.#scan();
    this.#resort();
    this.#options.changed();
  }

  /** Rows that were just put into the store, in ascending order. */
  added(rows: readonly TrafficRow[]): void {
    if (this.#isRemote) return this.#joinEnds(rows); // the host finds which of them match
    if (!this.#isList) {
      if (this.#rows.hasGroups) this.rescan();
      return;
    }
    const fresh = new Set(rows.map(({ seq }) => seq));
    const shown: number[] = [];
    for (const row of rows) {
      const asked = row.pair ?? (row.method === 'notifications/cancelled' ? row.group : undefined);
      if (asked !== undefined && !fresh.has(asked)) this.#recheck(asked);
      if (row.status === 'closed' && this.#dependsOnEnd) return this.rescan(); // it ends many requests
      if (this.scanning && row.seq >= this.#scanned) continue; // the scan will reach it
      if (this.#shows(row)) shown.push(row.seq);
    }
    this.#insertAll(shown);
    this.#resort();
  }

  get #dependsOnEnd(): boolean {
    return this.#text.includes('pending') || (this.#mode.exchanges && this.#text.includes('status'));
  }

  /** Found before it was loaded: only now it is known whose response it is. */
  #joinEnds(rows: readonly TrafficRow[]): void {
    for (const row of rows) {
      const lead = this.leadOf(row.seq);
      if (lead !== row.seq && this.#remove(row.seq)) this.#insert(lead);
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
    if (before === this.count) return 0;
    this.#resort();
    return this.isSorted ? 0 : before - this.count;
  }

  /** Its call was dropped, so it is shown on its own. */
  #isOrphan(seq: number): boolean {
    const row = this.#rows.at(seq);
    const first = row && this.parentOf(row);
    return first !== undefined && first < this.#rows.firstSeq;
  }

  get #isRemote(): boolean {
    return (
      this.#query.kind === 'some' &&
      (this.#query.needsBody || this.#query.patterns.length > 0 || this.#options.isPartial === true)
    );
  }

  #shows(row: TrafficRow): boolean {
    if (this.#mode.exchanges && isEnd(row, this.#rows)) return false;
    const first = this.parentOf(row);
    if (first !== undefined && this.#isFoldedUnder(row, first) && this.#hasCall(first)) return false;
    return this.#fits(row);
  }

  /** Whether the call that others are folded under is shown. One that is not loaded yet will be, if nothing is filtered. */
  #hasCall(first: number): boolean {
    const call = this.#rows.at(first);
    return call ? this.#fits(call) : !this.isFiltered && first >= this.#rows.firstSeq;
  }

  /** Rounds of a call are shown until they are folded; progress and equal states only when unfolded. */
  #isFoldedUnder({ kind }: TrafficRow, first: number): boolean {
    if (kind === 'request' || !this.#mode.exchanges) return this.#folded.has(first);
    return !this.#unfolded.has(first);
  }

  #fits(row: TrafficRow): boolean {
    if (this.#query.kind === 'all') return true;
    return this.#query.test(row, this.#context, this.#mode.exchanges ? endOf(row, this.#rows) : undefined);
  }

  /** A request has its response now. */
  #recheck(seq: number): void {
    const row = this.#rows.at(seq);
    if (!row || (this.scanning && seq >= this.#scanned)) return;
    if (!this.#shows(row)) this.#remove(seq);
    else if (this.#mode.exchanges) this.#insert(seq);
  }

  #remove(seq: number): boolean {
    const at = this.#positionOf(seq);
    const isHere = this.#matches[at] === seq;
    if (isHere) this.#matches.splice(at, 1);
    return isHere;
  }

  #resort(): void {
    if (this.isSorted)
      this.#sorter.sort(
        () => this.#shownInOrder(),
        (seq) => this.#key(seq),
      );
  }

  #shownInOrder(): readonly number[] {
    if (this.#isList) return this.#matches.slice(this.#head);
    return Array.from({ length: this.#rows.size }, (_, at) => this.#rows.firstSeq + at);
  }

  #key(seq: number): number {
    const row = this.#rows.at(seq);
    const first = row && this.parentOf(row);
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

  /** Neighbours at once: one by one, a page of older rows would move all later ones five hundred times. */
  #insertAll(seqs: readonly number[]): void {
    const sorted = seqs.toSorted((a, b) => (this.#isBefore(a, b, this.#key(b)) ? -1 : 1));
    for (let from = 0, end = 0; from < sorted.length; from = end) {
      const first = sorted[from] as number;
      const at = this.#positionOf(first);
      const next = this.#matches[at];
      end = from + 1;
      if (next === first) continue;
      const fits = (seq: number): boolean => next === undefined || this.#isBefore(seq, next, this.#key(next));
      while (end < sorted.length && fits(sorted[end] as number)) end++;
      this.#matches.splice(at, 0, ...sorted.slice(from, end));
    }
  }

  #compact(): void {
    this.#matches = this.#matches.slice(this.#head);
    this.#head = 0;
  }

  #searchHost(): void {
    this.#isScanning = true;
    this.#stop = this.#options.search(shownQuery(this.#text, this.#mode), ({ seqs, caughtUp, tooSlow }) => {
      if (tooSlow) this.#problem = { code: 'slow-pattern' };
      for (const seq of seqs) if (seq >= this.#rows.firstSeq) this.#insert(this.leadOf(seq));
      this.#isScanning = !caughtUp;
      this.#resort();
      this.#options.changed();
    });
  }

  #scan(): void {
    this.#isScanning = true;
    this.#stop = this.#options.slicer((isTimeUp) => {
      const isDone = this.#scanSome(isTimeUp);
      this.#isScanning = !isDone;
      if (isDone) this.#resort();
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
