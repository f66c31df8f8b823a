import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../../base/fault.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import { Segment } from './segment.ts';
import { claimFolder, endedMark, segmentEnding } from './spillFolder.ts';
import type { Candidates, TrafficRecord } from '../trafficSource.ts';

interface SpillOptions {
  /** Every window makes a folder of its own in it. */
  readonly root: string;
  readonly maxBytes: number;
  readonly product: string;
  /** How long to wait for the last session to end; only where two at a time are not to be expected. */
  readonly maxWaitMs?: number;
  now(): number;
  /** The disk is full, or gone: from now on rows are kept in memory only. */
  failed(reason: string): void;
}

/** Limit of rows waiting for the disk; beyond it rows are dropped and counted, to bound memory. */
const maxPendingBytes = 64 * 1024 * 1024;
const chunkBytes = 256 * 1024;
const segmentsAtLimit = 16;

/**
 * Rows on disk, in files that are recordings themselves. Every row is written soon after it
 * happened, so that a crash loses next to nothing; the oldest file goes when there is too much.
 */
export class TrafficSpill implements Disposable {
  readonly #options: SpillOptions;
  readonly #folder: string;
  #segments: Segment[];
  #current: Segment | undefined;
  #lines: string[] = [];
  #linesAt = 0;
  #linesBytes = 0;
  #unwritten: { readonly segment: Segment; readonly chunk: Buffer; readonly at: number }[] = [];
  #pendingBytes = 0;
  #working: Promise<void> = Promise.resolve();
  #isOn = true;
  #lost = 0;

  private constructor(options: SpillOptions, folder: string, segments: Segment[]) {
    this.#options = options;
    this.#folder = folder;
    this.#segments = segments;
  }

  /** With what the last session left. Throws where the folder cannot be used. */
  static async open(options: SpillOptions): Promise<TrafficSpill> {
    const folder = await claimFolder(options.root, options.now(), options.maxWaitMs);
    const names = (await readdir(folder)).filter((name) => name.endsWith(segmentEnding));
    const found = await Promise.all(names.map((name) => Segment.find(path.join(folder, name))));
    const segments = found.filter((each) => each !== undefined).toSorted((a, b) => a.firstSeq - b.firstSeq);
    await segments.at(-1)?.rows();
    return new TrafficSpill(options, folder, segments);
  }

  /** The oldest row that can be read; infinite where there is none. */
  get firstSeq(): number {
    return this.#segments[0]?.firstSeq ?? Number.POSITIVE_INFINITY;
  }

  /** Where the numbers go on. */
  get nextSeq(): number {
    return this.#segments.at(-1)?.nextSeq ?? 1;
  }

  /** Rows that were deleted to stay below the limit. */
  get lost(): number {
    return this.#lost;
  }

  /** False if the row was not stored. Rows come in order; after a gap a new file begins. */
  append(seq: number, line: string): boolean {
    if (!this.#isOn || this.#pendingBytes > maxPendingBytes) return false;
    try {
      const bytes = Buffer.byteLength(line);
      const at = this.#segmentFor(seq).place(bytes);
      if (this.#lines.length === 0) this.#linesAt = at;
      this.#lines.push(line);
      this.#linesBytes += bytes;
      this.#pendingBytes += bytes;
      if (this.#linesBytes >= chunkBytes) this.#send();
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** Resolves when all rows so far can be read. */
  async flush(): Promise<void> {
    this.#send();
    await this.#working;
  }

  /** Rows with the beginning of their bodies, from the first there is at or after `from`. */
  async heads(from: number, to: number, limit: number, bodyBytes = 0): Promise<readonly TrafficRecord[]> {
    await this.flush();
    const records: TrafficRecord[] = [];
    for (const segment of this.#within(from, to)) {
      const start = Math.max(from, segment.firstSeq);
      const wanted = Math.min(limit - records.length, to - start);
      const rows = await segment.rows();
      const found = await rows.heads(start - segment.firstSeq, wanted, bodyBytes);
      records.push(...found);
      if (records.length >= limit || (bodyBytes > 0 && found.length > 0)) break;
    }
    return records;
  }

  async record(seq: number, bodyBytes: number): Promise<{ record: TrafficRecord; bytes: number } | undefined> {
    await this.flush();
    const segment = this.#within(seq, seq + 1).at(-1);
    return segment && (await segment.rows()).record(seq - segment.firstSeq, bodyBytes);
  }

  async *records(from: number, to: number): AsyncGenerator<TrafficRecord> {
    await this.flush();
    for (const segment of this.#within(from, to)) {
      const start = Math.max(from, segment.firstSeq);
      yield* (await segment.rows()).wholeRecords(start - segment.firstSeq, to - start);
    }
  }

  /** The rows whose lines hold the word, as far as they are on disk now. */
  async *candidates(
    word: string,
    fromSeq: number,
    signal: AbortSignal,
  ): AsyncGenerator<Candidates & { readonly fromSeq: number }> {
    await this.flush();
    for (const segment of this.#within(fromSeq, Number.POSITIVE_INFINITY)) {
      const isGone = (): boolean => signal.aborted || !this.#segments.includes(segment);
      if (isGone()) continue;
      const rows = await segment.rows();
      const { count } = rows.offsets; // of what comes later a part may not be written
      let next = Math.max(fromSeq, segment.firstSeq);
      const counted = (lines: number): number => Math.min(lines, count);
      for await (const part of rows.candidates(word, next - segment.firstSeq, signal, counted)) {
        yield { ...part, fromSeq: next };
        next = part.nextSeq;
        if (next >= segment.firstSeq + count || isGone()) break;
      }
    }
  }

  /** Rows keep counting from where they were. */
  clear(): void {
    const gone = this.#segments;
    this.#send();
    this.#segments = [];
    this.#current = undefined;
    this.#lost = 0;
    this.#working = this.#working.then(() => gone.forEach((segment) => segment.remove()));
  }

  /** Writes the rest synchronously: the process is about to end. */
  dispose(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#cut();
    try {
      for (const { segment, chunk, at } of this.#unwritten) segment.writeNow(chunk, at);
      writeFileSync(path.join(this.#folder, endedMark), '');
    } catch (error) {
      this.#options.failed(messageOf(error));
    }
    const open = this.#segments;
    void this.#working.finally(() => open.forEach((segment) => segment.close()));
  }

  #segmentFor(seq: number): Segment {
    const current = this.#current;
    if (current?.nextSeq === seq && current.bytes < this.#options.maxBytes / segmentsAtLimit) return current;
    this.#send();
    const { product, now } = this.#options;
    const name = `${String(seq).padStart(15, '0')}${segmentEnding}`;
    const about = { created: now(), product, redacted: true, firstSeq: seq };
    const next = Segment.create(path.join(this.#folder, name), about);
    this.#current = next;
    this.#segments.push(next);
    this.#dropOldest();
    return next;
  }

  #dropOldest(): void {
    let total = this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
    while (total > this.#options.maxBytes && this.#segments.length > 1) {
      const oldest = this.#segments.shift()!;
      total -= oldest.bytes;
      this.#lost += this.firstSeq - oldest.firstSeq;
      this.#working = this.#working.then(() => oldest.remove());
    }
  }

  #within(from: number, to: number): readonly Segment[] {
    return this.#segments.filter(({ firstSeq }, at) => {
      const next = this.#segments[at + 1]?.firstSeq ?? Number.POSITIVE_INFINITY;
      return firstSeq < to && next > from;
    });
  }

  /** The lines that wait become one chunk. */
  #cut(): void {
    if (this.#lines.length === 0 || !this.#current) return;
    const chunk = Buffer.from(this.#lines.join(''));
    this.#unwritten.push({ segment: this.#current, chunk, at: this.#linesAt });
    this.#lines = [];
    this.#linesBytes = 0;
  }

  #send(): void {
    this.#cut();
    this.#working = this.#working.then(() => this.#writeSome());
  }

  async #writeSome(): Promise<void> {
    for (let next = this.#unwritten[0]; next && this.#isOn; next = this.#unwritten[0]) {
      try {
        await next.segment.write(next.chunk, next.at);
      } catch (error) {
        return this.#fail(error);
      }
      this.#pendingBytes -= next.chunk.length;
      this.#unwritten.shift();
    }
  }

  #fail(error: unknown): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#unwritten = [];
    this.#options.failed(messageOf(error));
  }
}
