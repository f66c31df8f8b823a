import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeAt, scanJson } from '../../../webview/model/json/scanJson.ts';

const kinds = (text: string): string[] =>
  scanJson(text).tokens.map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);

test('each part of a text is known: names, texts, numbers, words and marks', () => {
  assert.deepEqual(kinds('{"a": [1, "b", true, null]}'), [
    'mark {',
    'key "a"',
    'mark :',
    'mark [',
    'number 1',
    'mark ,',
    'string "b"',
    'mark ,',
    'word true',
    'mark ,',
    'word null',
    'mark ]',
    'mark }',
  ]);
});

test('the place of each value is known by its pointer', () => {
  const text = '{"a/b": [1, {"c": "x"}], "d": 2}';
  const { places } = scanJson(text);
  const shown = [...places].map(([pointer, { from, to }]) => `${pointer} ${text.slice(from, to)}`);
  assert.deepEqual(shown, [' {', '/a~1b [', '/a~1b/0 1', '/a~1b/1 {', '/a~1b/1/c "x"', '/d 2']);
});

const wrong: readonly (readonly [string, number, RegExp])[] = [
  ['', 0, /value is expected/],
  ['{', 1, /name in double quotes, or }/],
  ['{"a" 1}', 5, /^: is expected/],
  ['{"a": }', 6, /value is expected/],
  ['{"a": 1,}', 8, /name in double quotes is/],
  ['{"a": 1 "b": 2}', 8, /, or } is expected/],
  ['[1, 2', 5, /, or ] is expected/],
  ['[1 2]', 3, /, or ] is expected/],
  ['[,]', 1, /value is expected/],
  ['{"a": .25}', 6, /value is expected/],
  ['{"a": 01}', 6, /value is expected/],
  ['{"a": "open}', 6, /no closing quote/],
  ['{} {}', 3, /Nothing more/],
  ['{a: 1}', 1, /name in double quotes/],
  ['[}', 1, /value is expected/],
];

test('the first mistake is found where it is, and said in words', () => {
  for (const [text, at, words] of wrong) {
    const { problem } = scanJson(text);
    assert.equal(problem?.at, at, `${text}: ${problem?.message}`);
    assert.match(problem?.message ?? '', words, text);
  }
});

test('what the parser takes has no problem, however deep it is', () => {
  const deep = `${'['.repeat(50_000)}1${']'.repeat(50_000)}`;
  const texts = ['1', '"\\u0041\\n"', '{"a":{"b":[]},"c":-1.5e+3}', ' [ ] ', '{"":""}', deep];
  for (const text of texts) {
    assert.doesNotThrow(() => JSON.parse(text) as unknown);
    assert.equal(scanJson(text).problem, undefined, text.slice(0, 40));
  }
});

test('a place is counted in lines and columns', () => {
  assert.deepEqual(placeAt('{\n  "a": x\n}', 9), { line: 2, column: 8 });
});
