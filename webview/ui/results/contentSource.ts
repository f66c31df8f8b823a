import type { Cut } from '../../../src/contract/rpc/trimmed.ts';

/** Where content comes from: truncated values can be loaded, opened and saved from there. */
export interface ContentSource {
  readonly cuts: readonly Cut[];
  /** The same content in structured form, if there is one. */
  readonly structured?: unknown;
  /** What is remembered about how to show it: of the tool, not of the call. */
  readonly formatKey: string;
  readonly loadMore: (cut: Cut) => void;
  readonly loadAll: (at: string) => void;
  readonly isLoadingAll: boolean;
  readonly open: (at: string) => void;
  readonly save: (at: string) => void;
}

/** The truncated values below a pointer, by their pointer relative to it. */
export function cutsBelow(cuts: readonly Cut[], at: string): ReadonlyMap<string, Cut> {
  const inside = cuts.filter((cut) => cut.at === at || cut.at.startsWith(`${at}/`));
  return new Map(inside.map((cut) => [cut.at.slice(at.length), cut]));
}
