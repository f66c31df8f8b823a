import type { Lifetime } from '../../../base/lifetime.ts';
import { searchTraffic } from '../../../core/traffic/analysis/search.ts';
import type { TrafficLog } from '../../../core/traffic/log/trafficLog.ts';
import type { TrafficSource } from '../../../core/traffic/trafficSource.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { WebviewContract } from '../../../contract/inspector.ts';
import type { Peer } from '../../../contract/rpc/peer.ts';
import { type rowMethods, rowsAtOnce } from '../../../contract/traffic/traffic.ts';
import { BodyParts } from './bodyParts.ts';
import { type FeedSink, TrafficFeed, followGrowth } from './feed.ts';

export interface RowParts {
  /** What the page shows: the running log, or a recording. */
  readonly source: TrafficSource;
  /** Absent for a recording: nothing is appended to it or cleared. */
  readonly log: TrafficLog | undefined;
  readonly lifetime: Lifetime;
  peer(): Peer<WebviewContract>;
}

const newestRows = 1_000;

/** What the rows alone can answer, without anything else of the window. */
export function rowHandlers(parts: RowParts): Handlers<typeof rowMethods> {
  const { source, log, peer } = parts;
  const follow = following(parts);
  const bodies = new BodyParts(source);
  return {
    'traffic/page': ({ fromSeq, limit }) => source.page(fromSeq, limit),
    'traffic/body': ({ seq }) => bodies.open(seq),
    'traffic/parts': ({ seq, places }) => bodies.parts(seq, places),
    'traffic/text': ({ seq }) => source.body(seq),
    'traffic/follow': ({ on }) => {
      follow(on);
      return log
        ? source.page(Math.max(0, source.readExtent().nextSeq - newestRows), newestRows)
        : source.page(0, rowsAtOnce);
    },
    'traffic/search': ({ search, query, pinned, from }, signal) =>
      searchTraffic(
        source,
        { query, pinned: new Set(pinned), from },
        (part) => peer().note('traffic/found', { search, ...part }),
        signal,
      ),
  };
}

/** One feed for a page, ended with the page. */
function following({ source, log, lifetime, peer }: RowParts): (on: boolean) => void {
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
