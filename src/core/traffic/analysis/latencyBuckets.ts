import { histogramLimitsMs, type MethodStatistics } from '../../../contract/traffic/trafficTools.ts';

const stepsPerOctave = 16; // a quantile is right to within 4.4 %
const octaves = 36; // one microsecond to a day
const buckets = stepsPerOctave * octaves;

/** Latencies in a fixed few kilobytes, whatever their number. */
export class LatencyBuckets {
  readonly #counts = new Uint32Array(buckets);
  readonly #bars: number[] = Array.from({ length: histogramLimitsMs.length + 1 }, () => 0);
  #total = 0;
  #max = 0;

  /** After a clock jump a latency is meaningless: it counts as none. */
  add(latencyMs: number): void {
    const ms = Number.isFinite(latencyMs) ? Math.max(0, latencyMs) : 0;
    this.#counts[bucketOf(ms)]!++;
    const bar = histogramLimitsMs.findIndex((limit) => ms < limit);
    this.#bars[bar < 0 ? histogramLimitsMs.length : bar]!++;
    this.#total++;
    this.#max = Math.max(this.#max, ms);
  }

  report(): Pick<MethodStatistics, 'p50' | 'p95' | 'p99' | 'maxMs' | 'histogram'> {
    return {
      p50: this.#quantile(0.5),
      p95: this.#quantile(0.95),
      p99: this.#quantile(0.99),
      maxMs: this.#max,
      histogram: [...this.#bars],
    };
  }

  /** The nearest rank: the smallest latency that at least this share of the responses kept to. */
  #quantile(share: number): number {
    let left = Math.ceil(this.#total * share);
    for (const [bucket, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0 && count > 0) return Math.min(this.#max, middleOf(bucket));
    }
    return 0;
  }
}

function bucketOf(ms: number): number {
  const bucket = Math.floor(Math.log2(Math.max(1, ms * 1_000)) * stepsPerOctave);
  return Math.min(buckets - 1, bucket);
}

function middleOf(bucket: number): number {
  return 2 ** ((bucket + 0.5) / stepsPerOctave) / 1_000;
}
