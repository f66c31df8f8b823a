export interface Sample {
  readonly minute: number;
  readonly megabytes: number;
  readonly handles: number;
}

export interface Slopes {
  readonly megabytesPerMinute: number;
  readonly handlesPerMinute: number;
}

/** Least squares. */
function slopeOf(samples: readonly Sample[], pick: (sample: Sample) => number): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [x, y] = [mean(({ minute }) => minute), mean(pick)];
  const above = samples.reduce((sum, sample) => sum + (sample.minute - x) * (pick(sample) - y), 0);
  return above / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}

export function slopesOf(samples: readonly Sample[]): Slopes {
  return {
    megabytesPerMinute: slopeOf(samples, ({ megabytes }) => megabytes),
    handlesPerMinute: slopeOf(samples, ({ handles }) => handles),
  };
}
