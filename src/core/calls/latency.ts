import type { Latency } from '../../contract/calls.ts';

export function latencyOf(samples: readonly number[]): Latency | undefined {
  if (samples.length === 0) return undefined;
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  const sum = samples.reduce((total, sample) => total + sample, 0);
  return {
    min: sorted[0] ?? 0,
    mean: sum / samples.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: sorted.at(-1) ?? 0,
  };
}
