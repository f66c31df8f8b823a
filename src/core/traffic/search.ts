import { setImmediate as nextTurn } from 'node:timers/promises';
import { sleep } from '../../base/async.ts';
import { type Query, type QueryContext, parseQuery } from '../../protocol/trafficQuery.ts';
import type { TrafficPage, TrafficRow } from '../../protocol/traffic.ts';
import type { TrafficSource } from './trafficSource.ts';

export interface SearchPart {
  readonly seqs: readonly number[];
  readonly caughtUp: boolean;
}

const rowsAtOnce = 200;
/** Fewer bodies at a time than rows: one may have megabytes. */
const bodiesAtOnce = 20;
const idleMs = 100;

type Wanted = Extract<Query, { kind: 'some' }>;

/**
 * Looks through a log and tells what matches, a part at a time; then waits for more, until cancelled.
 * Bodies are read only where the rest of the query holds.
 */
export async function searchTraffic(
  source: TrafficSource,
  { query, pinned }: { readonly query: string; readonly pinned: ReadonlySet<number> },
  tell: (part: SearchPart) => void,
  signal: AbortSignal,
): Promise<void> {
  const wanted = parseQuery(query);
  if (wanted.kind !== 'some') return tell({ seqs: [], caughtUp: true });
  const answered = new Set<number>();
  const context = {
    isPinned: (seq: number) => pinned.has(seq),
    isPending: (row: TrafficRow) => isPending(row, answered),
  };
  let next = source.firstSeq;
  const { generation } = source;
  while (!signal.aborted && source.generation === generation) {
    if (next >= source.nextSeq) {
      await sleep(idleMs, signal);
      continue;
    }
    const page = await source.page(Math.max(next, source.firstSeq), rowsAtOnce);
    for (const { pair } of page.rows) if (pair !== undefined) answered.add(pair);
    const seqs = await matching(source, page, wanted, context, signal);
    next = (page.rows.at(-1)?.seq ?? page.nextSeq - 1) + 1;
    if (!signal.aborted) tell({ seqs, caughtUp: next >= source.nextSeq });
    await nextTurn();
  }
}

/** Known only as far as the search has come; good enough for a call of long ago, and the page checks the rest. */
function isPending(row: TrafficRow, answered: ReadonlySet<number>): boolean {
  return row.kind === 'request' && !answered.has(row.seq);
}

async function matching(
  source: TrafficSource,
  { rows }: TrafficPage,
  wanted: Wanted,
  context: QueryContext,
  signal: AbortSignal,
): Promise<number[]> {
  if (!wanted.needsBody) return rows.filter((row) => wanted.test(row, context)).map(({ seq }) => seq);
  const seqs: number[] = [];
  for (let at = 0; at < rows.length && !signal.aborted; at += bodiesAtOnce) {
    const some = rows.slice(at, at + bodiesAtOnce);
    const bodies = await Promise.all(some.map(async ({ seq }) => [seq, (await source.body(seq)).text ?? ''] as const));
    const bySeq = new Map(bodies);
    const withBody: QueryContext = { ...context, body: (seq) => bySeq.get(seq) ?? '' };
    seqs.push(...some.filter((row) => wanted.test(row, withBody)).map(({ seq }) => seq));
    await nextTurn();
  }
  return seqs;
}
