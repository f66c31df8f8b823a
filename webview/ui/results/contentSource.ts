import type { Cut } from '../../../src/protocol/calls.ts';

/** Where a piece of content comes from: what is not here can be brought, opened and saved from there. */
export interface ContentSource {
  readonly cuts: readonly Cut[];
  readonly loadMore: (cut: Cut) => void;
  readonly loadAll: (at: string) => void;
  readonly open: (at: string) => void;
  readonly save: (at: string) => void;
}

/** The cuts inside one part, by their place in that part. */
export function cutsBelow(cuts: readonly Cut[], at: string): ReadonlyMap<string, Cut> {
  const inside = cuts.filter((cut) => cut.at === at || cut.at.startsWith(`${at}/`));
  return new Map(inside.map((cut) => [cut.at.slice(at.length), cut]));
}
