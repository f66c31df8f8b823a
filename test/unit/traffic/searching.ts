import { searchTraffic } from '../../../src/core/traffic/analysis/search.ts';
import type { TrafficSource } from '../../../src/core/traffic/trafficSource.ts';

/** Until all rows have been looked at. */
export async function found(source: TrafficSource, query: string, from = 0): Promise<readonly number[]> {
  const stop = new AbortController();
  const seqs: number[] = [];
  const search = searchTraffic(
    source,
    { query, pinned: new Set(), from },
    (part) => {
      seqs.push(...part.seqs);
      if (part.caughtUp) stop.abort();
    },
    stop.signal,
  );
  await search.catch(() => {});
  return seqs;
}

/** The same without what tells which bodies to look at. */
export function slowly(source: TrafficSource): TrafficSource {
  return new Proxy(source, {
    get: (target, name) => {
      if (name === 'candidates') return undefined;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
