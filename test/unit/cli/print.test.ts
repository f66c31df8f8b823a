import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { printJson, printLines, printText } from '../../../src/cli/support/print.ts';
import { readSources } from '../../support/sources.ts';

function printed(print: (stream: PassThrough) => void): string {
  const stream = new PassThrough();
  print(stream);
  return String(stream.read() ?? '');
}

test('a line stays one line, and a document keeps its lines', () => {
  assert.equal(
    printed((stream) => printLines(stream, 'a\nb', '\u001B[2J')),
    'a[U+000A]b\n[U+001B][2J\n',
  );
  assert.equal(
    printed((stream) => printText(stream, 'a\n\tb\u001B[2J\u202E')),
    'a\n\tb[U+001B][2J[U+202E]\n',
  );
  assert.equal(
    printed((stream) => printLines(stream)),
    '',
  );
  assert.equal(
    printed((stream) => printJson(stream, { a: '\u009B' }, 0)),
    '{"a":"\\u009b"}\n',
  );
});

/** Protocol messages, and flushing. The first file runs on a Node that is too old for the others. */
const plumbing = new Set(['src/cli/main.ts', 'src/cli/support/print.ts', 'src/cli/support/stdio.ts']);
const writes = /\bwrite\(|\bconsole\b|\bpipe\(|pipeline\(/;

test('no verb prints but through print.ts, so that none prints raw text', () => {
  const sources = readSources('src/cli').filter(({ file }) => !plumbing.has(file));
  assert.ok(sources.length > 20, 'saw the command line');
  const stray = sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => writes.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(stray, [
    "src/cli/replay.ts: if (lines.length > 0) output.write(lines.join(''));", // protocol messages
    "src/cli/run.ts: io.stdout.write('', () => setImmediate(() => process.exit()));", // flushes
  ]);
});
