import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOneByte } from '../../../scripts/lib/oneByteSources.mjs';

test('a source without letters beyond Latin-1 matches and says what it did before', async () => {
  const source = 'export const all = [/[…“]+/.exec("a…“b")[0], /^[😀-😎]$/u.test("😂"), `ü → ${1}`, "模块".length];';
  const escaped = inOneByte(source);
  assert.doesNotMatch(escaped, /[^\0-\xff]/);
  const { all } = (await import(`data:text/javascript,${encodeURIComponent(escaped)}`)) as { all: readonly unknown[] };
  assert.deepEqual(all, ['…“', true, 'ü → 1', 2]);
});
