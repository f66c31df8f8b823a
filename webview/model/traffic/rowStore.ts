import type { TrafficRow } from '../../../src/contract/traffic/traffic.ts';

interface SeqRange {
  readonly from: number;
  readonly end: number;
}

/** Rows by sequence number. A missing row keeps its position and is shown as loading. */
export interface Rows {
  readonly firstSeq: number;
  readonly nextSeq: number;
  readonly size: number;
  at(seq: number): TrafficRow | undefined;
  /** The response to a request, if it is loaded. */
  responseOf(seq: number): number | undefined;
  isPending(row: TrafficRow): boolean;
  /** How many later frames belong to the call that began with this request. */
  groupSize(seq: number): number;
  /** The row that this one is folded under where a call is one row: its call, or the first of equal states. */
  parentOf(row: TrafficRow): number | undefined;
  /** How many rows are folded under this one: rounds, polls, progress, equal states. */
  childCount(seq: number): number;
  /** How many of them are rounds and polls, which are shown until they are folded. */
  roundCount(seq: number): number;
  /** Every server that a row was of, in the order of their first rows. */
  readonly servers: ReadonlySet<string>;
  /** Whether any frame belongs to an earlier call. */
  readonly hasGroups: boolean;
  /** Number of rows that will be loaded in the background. */
  readonly toCome: number;
}

/** Later rounds and polls are grouped under their call; progress keeps its position in time. */
export function groupOf(row: TrafficRow): number | undefined {
  return row.kind === 'notification' ? undefined : row.group;
}

/** A later row that says the same about the same server; far from it the user would not look for it. */
const maxRepeatDistance = 500;

/** The rows of one generation. A row that is not loaded is a hole, and `missing` says what to request. */
export class RowStore implements Rows {
  readonly #capacity: number;
  #rows: (TrafficRow | undefined)[] = [];
  #base = 0;
  /** Rows before this are dropped; the array is trimmed when half of it is unused. */
  #first = 0;
  #next = 0;
  #holes = 0;
  readonly #answers = new Map<number, number>();
  readonly #cancelled = new Set<number>();
  /** The last row that closed a connection, by connection; under no name for all of them. */
  readonly #closed = new Map<string, number>();
  readonly #groups = new Map<number, number>();
  readonly #children = new Map<number, number>();
  readonly #rounds = new Map<number, number>();
  /** The first of equal state rows, by the number of a later one. */
  readonly #repeats = new Map<number, number>();
  readonly #states = new Map<string, { readonly seq: number; readonly first: number; readonly text: string }>();
  readonly servers = new Set<string>();

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

  get toCome(): number {
    return this.#holes;
  }

  get hasGroups(): boolean {
    return this.#groups.size > 0;
  }

  at(seq: number): TrafficRow | undefined {
    return seq < this.#first || seq >= this.#next ? undefined : this.#rows[seq - this.#base];
  }

  responseOf(seq: number): number | undefined {
    return this.#answers.get(seq) ?? this.#lostBy(seq);
  }

  isPending(row: TrafficRow): boolean {
    return row.kind === 'request' && this.responseOf(row.seq) === undefined && !this.#cancelled.has(row.seq);
  }

  groupSize(seq: number): number {
    return this.#groups.get(seq) ?? 0;
  }

  parentOf({ kind, seq, group }: TrafficRow): number | undefined {
    return kind === 'state' ? this.#repeats.get(seq) : group === seq ? undefined : group;
  }

  childCount(seq: number): number {
    return this.#children.get(seq) ?? 0;
  }

  roundCount(seq: number): number {
    return this.#rounds.get(seq) ?? 0;
  }

  reset(firstSeq: number): void {
    this.#rows = [];
    this.#base = this.#first = this.#next = firstSeq;
    this.#holes = 0;
    const groups = [this.#groups, this.#children, this.#rounds, this.#repeats, this.#states, this.servers];
    for (const links of [this.#answers, this.#cancelled, this.#closed, ...groups]) links.clear();
  }

  /** Extends to `nextSeq` even where rows are missing, so that the gap is visible. */
  extend(nextSeq: number): void {
    if (nextSeq - this.#next > this.#capacity) this.reset(nextSeq - this.#capacity);
    for (; this.#next < nextSeq; this.#holes++) this.#rows[this.#next++ - this.#base] = undefined;
    this.dropBefore(this.#next - this.#capacity);
  }

  /** False for a row that is already stored, or older than the oldest one. */
  put(row: TrafficRow): boolean {
    if (row.seq < this.#first || this.at(row.seq)) return false;
    this.extend(row.seq + 1);
    this.#holes--;
    this.#rows[row.seq - this.#base] = row;
    this.#link(row);
    return true;
  }

  dropBefore(seq: number): void {
    for (; this.#first < Math.min(seq, this.#next); this.#first++) {
      if (!this.#rows[this.#first - this.#base]) this.#holes--;
      this.#rows[this.#first - this.#base] = undefined;
      this.#unlink(this.#first);
    }
    const dead = this.#first - this.#base;
    if (dead === 0 || dead * 2 < this.#rows.length) return;
    this.#rows = this.#rows.slice(dead);
    this.#base = this.#first;
  }

  /** The newest gap, at most `limit` rows of it: users look at the end first. */
  missing(limit: number): SeqRange | undefined {
    if (this.#holes === 0) return undefined;
    let end = this.#next;
    while (end > this.#first && this.#rows[end - 1 - this.#base]) end--;
    let from = end - 1;
    while (from > this.#first && end - from < limit && !this.#rows[from - 1 - this.#base]) from--;
    return { from, end };
  }

  #link(row: TrafficRow): void {
    this.servers.add(row.server);
    if (row.pair !== undefined) this.#answers.set(row.pair, row.seq);
    else if (row.kind === 'state') this.#linkRepeat(row);
    const parent = row.pair === undefined ? this.parentOf(row) : undefined;
    if (parent !== undefined) this.#children.set(parent, this.childCount(parent) + 1);
    if (parent !== undefined && row.kind === 'request') this.#rounds.set(parent, this.roundCount(parent) + 1);
    if (row.status === 'closed') this.#close(row);
    if (row.group === undefined) return;
    if (row.method === 'notifications/cancelled') this.#cancelled.add(row.group);
    const first = groupOf(row);
    if (first !== undefined) this.#groups.set(first, this.groupSize(first) + 1);
  }

  #linkRepeat({ seq, server, preview, status }: TrafficRow): void {
    const before = this.#states.get(server);
    const isNear = before !== undefined && seq > before.seq && seq - before.seq <= maxRepeatDistance;
    const isSame = isNear && before.text === preview && before.first >= this.#first && status === undefined;
    if (isSame) this.#repeats.set(seq, before.first);
    this.#states.set(server, { seq, first: isSame ? before.first : seq, text: preview });
  }

  #close({ connection, seq }: TrafficRow): void {
    this.#closed.set(connection, Math.max(seq, this.#closed.get(connection) ?? 0));
  }

  /** A request without a response ends with its connection. */
  #lostBy(seq: number): number | undefined {
    const row = this.#closed.size > 0 ? this.at(seq) : undefined;
    if (row?.kind !== 'request' || this.#cancelled.has(seq)) return undefined;
    const own = this.#closed.get(row.connection) ?? 0;
    const end = own > seq ? own : (this.#closed.get('') ?? 0);
    return end > seq ? end : undefined;
  }

  #unlink(seq: number): void {
    this.#answers.delete(seq);
    this.#cancelled.delete(seq);
    this.#groups.delete(seq);
    this.#children.delete(seq);
    this.#rounds.delete(seq);
    this.#repeats.delete(seq);
  }
}
