import assert from 'node:assert/strict';
import { isRecord, parseJson } from '../../../src/base/json.ts';
import { LineReader, type Oversize } from '../../../src/core/process/lineReader.ts';
import { readMessage } from '../../../src/core/wire/message.ts';
import { idOfOversize, readMessages } from '../../../src/core/wire/messageLine.ts';
import { Dice, seedOf } from '../dice.ts';
import type { FuzzTarget } from '../target.ts';
import { LineMaker } from '../../unit/mcpServer/support/fuzz.ts';

const limits = [16, 200, 100_000];

export const framing: FuzzTarget = {
  name: 'framing',
  promise: 'lines are the same wherever the stream is torn, and every line is read as something',
  make: (dice) => {
    const maker = new LineMaker(dice.below(2 ** 31));
    return dice.times(6, () => maker.line()).join(dice.pick(['\n', '\n', '\r\n', '\n\n']));
  },
  run: (input) => {
    const dice = new Dice(seedOf(input));
    const limit = dice.pick(limits);
    assert.deepEqual(torn(input, limit, dice), split(input, limit));
    for (const line of input.split('\n')) readLine(line);
  },
};

type Line = string | { readonly tooLong: number };

function torn(input: string, limit: number, dice: Dice): readonly Line[] {
  const lines: Line[] = [];
  const tooLong = (line: Oversize): void => {
    idOfOversize(line);
    lines.push({ tooLong: line.bytes });
  };
  const reader = new LineReader(limit, (line) => void lines.push(line.toString('latin1')), tooLong);
  const bytes = Buffer.from(input);
  for (let at = 0; at < bytes.length;) {
    const size = dice.pick([1, 2, 7, 64, 5_000]);
    reader.push(bytes.subarray(at, at + size));
    at += size;
  }
  reader.flush();
  return lines;
}

function split(input: string, limit: number): readonly Line[] {
  const lines = Buffer.from(input).toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.length > limit ? { tooLong: line.length } : line));
}

function readLine(line: string): void {
  const readings = readMessages(line, { batchMessages: 3, messageValues: 50 });
  assert.ok(readings.length > 0, 'nothing is left out silently');
  for (const reading of readings)
    if (reading.kind === 'message') assert.equal((reading.message as { jsonrpc: unknown }).jsonrpc, '2.0');
  const parsed = parseJson(line);
  if (!parsed.ok) return;
  const incoming = readMessage(parsed.value);
  if (incoming.kind === 'request') assert.ok(isRecord(parsed.value) && parsed.value['id'] === incoming.message.id);
}
