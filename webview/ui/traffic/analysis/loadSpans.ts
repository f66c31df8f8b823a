import type { Timeline } from '../../../model/traffic/timeline.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';

const pollMs = 500;

/** What changed since the last time. Resolves with the delay until the next. */
export async function loadSpans(traffic: TrafficModel, timeline: Timeline): Promise<number> {
  const spans = await traffic.link.request('traffic/spans', timeline.since);
  timeline.add(spans);
  return spans.more ? 0 : pollMs;
}
