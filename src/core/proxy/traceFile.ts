import { type WriteStream, createWriteStream } from 'node:fs';
import type { Clock } from '../ports/ports.ts';
import { ConnectionTap, type EntrySink } from '../traffic/log/connectionTap.ts';
import { type Entry, entryLine } from '../traffic/log/entry.ts';
import { RecordQueue } from '../traffic/log/recordQueue.ts';
import { headerLine } from '../traffic/recording/recordFormat.ts';
import type { Redaction } from '../traffic/redaction.ts';

const maxWaitingBytes = 64 * 1024 * 1024;

interface TraceFileOptions {
  readonly path: string;
  readonly product: string;
  readonly clock: Clock;
  /** Without it the file holds the unredacted traffic, and is marked so. */
  readonly redaction?: Redaction | undefined;
  failed(reason: string): void;
}

const asItIs: Redaction = { text: (text) => text, value: (value) => value };

/** A recording written live. A slow or failing disk costs rows, never the traffic. */
export class TraceFile implements EntrySink {
  readonly #options: TraceFileOptions;
  readonly #stream: WriteStream;
  readonly #queue: RecordQueue;
  #next = 1;
  #isBroken = false;

  constructor(options: TraceFileOptions) {
    this.#options = options;
    this.#queue = new RecordQueue(options.clock);
    this.#stream = createWriteStream(options.path, { mode: 0o600 });
    this.#stream.on('error', (error) => {
      if (!this.#isBroken) options.failed(`Cannot write ${options.path}: ${error.message}`);
      this.#isBroken = true;
    });
    const { product, clock, redaction } = options;
    this.#stream.write(headerLine({ created: clock.now(), product, redacted: redaction !== undefined, firstSeq: 1 }));
  }

  get nextSeq(): number {
    return this.#next;
  }

  monotonicMs(): number {
    return this.#queue.now.ms;
  }

  open(server: string): ConnectionTap {
    return new ConnectionTap(server, `${server}#1`, this, this.#options.redaction ?? asItIs);
  }

  record(work: () => void): void {
    this.#queue.add(work);
  }

  recordLarge(steps: Generator<void, void>, bytes: number): boolean {
    return this.#queue.addLarge(steps, bytes);
  }

  append(entry: Entry): void {
    if (this.#isBroken || this.#stream.writableLength > maxWaitingBytes) return;
    entry.seq = this.#next++;
    const { at, ms } = this.#queue.now;
    entry.at = at;
    entry.ms = ms;
    this.#stream.write(entryLine(entry));
  }

  end(): Promise<void> {
    this.#queue.finish();
    if (this.#isBroken) return Promise.resolve();
    return new Promise((resolve) => this.#stream.once('error', () => resolve()).end(() => resolve()));
  }
}
