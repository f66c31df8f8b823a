import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { oncePerTurn } from '../../../src/extension/shell/oncePerTurn.ts';

test('what was read holds for the turn and is read again in the next', async () => {
  let reads = 0;
  const read = oncePerTurn(() => ++reads);
  assert.deepEqual([read(), read()], [1, 1]);
  await Promise.resolve();
  assert.equal(read(), 1);
  await turn();
  assert.deepEqual([read(), read()], [2, 2]);
});

test('a reading that failed is not kept', () => {
  let reads = 0;
  const read = oncePerTurn(() => {
    if (++reads === 1) throw new Error('not yet');
    return reads;
  });
  assert.throws(read, /not yet/);
  assert.equal(read(), 2);
});
