import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partAt, trim, trimFrom, trimParts, sizeOf } from '../../../src/core/calls/trimResult.ts';
import { appendAt } from '../../../webview/model/json/jsonEdit.ts';
import { PartialValue } from '../../../webview/model/json/partialValue.ts';

test('a small value is sent complete', () => {
  const value = { a: [1, 'x', null, { b: true }] };
  assert.deepEqual(trim(value), { value, cuts: [] });
});

test('a text of 50 MB is truncated, with the position of the cut', () => {
  const { value, cuts } = trim({ content: [{ type: 'text', text: 'x'.repeat(50_000_000) }] });
  assert.ok(JSON.stringify(value).length < 30_000);
  assert.deepEqual(cuts, [{ at: '/content/0/text', kind: 'text', size: 50_000_000, shown: 20_000 }]);
});

test('an image is never truncated', () => {
  const data = 'A'.repeat(1_000_000);
  const { value, cuts } = trim([{ type: 'image', mimeType: 'image/png', data }]);
  assert.deepEqual([value, cuts], [[{ type: 'image', mimeType: 'image/png', data }], []]);
});

test('loading every cut gives the whole value, piece by piece', () => {
  const whole = {
    list: Array.from({ length: 3_000 }, (_, at) => ({ at, words: `${'word '.repeat(30)}${at}` })),
    text: 'abc'.repeat(300_000),
    'a/b': Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`key ${at}`, at])),
  };
  const open = [...trim(whole).cuts];
  let { value } = trim(whole);
  let pulls = 0;
  for (let cut = open.shift(); cut; cut = open.shift()) {
    const part = trimFrom(partAt(whole, cut.at), cut.at, cut.shown);
    assert.ok(JSON.stringify(part.value).length < 1_000_000, 'no piece is large');
    value = appendAt(value, cut, part.value);
    open.push(...part.cuts);
    assert.ok(++pulls < 10_000);
  }
  assert.deepEqual(value, whole);
});

test('weighing stops at its limit', () => {
  assert.ok(sizeOf(Array.from({ length: 10 }, () => 'xxxxxxxxxx')) >= 100);
  assert.ok(sizeOf({ a: 'x'.repeat(1_000) }, 10) > 10);
});

const large = {
  rows: Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}`, tags: ['a', 'b'] })),
  'a/b~c': 'x'.repeat(1_000_000),
  deep: Array.from({ length: 300 }).reduce<unknown>((inner, _, at) => ({ at, inner }), 'leaf'),
};

test('a value of any shape is completed in parts of which none is large', () => {
  const { value, cuts } = trim({ large });
  const part = new PartialValue((value as { large: unknown }).large, '/large', cuts);
  let pulls = 0;
  for (let places = part.missing(); places.length > 0; places = part.missing()) {
    const answer = trimParts(places, (at) => partAt({ large }, at));
    assert.ok(JSON.stringify(answer).length < 1_500_000, 'no part is large');
    part.take(answer);
    assert.ok(++pulls < 500);
  }
  assert.deepEqual(part.value, large);
});

test('a text that is itself what is missing is completed too', () => {
  const text = 'line\n'.repeat(200_000);
  const part = new PartialValue(text.slice(0, 10), '/text', [
    { at: '/text', kind: 'text', size: 1_000_000, shown: 10 },
  ]);
  for (let places = part.missing(); places.length > 0; places = part.missing())
    part.take(trimParts(places, () => text));
  assert.equal(part.value, text);
});
