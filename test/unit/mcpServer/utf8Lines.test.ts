import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8LineReader } from '../../../src/core/mcpServer/serving/utf8Lines.ts';
import { proves } from '../../requirements.ts';

function read(chunks: readonly (string | Buffer)[], maxBytes = 100): string[] {
  const seen: string[] = [];
  const reader = utf8LineReader(
    { line: (text) => seen.push(text), oversize: () => seen.push('(oversize)'), garbled: () => seen.push('(garbled)') },
    maxBytes,
  );
  for (const chunk of chunks) reader.push(Buffer.from(chunk as string));
  reader.flush();
  return seen;
}

test(`a line is a line however it is cut${proves('R1')}`, () => {
  const text = 'one\ntwo\r\n{"é":"😀"}\n';
  for (let size = 1; size <= text.length; size++) {
    const bytes = Buffer.from(text);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    assert.deepEqual(read(chunks), ['one', 'two\r', '{"é":"😀"}']);
  }
});

test(`blank lines are ignored, and the last line needs no end${proves('R1')}`, () => {
  assert.deepEqual(read(['\n\n  \n\r\n\ta\n', '\n', 'last']), ['\ta', 'last']);
});

test(`a line over the limit is reported once and skipped to its end${proves('R29', 'C3')}`, () => {
  assert.deepEqual(read(['x'.repeat(100), '\n', 'ok\n']), ['x'.repeat(100), 'ok']);
  assert.deepEqual(read(['x'.repeat(101), '\n', 'ok\n']), ['(oversize)', 'ok']);
  assert.deepEqual(read([...Array.from({ length: 50 }, () => 'x'.repeat(10)), 'y\nok\nz'.repeat(1), 'x'.repeat(200)]), [
    '(oversize)',
    'ok',
    '(oversize)',
  ]);
});

test('bytes that are not UTF-8 are no line, and the next one is', () => {
  assert.deepEqual(read([Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), 'ok\n']), ['(garbled)', 'ok']);
});

test('a byte order mark before the first line is not part of it', () => {
  assert.deepEqual(read(['\uFEFFfirst\n\uFEFFsecond\n']), ['first', '\uFEFFsecond']);
});

test('time grows with the length of a line, not with its square', () => {
  const timeOf = (mebibytes: number): number => {
    const chunk = Buffer.alloc(16 * 1024, 'x');
    const reader = utf8LineReader({ line: () => {}, oversize: () => {}, garbled: () => {} }, 1 << 30);
    const start = process.cpuUsage();
    for (let at = 0; at < mebibytes * 64; at++) reader.push(chunk);
    reader.flush();
    return process.cpuUsage(start).user / 1_000; // not the wall's time: other processes have their share of that
  };
  timeOf(4);
  const best = (mebibytes: number): number => Math.min(...Array.from({ length: 3 }, () => timeOf(mebibytes)));
  const [small, large] = [best(8), best(64)];
  assert.ok(large < small * 40 + 100, `8 MiB took ${small} ms, 64 MiB took ${large} ms`);
});
