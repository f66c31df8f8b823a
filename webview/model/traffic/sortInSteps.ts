const runLength = 512;
const mergedAtOnce = 2_048;

type Compare<T> = (a: T, b: T) => number;

/** A stable merge sort that pauses often: a hundred thousand rows at once would stall the page. */
export function* sortInSteps<T>(items: readonly T[], compare: Compare<T>): Generator<void, T[]> {
  let from: T[] = [];
  for (let at = 0; at < items.length; at += runLength) {
    for (const item of items.slice(at, at + runLength).toSorted(compare)) from.push(item);
    yield;
  }
  for (let width = runLength; width < from.length; width *= 2) from = yield* mergeRuns(from, width, compare);
  return from;
}

function* mergeRuns<T>(from: readonly T[], width: number, compare: Compare<T>): Generator<void, T[]> {
  const to: T[] = [];
  for (let start = 0; start < from.length; start += 2 * width) {
    const middle = Math.min(start + width, from.length);
    const end = Math.min(start + 2 * width, from.length);
    for (let left = start, right = middle; left < middle || right < end;) {
      const isLeft = right >= end || (left < middle && compare(from[left] as T, from[right] as T) <= 0);
      to.push(from[isLeft ? left++ : right++] as T);
      if (to.length % mergedAtOnce === 0) yield;
    }
  }
  return to;
}
