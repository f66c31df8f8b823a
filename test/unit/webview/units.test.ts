import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { formatMoment, formatMs } from '../../../webview/platform/units.ts';

test('a duration is never rounded to another tick of the same timeline', () => {
  assert.deepEqual([50_000, 100_000, 150_000, 180_000, 200_000].map(formatMs), [
    '50 s',
    '100 s',
    '2.5 min',
    '3 min',
    '3.3 min',
  ]);
});

const pageIn = (lang: string): void => void Object.assign(globalThis, { document: { documentElement: { lang } } });
afterEach(() => void Reflect.deleteProperty(globalThis, 'document'));

test('a moment is told as the times of traffic are, in every language, and another day in that of the page', () => {
  const now = new Date();
  now.setHours(18, 5, 9, 42);
  for (const language of ['en', 'zh-cn']) {
    pageIn(language);
    assert.equal(formatMoment(now.getTime()), '18:05:09');
  }
  const earlier = new Date(2020, 0, 31, 6, 7, 8).getTime();
  assert.equal(formatMoment(earlier), '2020/1/31 06:07:08');
  pageIn('en-US');
  assert.equal(formatMoment(earlier), '1/31/2020 06:07:08');
});
