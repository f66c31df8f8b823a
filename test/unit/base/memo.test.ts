import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Memo } from '../../../src/base/memo.ts';

test('a value is made once, and again when there were too many others or all were forgotten', () => {
  const made: string[] = [];
  const memo = new Memo((key: string) => (made.push(key), key === 'none' ? undefined : key.length), 2);
  for (const key of ['none', 'none', 'four', 'four']) memo.get(key);
  assert.deepEqual(made.splice(0), ['none', 'four']);
  assert.equal(memo.get('three'), 5);
  assert.deepEqual([memo.get('three'), memo.get('four')], [5, 4]);
  assert.deepEqual(made.splice(0), ['three', 'four']);
  memo.clear();
  assert.equal(memo.get('four'), 4);
  assert.deepEqual(made, ['four']);
});
