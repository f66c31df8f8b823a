import { setImmediate as nextTurn } from 'node:timers/promises';
import { sleep } from '../../../base/async.ts';
import { type Query, type QueryContext, parseQuery } from '../../../contract/traffic/trafficQuery.ts';
import type { TrafficRow } from '../../../contract/traffic/traffic.ts';
import { PatternRunner } from './patternRunner.ts';
import { SeqSet } from './seqSet.ts';
import type { Candidate, TrafficSource } from '../trafficSource.ts';
import { rowOf } from '../recording/recordFormat.ts';

export interface SearchPart {
  readonly seqs: readonly number[];
  readonly caughtUp: boolean;
  /** A pattern took too long, and the search is over. */
  readonly tooSlow?: boolean;
}

interface SearchFor {
  readonly query: string;
  readonly pinned: ReadonlySet<number>;
  /** The first row that is of interest. */
  readonly from: number;
}

const rowsAtOnce = 250;
const idleMs = 100;
const nearRows = 32;
const gaveUp: SearchPart = { seqs: [], caughtUp: true, tooSlow: true };

type Wanted = Extract<Query, { kind: 'some' }>;

/**
 * Searches a log and reports matches, a part at a time; then waits for new rows, until cancelled.
 */
export async function searchTraffic(
  source: TrafficSource,
  { query, pinned, from }: SearchFor,
  report: (part: SearchPart) => void,
  signal: AbortSignal,
): Promise<void> {
  const wanted = parseQuery(query);
  if (wanted.kind !== 'some') return report({ seqs: [], caughtUp: true });
  const { generation, firstSeq } = source.readExtent();
  let next = Math.max(from, firstSeq);
  const answered = new SeqSet(next);
  const context = {
    isPinned: (seq: number) => pinned.has(seq),
    isPending: (row: TrafficRow) => isPending(row, answered),
  };
  const runner =
    wanted.patterns.length > 0 ? new PatternRunner(wanted.patterns.map(({ source: text }) => text)) : undefined;
  const matching = { source, wanted, context, runner, signal };
  try {
    const looked = await searchCandidates(matching, next, report);
    if (looked === undefined) return report(gaveUp);
    next = looked;
    while (!signal.aborted && source.generation === generation) {
      const extent = source.readExtent();
      if (next >= extent.nextSeq) {
        await sleep(idleMs, signal);
        continue;
      }
      const page = await source.page(Math.max(next, extent.firstSeq), rowsAtOnce);
      for (const { pair } of page.rows) if (pair !== undefined) answered.add(pair);
      const seqs = await matchingIn(page.rows, matching);
      if (!seqs) return report(gaveUp);
      next = (page.rows.at(-1)?.seq ?? page.nextSeq - 1) + 1;
      if (!signal.aborted) report({ seqs, caughtUp: next >= source.readExtent().nextSeq });
      await nextTurn();
    }
  } finally {
    runner?.dispose();
  }
}

/**
 * Where the source can tell which bodies to look at. Answers with the first row that was not looked at, or `undefined`
 * where a pattern took too long.
 */
async function searchCandidates(
  matching: Matching,
  from: number,
  report: (part: SearchPart) => void,
): Promise<number | undefined> {
  const { source, wanted, signal } = matching;
  const parts = wanted.bodyWords.length > 0 ? source.candidates?.(wanted.bodyWords, from, signal) : undefined;
  let next = from;
  for await (const { found, nextSeq } of parts ?? []) {
    const seqs = await matchingOf(found, matching);
    if (!seqs) return undefined;
    if (!signal.aborted && seqs.length > 0) report({ seqs, caughtUp: false });
    next = nextSeq;
    await nextTurn();
  }
  if (parts && !signal.aborted) report({ seqs: [], caughtUp: next >= source.readExtent().nextSeq });
  return next;
}

/** Those that came with their record are tested by it, the few others are read. */
async function matchingOf(found: readonly Candidate[], matching: Matching): Promise<readonly number[] | undefined> {
  const records = found.map(({ record }) => record).filter((record) => record !== undefined);
  const bodies = new Map(records.map(({ row, body }) => [row.seq, body.text]));
  const context = { ...matching.context, body: (seq: number) => bodies.get(seq) ?? '' };
  const known = await fitting(records.map(rowOf), matching, context);
  const others = found.filter(({ record }) => record === undefined).map(({ seq }) => seq);
  if (!known || others.length === 0) return known;
  const read = await matchingAmong(others, matching);
  return read && [...known, ...read].toSorted((a, b) => a - b);
}

async function matchingAmong(wanted: readonly number[], matching: Matching): Promise<readonly number[] | undefined> {
  const { source, signal } = matching;
  const possible = new Set(wanted);
  const seqs: number[] = [];
  for (const { first, count } of runsOf(wanted)) {
    if (signal.aborted) break;
    const { rows } = await source.page(first, count);
    const some = rows.filter(({ seq }) => possible.has(seq));
    const fit = await matchingIn(some, matching);
    if (!fit) return undefined;
    seqs.push(...fit);
  }
  return seqs;
}

/** Rows near each other are read together: those between them cost less than another look-up. */
function runsOf(seqs: readonly number[]): readonly { readonly first: number; readonly count: number }[] {
  const runs: { first: number; count: number }[] = [];
  for (const seq of seqs) {
    const last = runs.at(-1);
    if (last && seq - last.first < rowsAtOnce && seq - (last.first + last.count) < nearRows)
      last.count = seq + 1 - last.first;
    else runs.push({ first: seq, count: 1 });
  }
  return runs;
}

/** Known only as far as the search has come; good enough for a call of long ago, and the page checks the rest. */
function isPending(row: TrafficRow, answered: SeqSet): boolean {
  return row.kind === 'request' && !answered.has(row.seq);
}

interface Matching {
  readonly source: TrafficSource;
  readonly wanted: Wanted;
  readonly context: QueryContext;
  readonly runner: PatternRunner | undefined;
  readonly signal: AbortSignal;
}

/** `undefined` where a pattern took too long. */
async function matchingIn(rows: readonly TrafficRow[], matching: Matching): Promise<number[] | undefined> {
  const { source, wanted, context, signal } = matching;
  if (!wanted.needsBody) return fitting(rows, matching, context);
  const seqs: number[] = [];
  for (let rest = rows; rest[0] && !signal.aborted;) {
    const bodies = await source.bodies(rest[0].seq, rest.at(-1)!.seq + 1 - rest[0].seq);
    const bySeq = new Map(bodies.map(({ seq, text }) => [seq, text]));
    const last = bodies.at(-1)?.seq ?? Number.POSITIVE_INFINITY; // none: they were dropped meanwhile
    const some = rest.filter(({ seq }) => seq <= last);
    const found = await fitting(some, matching, { ...context, body: (seq) => bySeq.get(seq) ?? '' });
    if (!found) return undefined;
    seqs.push(...found);
    rest = rest.slice(some.length);
    await nextTurn();
  }
  return seqs;
}

async function fitting(
  rows: readonly TrafficRow[],
  { wanted, runner, signal }: Matching,
  context: QueryContext,
): Promise<number[] | undefined> {
  if (!runner) return rows.filter((row) => wanted.test(row, context)).map(({ seq }) => seq);
  const rest = rows.filter((row) => wanted.test(row, context)); // what the other terms leave, as patterns do not count yet
  const { patterns } = wanted;
  const jobs = rest.flatMap((row) =>
    patterns.map(({ texts }, pattern) => ({
      pattern,
      texts: texts(row, context).filter((text) => text !== undefined),
    })),
  );
  const fits = jobs.length === 0 ? [] : await runner.run(jobs, signal);
  if (!fits) return undefined;
  const places = new Map(rest.map(({ seq }, at) => [seq, at * patterns.length]));
  const known: QueryContext = { ...context, fits: (pattern, seq) => fits[(places.get(seq) ?? 0) + pattern] === true };
  return rest.filter((row) => wanted.test(row, known)).map(({ seq }) => seq);
}
