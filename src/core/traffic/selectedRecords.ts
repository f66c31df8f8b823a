import type { TrafficRecord, TrafficSource } from './trafficSource.ts';

interface RecordChoice {
  /** In any order; without it, everything there is. */
  readonly seqs?: readonly number[];
  readonly signal?: AbortSignal;
}

/** The chosen rows whole and in order, read as they are taken. */
export async function* selectedRecords(
  source: TrafficSource,
  { seqs, signal }: RecordChoice,
): AsyncGenerator<TrafficRecord> {
  for (const [from, to] of rangesOf(source, seqs)) {
    for await (const record of source.records(from, to)) {
      signal?.throwIfAborted();
      yield record;
    }
  }
}

function rangesOf(source: TrafficSource, seqs: readonly number[] | undefined): readonly (readonly [number, number])[] {
  if (!seqs) {
    const { firstSeq, nextSeq } = source.readExtent();
    return [[firstSeq, nextSeq]];
  }
  const ranges: [number, number][] = [];
  for (const seq of [...new Set(seqs)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === seq) last[1]++;
    else ranges.push([seq, seq + 1]);
  }
  return ranges;
}
