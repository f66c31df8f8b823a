import type { Lifetime } from '../../../base/lifetime.ts';
import { TrafficAnalysis } from '../../../core/traffic/analysis/analysis.ts';
import { RecordingReader } from '../../../core/traffic/recording/recordingReader.ts';
import { searchTraffic } from '../../../core/traffic/analysis/search.ts';
import { toCsv } from '../../../core/traffic/analysis/statisticsCollector.ts';
import type { TrafficLog } from '../../../core/traffic/log/trafficLog.ts';
import type { TrafficSource } from '../../../core/traffic/trafficSource.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { WebviewContract } from '../../../contract/inspector.ts';
import type { Peer } from '../../../contract/rpc/peer.ts';
import type { trafficHostMethods } from '../../../contract/traffic/traffic.ts';
import type { trafficToolMethods } from '../../../contract/traffic/trafficTools.ts';
import type { TrafficActions } from '../../traffic/trafficActions.ts';
import { BodyParts } from './bodyParts.ts';
import { type FeedSink, TrafficFeed, followGrowth } from './feed.ts';

interface TrafficParts {
  /** What the page shows: the running log, or a recording. */
  readonly source: TrafficSource;
  /** Absent for a recording: nothing is appended to it or cleared. */
  readonly log: TrafficLog | undefined;
  readonly actions: TrafficActions;
  readonly lifetime: Lifetime;
  peer(): Peer<WebviewContract>;
}

type TrafficHandlers = Handlers<typeof trafficHostMethods & typeof trafficToolMethods>;

const firstRows = 1_000;

export function trafficHandlers(parts: TrafficParts): TrafficHandlers {
  const { source, log, actions, peer } = parts;
  const analysis = new TrafficAnalysis(source);
  const follow = following(parts);
  const bodies = new BodyParts(source);
  return {
    'traffic/page': ({ fromSeq, limit }) => source.page(fromSeq, limit),
    'traffic/body': ({ seq }) => bodies.open(seq),
    'traffic/parts': ({ seq, places }) => bodies.parts(seq, places),
    'traffic/text': ({ seq }) => source.body(seq),
    'traffic/clear': () => log?.clear(),
    'traffic/follow': ({ on }) => {
      follow(on);
      return source.page(Math.max(0, log ? source.readExtent().nextSeq - firstRows : 0), firstRows);
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
    'traffic/compare': ({ left, right }) => actions.compare(source, left, right),
    'traffic/compareRecording': () => actions.compareFiles(source instanceof RecordingReader ? [source.path] : []),
    'traffic/resend': ({ seq }) => actions.resend(source, seq),
    'traffic/export': ({ seqs }) => actions.exportFrames(source, seqs),
    'traffic/saveAsChecks': ({ seqs }) => actions.saveAsChecks(source, seqs),
    'traffic/exportStatistics': async ({ format }) => {
      const { rows, ...rest } = await analysis.statistics();
      const text = format === 'csv' ? toCsv(rows) : `${JSON.stringify({ ...rest, rows }, undefined, 2)}\n`;
      await actions.saveText(`mcp-statistics.${format}`, text);
    },
    'traffic/openAll': () => actions.openAll(),
    'traffic/show': ({ query }) => actions.show(query),
    'traffic/wanted': () => actions.takeWanted(),
  };
}

/** One feed for a page, ended with the page. */
function following({ source, log, lifetime, peer }: TrafficParts): (on: boolean) => void {
  let feed: { dispose(): void } | undefined;
  lifetime.defer(() => feed?.dispose());
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
