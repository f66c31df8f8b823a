import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slopesOf } from '../../soak/slopes.ts';

test('what grows is told by a line through all samples, not by the first and the last', () => {
  const samples = [0, 1, 2, 3].map((minute) => ({ minute, megabytes: 50 + 2 * minute, handles: minute % 2 }));
  const { megabytesPerMinute, handlesPerMinute } = slopesOf(samples);
  assert.ok(Math.abs(megabytesPerMinute - 2) < 1e-9);
  assert.ok(Math.abs(handlesPerMinute - 0.2) < 1e-9);
});
