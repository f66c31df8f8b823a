// Opens, counts, scrolls and searches a recording, or traffic on disk, in a process of its own, and prints what that took as JSON.
import { searchTraffic } from '../../../src/core/traffic/analysis/search.ts';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { TrafficSpill } from '../../../src/core/traffic/log/spill.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';
import { RecordingReader } from '../../../src/core/traffic/recording/recordingReader.ts';
import type { TrafficSource } from '../../../src/core/traffic/trafficSource.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { frequentWord, rareWord } from './write.ts';

interface Searched {
  readonly firstMs: number;
  readonly allMs: number;
  readonly hits: number;
}

export interface Looked {
  /** To the rows that a page asks for first. */
  readonly openMs: number;
  readonly countMs: number;
  readonly rows: number;
  /** The slowest of forty pages from end to end. */
  readonly scrollMs: number;
  readonly rare: Searched;
  readonly frequent: Searched;
  /** From the cancellation to the end of the search. */
  readonly cancelMs: number;
  /** The most that the process ever held. */
  readonly megabytes: number;
}

async function openSource(kind: string, place: string): Promise<{ source: TrafficSource; counted: Promise<void> }> {
  if (kind === 'recording') {
    const source = await RecordingReader.open(place);
    return { source, counted: source.indexed };
  }
  const failed = (reason: string): never => {
    throw new Error(reason);
  };
  const spill = await TrafficSpill.open({ root: place, maxBytes: 2 ** 40, product: 'bench', now: Date.now, failed });
  const source = new TrafficLog({ rows: 100_000, bytes: 64 * 2 ** 20 }, systemClock, new Redactor(), spill);
  return { source, counted: Promise.resolve() };
}

async function search(source: TrafficSource, word: string): Promise<Searched> {
  const stop = new AbortController();
  const begin = performance.now();
  let [firstMs, hits] = [0, 0];
  const report = ({ seqs, caughtUp }: { seqs: readonly number[]; caughtUp: boolean }): void => {
    if (seqs.length > 0) firstMs ||= performance.now() - begin;
    hits += seqs.length;
    if (caughtUp) stop.abort();
  };
  const wanted = { query: `body:${word} -is:probe`, pinned: new Set<number>(), from: 0 };
  await searchTraffic(source, wanted, report, stop.signal).catch(() => {});
  return { firstMs, allMs: performance.now() - begin, hits };
}

/** Cancelled at the first hit. */
async function cancel(source: TrafficSource): Promise<number> {
  const stop = new AbortController();
  let asked = 0;
  const report = (): void => {
    asked ||= performance.now();
    stop.abort();
  };
  const wanted = { query: `body:${rareWord}`, pinned: new Set<number>(), from: 0 };
  await searchTraffic(source, wanted, report, stop.signal).catch(() => {});
  return performance.now() - asked;
}

async function scroll(source: TrafficSource): Promise<number> {
  const { firstSeq, nextSeq } = source.readExtent();
  let slowest = 0;
  for (let step = 0; step <= 40; step++) {
    const begin = performance.now();
    const from = Math.floor(firstSeq + ((nextSeq - 1 - firstSeq) * step) / 40);
    const { rows } = await source.page(from, 500);
    if (rows[0]?.seq !== from) throw new Error(`no row ${from}`);
    slowest = Math.max(slowest, performance.now() - begin);
  }
  return slowest;
}

const [kind = '', place = ''] = process.argv.slice(2);
const begin = performance.now();
const { source, counted } = await openSource(kind, place);
await source.page(0, 1_000);
const openMs = performance.now() - begin;
await counted;
const countMs = performance.now() - begin;
const { firstSeq, nextSeq } = source.readExtent();
const looked: Looked = {
  openMs,
  countMs,
  rows: nextSeq - firstSeq,
  scrollMs: await scroll(source),
  rare: await search(source, rareWord),
  frequent: await search(source, frequentWord),
  cancelMs: await cancel(source),
  megabytes: process.resourceUsage().maxRSS / 1024,
};
(source as unknown as { dispose(): void }).dispose();
console.log(JSON.stringify(looked));
