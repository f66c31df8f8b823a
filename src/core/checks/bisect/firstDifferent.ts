/**
 * The first candidate that differs, where all before it do not and all behind it do. The last one is looked at only if
 * nothing before it differs: it then costs one more, so it weighs double, and the search stays as short as it can be.
 */
export async function firstDifferent<T>(
  candidates: readonly T[],
  differs: (candidate: T) => Promise<boolean>,
): Promise<T | undefined> {
  let [low, high, isKnown] = [0, candidates.length - 1, false];
  while (low < high) {
    const weight = high - low + 1 + (isKnown ? 0 : 1);
    const middle = Math.min(high - 1, low + Math.ceil(weight / 2) - 1);
    if (await differs(candidates[middle]!)) [high, isKnown] = [middle, true];
    else low = middle + 1;
  }
  const last = candidates[high];
  return last !== undefined && (isKnown || (await differs(last))) ? last : undefined;
}
