import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TrafficRow } from '../../../contract/traffic/traffic.ts';
import type { TrafficSpans, TrafficStatistics } from '../../../contract/traffic/trafficTools.ts';
import { CallSpans } from './callSpans.ts';
import { StatisticsCollector } from './statisticsCollector.ts';
import type { TrafficSource } from '../trafficSource.ts';

const rowsAtOnce = 250;
/** How long a request waits for the count to catch up before it gets the current state. */
const maxWaitMs = 150;

/**
 * Statistics of a log. Counts on request and only rows that are new since then, a few at a
 * time, so that it costs nothing while unused and never blocks the extension host.
 */
export class TrafficAnalysis {
  readonly #source: TrafficSource;
  #generation = -1;
  #next = 0;
  #statistics = new StatisticsCollector();
  #spans = new CallSpans();
  #running: Promise<void> | undefined;

  constructor(source: TrafficSource) {
    this.#source = source;
  }

  async statistics(): Promise<TrafficStatistics> {
    await this.#catchUp();
    const { generation, firstSeq, nextSeq } = this.#source.readExtent();
    const report = this.#statistics.report();
    return { generation, ...report, frames: Math.max(report.counted, nextSeq - firstSeq) };
  }

  async spans(since: number, generation: number): Promise<TrafficSpans> {
    await this.#catchUp();
    const known = generation === this.#generation ? since : 0;
    const { spans, version, more } = this.#spans.since(known);
    const isBehind = this.#next < this.#source.readExtent().nextSeq;
    return { generation: this.#generation, spans, version, more: more || isBehind };
  }

  /** Two requests at once must not count a row twice. */
  async #catchUp(): Promise<void> {
    this.#running ??= this.#count().finally(() => (this.#running = undefined));
    await this.#running;
  }

  async #count(): Promise<void> {
    const until = performance.now() + maxWaitMs;
    if (this.#generation !== this.#source.generation) this.#restart();
    while (performance.now() < until) {
      const { firstSeq, nextSeq } = this.#source.readExtent();
      if (this.#next >= nextSeq) return;
      const page = await this.#source.page(Math.max(this.#next, firstSeq), rowsAtOnce);
      if (page.generation !== this.#generation) return;
      for (const row of page.rows) this.#take(row);
      if (page.rows.length === 0) this.#next = page.nextSeq; // dropped while we asked
      await nextTurn();
    }
  }

  #take(row: TrafficRow): void {
    this.#next = row.seq + 1;
    this.#statistics.take(row);
    for (const lost of this.#spans.take(row)) this.#statistics.lose(lost);
  }

  #restart(): void {
    this.#generation = this.#source.generation;
    this.#next = this.#source.readExtent().firstSeq;
    this.#statistics = new StatisticsCollector();
    this.#spans = new CallSpans();
  }
}
