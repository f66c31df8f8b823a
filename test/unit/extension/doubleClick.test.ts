import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DoubleClick } from '../../../src/extension/views/doubleClick.ts';

test('two clicks on one row within half a second are a double click, and a third begins anew', () => {
  const clicks = new DoubleClick();
  const [row, other] = [{}, {}];
  assert.deepEqual(
    [clicks.isSecond(row, 0), clicks.isSecond(row, 300), clicks.isSecond(row, 400)],
    [false, true, false],
  );
  assert.deepEqual(
    [clicks.isSecond(other, 500), clicks.isSecond(row, 600), clicks.isSecond(row, 1_200)],
    [false, false, false],
  );
});
