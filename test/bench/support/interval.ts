/** Of a ratio of medians: with 95 % confidence it lies between these. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}

/** The value below which this part of them lies; the middle of two for a half. */
export function quantile(values: readonly number[], part: number): number {
  if (part === 0.5) return median(values);
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** What of the samples is compared, and how many of them were measured in one go and are drawn together. */
export interface Statistic {
  readonly part: number;
  readonly block: number;
}

const ofMedians: Statistic = { part: 0.5, block: 1 };

/** Fewer say nothing about their spread. */
const fewest = 4;
const drawings = 1_000;

/**
 * By resampling. Both sides were measured in turns, so that they are drawn in pairs: what slows the machine slows both
 * of a pair. The same numbers always give the same interval.
 */
export function intervalOf(
  ours: readonly number[],
  peer: readonly number[],
  { part, block }: Statistic = ofMedians,
): Interval | undefined {
  const [mine, theirs] = [blocksOf(ours, block), blocksOf(peer, block)];
  const count = Math.min(mine.length, theirs.length);
  if (count < fewest) return undefined;
  const random = repeatable();
  const ratios = Array.from({ length: drawings }, () => {
    const drawn = Array.from({ length: count }, () => Math.floor(random() * count));
    const of = (blocks: readonly (readonly number[])[]): number =>
      quantile(
        drawn.flatMap((at) => blocks[at]!),
        part,
      );
    return of(mine) / of(theirs);
  }).toSorted((a, b) => a - b);
  return { low: ratios[Math.floor(drawings * 0.025)]!, high: ratios[Math.floor(drawings * 0.975)]! };
}

function blocksOf(values: readonly number[], block: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.floor(values.length / block) }, (_, at) =>
    values.slice(at * block, (at + 1) * block),
  );
}

function repeatable(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
