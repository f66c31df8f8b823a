import type { Disposable } from '../../../base/lifetime.ts';
import type { TrafficLog } from '../../../core/traffic/log/trafficLog.ts';
import type { TrafficSource } from '../../../core/traffic/trafficSource.ts';
import type { TrafficAppended } from '../../../contract/traffic/traffic.ts';

const batchMs = 50; // 20 batches a second at most
const batchRows = 250; // more than a window shows; writing them takes a millisecond or two

export interface FeedSink {
  appended(batch: TrafficAppended): void;
  cleared(generation: number): void;
}

/** Pushes rows to one page in batches. A page that falls behind gets the newest and requests the gap. */
export class TrafficFeed implements Disposable {
  readonly #log: TrafficLog;
  readonly #sink: FeedSink;
  readonly #listening: Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #generation: number;
  #sent: number;

  constructor(log: TrafficLog, sink: FeedSink) {
    this.#log = log;
    this.#sink = sink;
    this.#generation = log.generation;
    this.#sent = log.readExtent().nextSeq;
    this.#listening = log.onDidAppend(() => {
      this.#timer ??= setTimeout(() => this.#flush(), batchMs);
    });
  }

  dispose(): void {
    this.#listening.dispose();
    clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#generation !== this.#log.generation) {
      this.#generation = this.#log.generation;
      this.#sink.cleared(this.#generation);
    }
    const from = Math.max(this.#sent, this.#log.readExtent().nextSeq - batchRows);
    const { rows, dropped, nextSeq } = this.#log.recent(from, batchRows);
    this.#sent = nextSeq;
    if (rows.length > 0) this.#sink.appended({ generation: this.#generation, rows, dropped });
  }
}

/** While a recording is still being counted only its size is sent: the page requests the visible rows. */
export function followGrowth(source: TrafficSource, sink: FeedSink): Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    timer = undefined;
    const { generation, dropped } = source.readExtent();
    sink.appended({ generation, rows: [], dropped });
  };
  const listening = source.onDidAppend(() => (timer ??= setTimeout(send, batchMs)));
  return {
    dispose: () => {
      listening.dispose();
      clearTimeout(timer);
    },
  };
}
