import assert from 'node:assert/strict';
import {
  headerLine,
  readHeader,
  readRecord,
  recordLine,
  rowOf,
} from '../../../src/core/traffic/recording/recordFormat.ts';
import { scanLines } from '../../../src/core/traffic/recording/lineScan.ts';
import type { Dice } from '../dice.ts';
import type { FuzzTarget } from '../target.ts';

const header = headerLine({ created: 5, product: 'fuzz', redacted: true, firstSeq: 1 });

export const recording: FuzzTarget = {
  name: 'recording',
  promise: 'every line is a row, and what was read is read again as it was',
  make: (dice) => header + dice.times(6, () => recordLine(record(dice))).join(''),
  run: async (input) => {
    const [first = '', ...lines] = await linesOf(input);
    const read = readHeader(first);
    if (read.ok) lines.forEach((line, at) => checkLine(line, read.header.firstSeq + at));
  },
};

function record(dice: Dice): Parameters<typeof recordLine>[0] {
  const kind = dice.pick(['request', 'response', 'notification', 'stderr', 'state', 'malformed'] as const);
  const direction = dice.pick(['toServer', 'toClient', 'none'] as const);
  const row = {
    seq: 9,
    at: 1,
    ms: 0.5,
    server: 's',
    connection: 'c',
    direction,
    kind,
    bytes: dice.below(99),
    pair: dice.below(4),
  };
  const text = dice.pick(['{"jsonrpc":"2.0","id":1}', '{"a":",\\"frame\\":"}', '"x"', '{}']);
  const body = dice.chance(60) ? { kind: 'frame' as const, text } : { kind: 'text' as const, text: `${text}\u2028\\` };
  return { row, body, ...(dice.chance(30) && { http: { status: 200, requestHeaders: { frame: ',"text":' } } }) };
}

/** As a file is read, in pieces. */
async function linesOf(input: string): Promise<readonly string[]> {
  const bytes = Buffer.from(input);
  const file = {
    read: async (buffer: Buffer, offset: number, length: number, position: number) => ({
      bytesRead: bytes.copy(buffer, offset, position, Math.min(position + Math.min(length, 97), bytes.length)),
    }),
  };
  const lines: string[] = [];
  for await (const found of scanLines(file, { from: 0, headBytes: 8_192 }))
    for (const { head } of found) lines.push(head.toString('utf8'));
  return lines;
}

function checkLine(text: string, seq: number): void {
  const whole = readRecord(seq, { text, whole: true }, { created: 5 });
  rowOf(readRecord(seq, { text: text.slice(0, text.length / 2), whole: false }, { created: 5 }));
  assert.equal(whole.row.seq, seq);
  assert.ok(whole.row.pair === undefined || whole.row.pair < seq, 'a pair points back');
  const again = readRecord(seq, { text: recordLine(whole).trimEnd(), whole: true }, { created: 5 });
  assert.deepEqual(rowOf(again).kind, rowOf(whole).kind);
  if (whole.body.kind === 'text') assert.equal(again.body.text, whole.body.text);
}
