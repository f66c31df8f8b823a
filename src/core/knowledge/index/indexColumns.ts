import type { TermFacts } from './searchIndex.ts';

/**
 * An index as arrays that are read where they lie: nothing is parsed or built before the first question. All terms are
 * in order, in blocks; of each only what differs from the one before it is written.
 */
export interface IndexColumns {
  readonly harmlessCount: number;
  readonly conceptNames: readonly string[];
  /** Weights of the patterns, in tenths. */
  readonly lengths: Uint32Array;
  /** Ends of terms, a line each. */
  readonly texts: Uint8Array;
  /** By block: where its texts begin. */
  readonly textStarts: Uint32Array;
  /** By term: how much of it is as in the one before. */
  readonly prefixes: Uint8Array;
  /** By term, as `factsByte` makes them. */
  readonly facts: Uint8Array;
  /** By term, in tenths. */
  readonly leanings: Int8Array;
  readonly postings: Lists;
  /** By posting, the lower and the higher byte apart: so they are compressed a tenth better. */
  readonly documents: BytePlanes;
  /** By posting, in tenths. */
  readonly weights: BytePlanes;
  readonly conceptLists: Lists;
  readonly concepts: Uint16Array;
  readonly nameLists: Lists;
  /** Places of patterns. */
  readonly names: Uint16Array;
}

/** Where the values of each term are. */
export interface Lists {
  /** By block: where its values begin. */
  readonly starts: Uint32Array;
  /** By term: how many it has. */
  readonly counts: Uint16Array;
}

export interface BytePlanes {
  readonly low: Uint8Array;
  readonly high: Uint8Array;
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
