import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRetryAfterMs } from '../../../src/core/servers/connection/backoff.ts';

const now = Date.UTC(2026, 10, 17, 12);

test('Retry-After is read as seconds and as a date, and never keeps a server away for more than an hour', () => {
  const cases: readonly (readonly [string | undefined, number])[] = [
    [undefined, 0],
    ['', 0],
    ['soon', 0],
    ['-5', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['9999999999999', 3_600_000],
    ['Tue, 17 Nov 2026 12:00:30 GMT', 30_000],
    ['Tue, 17 Nov 2026 11:00:00 GMT', 0],
    ['Tue, 17 Nov 2099 11:00:00 GMT', 3_600_000],
  ];
  for (const [text, ms] of cases) assert.equal(parseRetryAfterMs(text, now), ms, text);
});
