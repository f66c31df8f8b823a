import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJsonBeginning } from '../../../src/base/jsonBeginning.ts';

const beginning = (text: string): unknown => {
  const parsed = parseJsonBeginning(text);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason);
  return parsed.value;
};

test('a text whose end is missing is read as far as it goes', () => {
  assert.deepEqual(beginning('{"a":1,"b":[{"c":true},{"c":fal'), { a: 1, b: [{ c: true }, {}] });
  assert.deepEqual(beginning('{"a":{"b":[1,2,3'), { a: { b: [1, 2] } });
  assert.deepEqual(beginning('{"a":[[],{}],"b"'), { a: [[], {}] });
  assert.deepEqual(beginning('{"a":1,"long na'), { a: 1 });
  assert.deepEqual(beginning('["a",'), ['a']);
});

test('a text value is kept up to where it is cut', () => {
  assert.deepEqual(beginning('{"a":"some words'), { a: 'some words' });
  assert.deepEqual(beginning('["x","]},\\"[{'), ['x', ']},"[{']);
  assert.equal(beginning('"only'), 'only');
});

test('half an escape at the end is left out, and a whole one is not', () => {
  const cuts = ['\\', '\\u', '\\u0', '\\u00', '\\u00e'];
  for (const cut of cuts) assert.deepEqual(beginning(`["caf${cut}`), ['caf'], cut);
  assert.deepEqual(beginning('["caf\\u00e9'), ['café']);
  assert.deepEqual(beginning('["c:\\\\'), ['c:\\']);
  assert.deepEqual(beginning('["c:\\\\\\'), ['c:\\']);
  assert.deepEqual(beginning('["\\\\u12'), ['\\u12']);
});

test('every beginning of a text can be read, and says nothing that the text does not', () => {
  const value = { a: [1, -2.5e3, null, true, { b: 'x"y\\z', 'k:,[': {} }], ü: '…\n', n: [[[]], ''] };
  const text = JSON.stringify(value);
  assert.deepEqual(beginning(text), value);
  for (let end = 1; end < text.length; end++)
    assert.ok(isPart(beginning(text.slice(0, end)), value), text.slice(0, end));
});

/** Nothing added, nothing changed; entries may be missing, and a text may be shorter. */
function isPart(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string' && typeof whole === 'string') return whole.startsWith(part);
  if (typeof part !== 'object' || part === null) return part === whole;
  return Object.entries(part).every(([key, each]) => isPart(each, (whole as Record<string, unknown>)[key]));
}

test('what is no JSON, or nested a thousand deep, is not read', () => {
  assert.equal(parseJsonBeginning('not JSON').ok, false);
  assert.equal(parseJsonBeginning('[1,,').ok, false);
  assert.equal(parseJsonBeginning('['.repeat(1_001)).ok, false);
  assert.equal(parseJsonBeginning('['.repeat(1_000)).ok, true);
});
