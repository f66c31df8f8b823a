import { replaceFile } from '../../files/replaceFile.ts';
import { headerLine, recordLine } from './recordFormat.ts';
import { selectedRecords } from '../selectedRecords.ts';
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
  const renumber = new Renumbering();
  try {
    await replaceFile(path, recordingText(source, choice, renumber), { mode: 0o600 });
  } catch (error) {
    choice.signal?.throwIfAborted();
    throw error;
  }
  return renumber.count;
}

async function* recordingText(
  source: TrafficSource,
  { product, created, ...choice }: RecordingChoice,
  renumber: Renumbering,
): AsyncGenerator<string> {
  let text = headerLine({ created, product, redacted: true, firstSeq: 1 });
  for await (const record of selectedRecords(source, choice)) {
    text += recordLine(renumber.next(record));
    if (text.length < flushChars) continue;
    yield text;
    text = '';
  }
  yield text;
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
