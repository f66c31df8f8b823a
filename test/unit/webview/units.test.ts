import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMs } from '../../../webview/platform/units.ts';

test('a duration is never rounded to another tick of the same timeline', () => {
  assert.deepEqual([50_000, 100_000, 150_000, 180_000, 200_000].map(formatMs), [
    '50 s',
    '100 s',
    '2.5 min',
    '3 min',
    '3.3 min',
  ]);
});
