import type { Lifetime } from '../../base/lifetime.ts';
import { TrafficAnalysis } from '../../core/traffic/analysis.ts';
import { RecordingReader } from '../../core/traffic/recordingReader.ts';
import { searchTraffic } from '../../core/traffic/search.ts';
import { toCsv } from '../../core/traffic/statistics.ts';
import type { TrafficLog } from '../../core/traffic/trafficLog.ts';
import type { TrafficSource } from '../../core/traffic/trafficSource.ts';
import type { Handlers } from '../../protocol/contract.ts';
import type { WebviewContract } from '../../protocol/inspector.ts';
import type { Peer } from '../../protocol/peer.ts';
import type { trafficHostMethods } from '../../protocol/traffic.ts';
import type { trafficToolMethods } from '../../protocol/trafficTools.ts';
import type { TrafficDesk } from '../traffic/trafficDesk.ts';
import { type FeedSink, TrafficFeed, followGrowth } from './feed.ts';

export interface TrafficParts {
  /** What the page shows: the running log, or a recording. */
  readonly source: TrafficSource;
  /** Absent for a recording: nothing is appended to it or cleared. */
  readonly log: TrafficLog | undefined;
  readonly desk: TrafficDesk;
  readonly life: Lifetime;
  peer(): Peer<WebviewContract>;
}

type TrafficHandlers = Handlers<typeof trafficHostMethods & typeof trafficToolMethods>;

const firstRows = 1_000;

export function trafficHandlers(parts: TrafficParts): TrafficHandlers {
  const { source, log, desk, peer } = parts;
  const analysis = new TrafficAnalysis(source);
  const follow = following(parts);
  return {
    'traffic/page': ({ fromSeq, limit }) => source.page(fromSeq, limit),
    'traffic/body': ({ seq }) => source.body(seq),
    'traffic/clear': () => log?.clear(),
    'traffic/follow': ({ on }) => {
      follow(on);
      return source.page(Math.max(0, log ? source.nextSeq - firstRows : 0), firstRows);
    },
    'traffic/search': ({ search, query, pinned, from }, signal) =>
      searchTraffic(
        source,
        { query, pinned: new Set(pinned), from },
        (part) => peer().note('traffic/found', { search, ...part }),
        signal,
      ),
    'traffic/statistics': () => analysis.statistics(),
    'traffic/spans': ({ since, generation }) => analysis.spans(since, generation),
    'traffic/compare': ({ left, right }) => desk.compare(source, left, right),
    'traffic/compareRecording': () => desk.compareFiles(source instanceof RecordingReader ? [source.path] : []),
    'traffic/resend': ({ seq }) => desk.resend(source, seq),
    'traffic/export': ({ seqs }) => desk.exportFrames(source, seqs),
    'traffic/exportStatistics': async ({ format }) => {
      const { rows, ...rest } = await analysis.statistics();
      const text = format === 'csv' ? toCsv(rows) : `${JSON.stringify({ ...rest, rows }, undefined, 2)}\n`;
      await desk.saveText(`mcp-statistics.${format}`, text);
    },
    'traffic/openAll': () => desk.openAll(),
    'traffic/show': ({ query }) => desk.show(query),
    'traffic/wanted': () => desk.takeWanted(),
  };
}

/** One feed for a page, and none after it has gone. */
function following({ source, log, life, peer }: TrafficParts): (on: boolean) => void {
  let feed: { dispose(): void } | undefined;
  life.defer(() => feed?.dispose());
  return (on) => {
    feed?.dispose();
    feed = undefined;
    if (!on) return;
    const sink: FeedSink = {
      appended: (batch) => peer().note('traffic/appended', batch),
      cleared: (generation) => peer().note('traffic/cleared', { generation }),
    };
    feed = log ? new TrafficFeed(log, sink) : followGrowth(source, sink);
  };
}
