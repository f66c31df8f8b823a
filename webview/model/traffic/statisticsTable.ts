import { parseQuery } from '../../../src/contract/traffic/trafficQuery.ts';
import type { MethodStatistics } from '../../../src/contract/traffic/trafficTools.ts';

export type SortKey = 'server' | 'what' | 'count' | 'errors' | 'p50' | 'p95' | 'p99' | 'maxMs' | 'bytes' | 'tokens';

export interface Sorting {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** Names from A to Z at first, figures from the largest. */
export function nextSorting(now: Sorting, key: SortKey): Sorting {
  if (now.key === key) return { key, descending: !now.descending };
  return { key, descending: key !== 'server' && key !== 'what' };
}

export function toolOrMethod({ name, method }: MethodStatistics): string {
  return name ?? method;
}

export function sortStatistics(
  rows: readonly MethodStatistics[],
  { key, descending }: Sorting,
): readonly MethodStatistics[] {
  const of = (row: MethodStatistics): string | number => (key === 'what' ? toolOrMethod(row) : row[key]);
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(of(a), of(b)) || compare(toolOrMethod(a), toolOrMethod(b)));
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}

/** The same query as for messages: a tool that had errors fits `status:error`, its 95th percentile `duration>…`. */
export function filterStatistics(rows: readonly MethodStatistics[], query: string): readonly MethodStatistics[] {
  const parsed = parseQuery(query);
  if (parsed.kind !== 'some') return rows;
  const context = { isPinned: () => false, isPending: () => false, body: () => '' };
  const { test } = parsed;
  return rows.filter((row) =>
    test(
      {
        seq: 0,
        at: 0,
        connection: '',
        direction: 'none',
        kind: 'response',
        server: row.server,
        method: row.method,
        ...(row.name !== undefined && { name: row.name }),
        status: row.errors > 0 ? 'error' : 'ok',
        durationMs: row.p95,
        bytes: row.bytes,
        preview: '',
      },
      context,
    ),
  );
}
