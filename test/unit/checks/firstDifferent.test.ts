import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDifferent } from '../../../src/core/checks/bisect/firstDifferent.ts';

async function search(size: number, first: number): Promise<{ found: number | undefined; asked: number }> {
  const candidates = Array.from({ length: size }, (_, at) => at);
  let asked = 0;
  const found = await firstDifferent(candidates, async (candidate) => {
    asked++;
    return candidate >= first;
  });
  return { found, asked };
}

test('whichever of twenty is the first, five looks are enough', async () => {
  for (let first = 0; first <= 20; first++) {
    const { found, asked } = await search(20, first);
    assert.equal(found, first < 20 ? first : undefined);
    assert.ok(asked <= 5, `${asked} for ${first}`);
  }
});

test('one candidate is looked at, and none is no question', async () => {
  assert.deepEqual(await search(1, 0), { found: 0, asked: 1 });
  assert.deepEqual(await search(1, 1), { found: undefined, asked: 1 });
  assert.deepEqual(await search(0, 0), { found: undefined, asked: 0 });
});

test('any number is found', async () => {
  for (let size = 2; size < 40; size++)
    for (let first = 0; first < size; first++) assert.equal((await search(size, first)).found, first);
});
