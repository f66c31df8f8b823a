import type { TermFacts } from './searchIndex.ts';

/**
 * An index as arrays that are read where they lie: nothing is parsed or built before the first question. All terms are
 * in order, in blocks; of each only what differs from the one before it is written.
 */
export interface IndexColumns {
  readonly harmlessCount: number;
  readonly conceptNames: readonly string[];
  /** Weights of the patterns, in tenths. */
  readonly lengths: readonly number[];
  /** Ends of terms, a line each. */
  readonly texts: Uint8Array;
  /** By block: where its texts begin. */
  readonly textStarts: BytePlanes;
  /** By term: how much of it is as in the one before. */
  readonly prefixes: Uint8Array;
  /** By term, as `factsByte` makes them. */
  readonly facts: Uint8Array;
  /** By term, in tenths. */
  readonly leanings: Int8Array;
  /** Where the postings of each block begin, and how many each term has; so it is for concepts and names. */
  readonly postingStarts: BytePlanes;
  readonly postingCounts: BytePlanes;
  /** By posting. */
  readonly documents: BytePlanes;
  /** By posting, in tenths. */
  readonly weights: BytePlanes;
  readonly conceptStarts: BytePlanes;
  readonly conceptCounts: BytePlanes;
  readonly concepts: BytePlanes;
  readonly nameStarts: BytePlanes;
  readonly nameCounts: BytePlanes;
  /** Places of patterns. */
  readonly names: BytePlanes;
}

/** Numbers, each byte of them in an array of its own, the lowest first: so they are compressed far better. */
export type BytePlanes = readonly Uint8Array[];

export function planesOf(numbers: readonly number[]): BytePlanes {
  const largest = numbers.reduce((most, number) => Math.max(most, number), 0);
  const planes: Uint8Array[] = [];
  for (let unit = 1; unit <= largest || unit === 1; unit *= 256)
    planes.push(Uint8Array.from(numbers, (number) => Math.floor(number / unit) % 256));
  return planes;
}

export function numberAt(planes: BytePlanes, at: number): number {
  let number = 0;
  for (let plane = planes.length - 1; plane >= 0; plane--) number = number * 256 + (planes[plane]?.[at] ?? 0);
  return number;
}

export const blockSize = 16;
const [weakBit, everydayCallBit, inputSourceBit] = [16, 32, 64];

export function factsByte({ level, isWeak, isEverydayCall, isInputSource }: TermFacts): number {
  return level + (isWeak ? weakBit : 0) + (isEverydayCall ? everydayCallBit : 0) + (isInputSource ? inputSourceBit : 0);
}

export function factsIn(byte: number): TermFacts {
  return {
    level: byte % weakBit,
    isWeak: (byte & weakBit) !== 0,
    isEverydayCall: (byte & everydayCallBit) !== 0,
    isInputSource: (byte & inputSourceBit) !== 0,
  };
}
