import type { Cut } from '../../../src/contract/calls.ts';

/** Where content comes from: truncated values can be loaded, opened and saved from there. */
export interface ContentSource {
  readonly cuts: readonly Cut[];
  readonly loadMore: (cut: Cut) => void;
  readonly loadAll: (at: string) => void;
  readonly open: (at: string) => void;
  readonly save: (at: string) => void;
}

/** The truncated values below a pointer, by their pointer relative to it. */
export function cutsBelow(cuts: readonly Cut[], at: string): ReadonlyMap<string, Cut> {
  const inside = cuts.filter((cut) => cut.at === at || cut.at.startsWith(`${at}/`));
  return new Map(inside.map((cut) => [cut.at.slice(at.length), cut]));
}
