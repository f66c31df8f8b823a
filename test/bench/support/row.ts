import { type Interval, type Statistic, intervalOf, quantile } from './interval.ts';

/** `noisy`: the limit lies within the interval, however often it was measured. `floor`: a row without a limit, for comparison. */
export type Verdict = 'ok' | 'OVER' | 'noisy' | 'floor';

/** One figure: ours against a named peer, both measured in the same run. Smaller is better. */
export interface Row {
  readonly name: string;
  readonly ours: number;
  readonly peer: number;
  readonly peerName: string;
  readonly unit: string;
  readonly ratio: number;
  /** Absent where too few were measured to tell. */
  readonly interval: Interval | undefined;
  readonly limit: Limit | undefined;
  readonly verdict: Verdict;
  /** How many times each side was measured; the figures are medians, where no other statistic is named. */
  readonly n: number;
  readonly statistic?: Statistic;
  readonly samples: Samples;
}

interface Samples {
  readonly ours: readonly number[];
  readonly peer: readonly number[];
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
  /** None: shown to judge the others by, as ours against ours. */
  readonly limit: Limit | undefined;
  readonly statistic?: Statistic;
}

/** A group of figures that are measured together. */
export interface Bench {
  readonly name: string;
  /** It needs a VS Code window, and therefore the test workbench. */
  readonly inVscode: boolean;
  run(): Promise<readonly Row[]>;
}

export function row(spec: RowSpec, ours: readonly number[], peer: readonly number[]): Row {
  const { statistic } = spec;
  const part = statistic?.part ?? 0.5;
  const [mine, theirs] = [quantile(ours, part), quantile(peer, part)];
  const figures = { ours: mine, peer: theirs, ratio: mine / theirs, interval: intervalOf(ours, peer, statistic) };
  const n = Math.min(ours.length, peer.length);
  return { ...spec, ...figures, n, samples: { ours, peer }, verdict: verdictOf(spec.limit, figures) };
}

function verdictOf(
  limit: Limit | undefined,
  { ours, ratio, interval }: Pick<Row, 'ours' | 'ratio' | 'interval'>,
): Verdict {
  if (!limit) return 'floor';
  if (ours > (limit.ours ?? Number.POSITIVE_INFINITY)) return 'OVER';
  const { low, high } = interval ?? { low: ratio, high: ratio };
  if (high <= limit.ratio) return 'ok';
  return low > limit.ratio ? 'OVER' : 'noisy';
}

/** The same figure, measured once more. */
export function pooled(before: Row, again: Row): Row {
  const all = (side: keyof Samples): readonly number[] => [...before.samples[side], ...again.samples[side]];
  return row(again, all('ours'), all('peer'));
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
