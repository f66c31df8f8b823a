import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeqSet } from '../../../src/core/traffic/analysis/seqSet.ts';
import { LineOffsets, type ReadableFile, indexLines, scanLines } from '../../../src/core/traffic/recording/lineScan.ts';
import { isBlank } from '../../../src/core/traffic/recording/recordedFile.ts';

/** Gives at most `atOnce` bytes a read, so that lines lie over the borders of what is read. */
function fileOf(text: string, atOnce: number): ReadableFile {
  const bytes = Buffer.from(text);
  return {
    read: async (buffer, offset, length, position) => ({
      bytesRead: bytes.copy(buffer, offset, position, Math.min(bytes.length, position + Math.min(length, atOnce))),
    }),
  };
}

async function indexed(file: ReadableFile, halfLine: boolean): Promise<number[]> {
  const starts: number[] = [];
  const offsets = new LineOffsets();
  offsets.add = (offset) => void starts.push(offset);
  for await (const _ of indexLines(file, offsets, { from: 0, halfLine }));
  return starts;
}

async function scanned(file: ReadableFile, halfLine: boolean): Promise<number[]> {
  const starts: number[] = [];
  for await (const lines of scanLines(file, { from: 0, headBytes: 1 }))
    for (const line of lines) if (!isBlank(line) && (halfLine || line.ended)) starts.push(line.offset);
  return starts;
}

test('the index has the rows that a reader sees, wherever a read ends', async () => {
  for (const text of ['', '\n', 'a', 'a\r\n\r\n\nbb\n\r\nc', '\r', 'long line\n\r\r\n\r', 'é\n\nü\r\n'])
    for (const atOnce of [1, 2, 3, 7, 100])
      for (const halfLine of [true, false]) {
        const what = `${JSON.stringify(text)} ${atOnce} at once`;
        const file = fileOf(text, atOnce);
        assert.deepEqual(await indexed(file, halfLine), await scanned(file, halfLine), what);
      }
});

test('a set of rows holds what was added, and nothing before its first', () => {
  const first = 2 ** 40;
  const set = new SeqSet(first);
  for (const seq of [1, first - 1, first, first + 9, first + 100_000]) set.add(seq);
  const held = [1, first - 1, first, first + 1, first + 8, first + 9, first + 100_000, first + 10 ** 9].filter((seq) =>
    set.has(seq),
  );
  assert.deepEqual(held, [first, first + 9, first + 100_000]);
});
