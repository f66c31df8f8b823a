import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ancestors,
  findIn,
  flatten,
  hasMoreThan,
  initiallyOpen,
  rangeSize,
} from '../../../webview/model/json/jsonTree.ts';

const value = { a: 1, 'b/c': [true, null, { deep: 'Text' }], empty: {} };
const found = (root: unknown, query: string): string[] => [...findIn(root, query)].filter((id) => id !== undefined);

test('only what is open has rows', () => {
  assert.deepEqual(
    flatten(value, new Set()).map((row) => row.text),
    ['{a: 1, b/c: [3], empty: {…}}'],
  );
  const rows = flatten(value, new Set(['', '/b~1c']));
  assert.deepEqual(
    rows.map((row) => row.id),
    ['', '/a', '/b~1c', '/b~1c/0', '/b~1c/1', '/b~1c/2', '/empty'],
  );
  assert.deepEqual(
    rows.map((row) => row.branch),
    [true, false, true, false, false, true, false],
  );
});

test('a list of a million items opens in ranges', () => {
  const many = Array.from({ length: 1_000_000 }, (_, at) => at);
  const rows = flatten(many, new Set(['', '#500']));
  assert.equal(rows.length, 1 + 1_000_000 / rangeSize + rangeSize);
  assert.equal(rows.find((row) => row.id === '/501')?.text, '501');
});

test('a long text is cut in its row', () => {
  const [, row] = flatten({ long: 'x'.repeat(1_000_000) }, new Set(['']));
  assert.ok((row?.text.length ?? 0) < 3_000);
});

test('a search finds keys and values, and knows what to open for each', () => {
  assert.deepEqual(found(value, 'text'), ['/b~1c/2/deep']);
  assert.deepEqual(found(value, 'DEEP'), ['/b~1c/2/deep']);
  assert.deepEqual(found(value, 'true'), ['/b~1c/0']);
  assert.deepEqual(ancestors('/b~1c/2/deep', value), ['', '/b~1c', '/b~1c/2']);
});

test('what is found inside a range opens the range', () => {
  const many = { list: Array.from({ length: 2_000 }, (_, at) => ({ at })) };
  const open = new Set(ancestors('/list/1234/at', many));
  assert.deepEqual([...open], ['', '/list', '/list#1000', '/list/1234']);
  assert.ok(flatten(many, open).some((row) => row.id === '/list/1234/at'));
});

test('a small value opens whole, a large one only its top', () => {
  assert.deepEqual([...initiallyOpen(value)], ['', '/b~1c', '/b~1c/2']);
  const large = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, { x: at }]));
  assert.deepEqual([...initiallyOpen(large)], ['']);
  assert.equal(hasMoreThan(value, 100), false);
  assert.equal(hasMoreThan(large, 100), true);
});
