/** One figure: ours against a named peer, both measured in the same run. Smaller is better. */
export interface Row {
  readonly name: string;
  readonly ours: number;
  readonly peer: number;
  readonly peerName: string;
  readonly unit: string;
  readonly ratio: number;
  readonly limit: Limit;
  readonly ok: boolean;
  /** How many times each side was measured; the figures are medians. */
  readonly n: number;
}

/** The greatest ratio allowed, and where a promise was made in plain units, that too. */
export interface Limit {
  readonly ratio: number;
  readonly ours?: number;
}

export interface RowSpec {
  readonly name: string;
  readonly unit: string;
  readonly peerName: string;
  readonly limit: Limit;
}

/** A group of figures that are measured together. */
export interface Bench {
  readonly name: string;
  /** It needs a VS Code window, and therefore the test workbench. */
  readonly inVscode: boolean;
  run(): Promise<readonly Row[]>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}

export function row(spec: RowSpec, ours: readonly number[], peer: readonly number[]): Row {
  const [mine, theirs] = [median(ours), median(peer)];
  const ratio = mine / theirs;
  const ok = ratio <= spec.limit.ratio && mine <= (spec.limit.ours ?? Number.POSITIVE_INFINITY);
  return { ...spec, ours: mine, peer: theirs, ratio, ok, n: Math.min(ours.length, peer.length) };
}

/** Measures both sides in turns, so that a busy machine slows both. */
export async function inTurns(
  n: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<{ readonly ours: readonly number[]; readonly peer: readonly number[] }> {
  const result = { ours: [] as number[], peer: [] as number[] };
  for (let i = 0; i < n; i++) {
    const order = i % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const);
    for (const side of order) result[side].push(await (side === 'ours' ? ours() : peer()));
  }
  return result;
}
