import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stackPositions } from '../../../src/core/source/stackLines.ts';

const samples: readonly (readonly [string, string])[] = [
  ['    at add (/w/src/server.ts:12:7)', '/w/src/server.ts:12:7'],
  ['    at async Promise.all (file:///w/a.mjs:3:1)', 'file:///w/a.mjs:3:1'],
  ['    at C:\\w\\server.js:10:15', 'C:\\w\\server.js:10:15'],
  ['  File "/w/server.py", line 9, in add', '/w/server.py:9'],
  ['   at Tools.Echo(String m) in /w/Tools.cs:line 14', '/w/Tools.cs:14'],
  ['\t/w/main.go:42 +0x1d', '/w/main.go:42'],
  ['             at ./src/main.rs:8:5', './src/main.rs:8:5'],
  ["thread 'main' panicked at src/main.rs:3:10:", 'src/main.rs:3:10'],
  ["/w/server.rb:7:in `add'", '/w/server.rb:7'],
  ['PHP Fatal error:  x in /w/s.php on line 5', '/w/s.php:5'],
  ['/w/broken.mjs:4', '/w/broken.mjs:4'],
  ['src/index.ts:10:3 - error TS2322: x', 'src/index.ts:10:3'],
];

test('positions in traces of many runtimes are found, once in a line', () => {
  for (const [line, expected] of samples) {
    const [position, ...more] = stackPositions(line);
    const { file, line: at, column } = position ?? { file: '', line: 0 };
    assert.equal([file, at, ...(column === undefined ? [] : [column])].join(':'), expected, line);
    assert.equal(more.length, 0);
  }
});

test('a position tells where it stands in the text', () => {
  const text = 'Error: boom\n    at add (/w/server.ts:12:7)\n';
  const [{ offset, length } = { offset: 0, length: 0 }] = stackPositions(text);
  assert.equal(text.slice(offset, offset + length), '/w/server.ts:12:7');
});

test('inner modules of Node, addresses and ordinary sentences are no positions', () => {
  for (const line of ['    at node:internal/main:1:2', 'Listening on http://localhost:3000', 'at noon: 12:30', 'a:1:2'])
    assert.deepEqual(stackPositions(line), [], line);
});

test('neither a long line nor many of them take long', () => {
  assert.deepEqual(stackPositions(`at ${'('.repeat(100_000)}`), []);
  assert.equal(stackPositions('    at /w/a.js:1:1\n'.repeat(1_000)).length, 200);
});
