import type { CallSpan, MethodStatistics } from '../../../../src/contract/traffic/trafficTools.ts';
import { toCsv } from '../../../model/content/records.ts';
import type { TimeRange } from '../../../model/traffic/timeline.ts';
import { attempt, type TrafficModel } from '../../../model/traffic/trafficModel.ts';

/** Drawing is loaded when the first picture is wanted. */
const load = (): Promise<typeof import('./pictures.ts')> => import('./pictures.ts');

export function saveSpans(traffic: TrafficModel, spans: readonly CallSpan[]): void {
  const names = ['at', 'server', 'method', 'name', 'status', 'durationMs'];
  const rows = spans.map(({ at, ...span }) => ({ ...span, at: new Date(at).toISOString() }));
  attempt(traffic, traffic.link.request('file/save', { name: 'mcp-calls.csv', text: `${toCsv({ names, rows })}\r\n` }));
}

export function saveWaterfall(
  traffic: TrafficModel,
  spans: readonly CallSpan[],
  range: TimeRange,
  nowMs: number,
): void {
  attempt(
    traffic,
    load().then(({ waterfallPicture }) => savePng(traffic, 'mcp-waterfall.png', waterfallPicture(spans, range, nowMs))),
  );
}

export function saveStatistics(
  traffic: TrafficModel,
  rows: readonly MethodStatistics[],
  spans: readonly CallSpan[],
): void {
  attempt(
    traffic,
    load().then(({ statisticsPicture }) => savePng(traffic, 'mcp-statistics.png', statisticsPicture(rows, spans))),
  );
}

function savePng(traffic: TrafficModel, name: string, base64: string): Promise<boolean> {
  return traffic.link.request('file/save', { name, base64 });
}
