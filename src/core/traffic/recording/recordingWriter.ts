import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { Fault } from '../../../base/fault.ts';
import { headerLine, recordLine } from './recordFormat.ts';
import type { TrafficRecord, TrafficSource } from '../trafficSource.ts';

interface RecordingChoice {
  /** In any order; without it, everything there is. */
  readonly seqs?: readonly number[];
  readonly product: string;
  /** Wall time in milliseconds since 1970. */
  readonly created: number;
  readonly signal?: AbortSignal;
}

const flushChars = 1024 * 1024;

/** Writes rows to a recording and returns their number. The file is written atomically. */
export async function writeRecording(source: TrafficSource, path: string, choice: RecordingChoice): Promise<number> {
  const draft = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    const written = await writeAll(file, source, choice).finally(() => file.close());
    await rename(draft, path);
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    choice.signal?.throwIfAborted();
    throw Fault.from(error, 'recording/unreadable');
  }
}

async function writeAll(file: FileHandle, source: TrafficSource, choice: RecordingChoice): Promise<number> {
  const { product, created, signal } = choice;
  let text = headerLine({ created, product, redacted: true, firstSeq: 1 });
  const renumber = new Renumbering();
  for (const [from, to] of rangesOf(source, choice.seqs)) {
    for await (const record of source.records(from, to)) {
      signal?.throwIfAborted();
      text += recordLine(renumber.next(record));
      if (text.length < flushChars) continue;
      await file.appendFile(text);
      text = '';
    }
  }
  await file.appendFile(text);
  return renumber.count;
}

function rangesOf(source: TrafficSource, seqs: readonly number[] | undefined): readonly (readonly [number, number])[] {
  if (!seqs) {
    const { firstSeq, nextSeq } = source.readExtent();
    return [[firstSeq, nextSeq]];
  }
  const ranges: [number, number][] = [];
  for (const seq of [...new Set(seqs)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === seq) last[1]++;
    else ranges.push([seq, seq + 1]);
  }
  return ranges;
}

/** Rows are numbered by their place, so what points to a row has to follow. */
class Renumbering {
  readonly #places = new Map<number, number>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  next(record: TrafficRecord): TrafficRecord {
    const { seq, pair, group, ...row } = record.row;
    const place = ++this.#count;
    // Only requests are pointed to.
    if (row.kind === 'request') this.#places.set(seq, place);
    const [newPair, newGroup] = [this.#place(pair), this.#place(group)];
    return {
      ...record,
      row: {
        ...row,
        seq: place,
        ...(newPair !== undefined && { pair: newPair }),
        ...(newGroup !== undefined && { group: newGroup }),
      },
    };
  }

  #place(seq: number | undefined): number | undefined {
    return seq === undefined ? undefined : this.#places.get(seq);
  }
}
