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

/** Fewer say nothing about their spread. */
const fewest = 4;
const drawings = 1_000;

/**
 * By resampling. Both sides were measured in turns, so that they are drawn in pairs: what slows the machine slows both
 * of a pair. The same numbers always give the same interval.
 */
export function intervalOf(ours: readonly number[], peer: readonly number[]): Interval | undefined {
  const count = Math.min(ours.length, peer.length);
  if (count < fewest) return undefined;
  const random = repeatable();
  const ratios = Array.from({ length: drawings }, () => {
    const drawn = Array.from({ length: count }, () => Math.floor(random() * count));
    return median(drawn.map((at) => ours[at]!)) / median(drawn.map((at) => peer[at]!));
  }).toSorted((a, b) => a - b);
  return { low: ratios[Math.floor(drawings * 0.025)]!, high: ratios[Math.floor(drawings * 0.975)]! };
}

function repeatable(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
