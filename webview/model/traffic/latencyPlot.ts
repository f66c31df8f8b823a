import type { CallSpan } from '../../../src/contract/traffic/trafficTools.ts';
import { recentRange, type TimeRange, wholeRange } from './timeline.ts';

interface PlotPoint {
  /** From 0 (left) to 1 (right), and from 0 (bottom) to 1 (top). */
  readonly x: number;
  readonly y: number;
  readonly isError: boolean;
  readonly seq: number;
}

export interface LatencyPlot {
  readonly points: readonly PlotPoint[];
  /** A line for every power of ten. */
  readonly lines: readonly { readonly ms: number; readonly y: number }[];
  readonly calls: number;
  readonly errors: number;
  readonly maxMs: number;
}

const leastMs = 0.1;

function hasFailed({ status, isRefused }: CallSpan): boolean {
  return (status === 'error' || status === 'toolError' || status === 'lost') && !isRefused;
}

/** Every call that has ended in the range by its start, on a logarithmic scale; equal places are drawn once. */
export function plotLatency(spans: readonly CallSpan[], range: TimeRange, widthPx: number): LatencyPlot {
  const ended = spans.filter(
    ({ at, durationMs, method }) =>
      durationMs !== undefined && method !== 'subscriptions/listen' && at >= range.fromMs && at <= range.toMs,
  );
  let [lowMs, maxMs] = [Infinity, leastMs];
  for (const { durationMs = 0 } of ended) {
    lowMs = Math.min(lowMs, Math.max(leastMs, durationMs));
    maxMs = Math.max(maxMs, durationMs);
  }
  const low = Math.floor(Math.log10(Math.min(lowMs, maxMs)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(maxMs)));
  const heightOf = (ms: number): number => (Math.log10(Math.max(leastMs, ms)) - low) / (high - low);
  const length = range.toMs - range.fromMs;
  const places = new Map<number, PlotPoint>();
  for (const span of ended) {
    const point = { x: (span.at - range.fromMs) / length, y: heightOf(span.durationMs ?? 0), seq: span.seq };
    const place = Math.round((point.x * widthPx) / 2) * 1_000 + Math.round(point.y * 100);
    if (!places.get(place)?.isError) places.set(place, { ...point, isError: hasFailed(span) });
  }
  const lines = Array.from({ length: high - low + 1 }, (_, at) => ({ ms: 10 ** (low + at), y: at / (high - low) }));
  return { points: [...places.values()], lines, calls: ended.length, errors: ended.filter(hasFailed).length, maxMs };
}

/** What of the time is plotted: all since the last long pause. */
export function plotRange(spans: readonly CallSpan[]): TimeRange {
  const nowMs = Date.now();
  return recentRange(spans, wholeRange(spans, nowMs), nowMs);
}

/** The point next to a place, within a short way of it. */
export function nearestPoint(
  { points }: LatencyPlot,
  at: { readonly x: number; readonly y: number },
  reach = 0.05,
): PlotPoint | undefined {
  let best: PlotPoint | undefined;
  let least = reach;
  for (const point of points) {
    const distance = Math.hypot(point.x - at.x, (point.y - at.y) / 4);
    if (distance < least) [best, least] = [point, distance];
  }
  return best;
}
