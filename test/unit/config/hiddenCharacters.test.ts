import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hasHidden,
  hiddenCharacters,
  revealHidden,
  revealOnOneLine,
} from '../../../src/core/config/text/hiddenCharacters.ts';

const hidden: readonly (readonly [string, string, string])[] = [
  ['a zero-width space', 'a\u200bb', 'a[U+200B]b'],
  ['a soft hyphen', 'a\u00adb', 'a[U+00AD]b'],
  ['an override of the reading order', 'a\u202eb', 'a[U+202E]b'],
  ['an isolate', '\u2066x\u2069', '[U+2066]x[U+2069]'],
  ['a terminal code', '\u001b[31mred', '[U+001B][31mred'],
  ['a NUL', 'a\0b', 'a[U+0000]b'],
  ['letters of the tag block', 'x\u{e0041}\u{e0042}', 'x[U+E0041][U+E0042]'],
  ['a joiner between plain letters', 'a\u200db', 'a[U+200D]b'],
  ['variation selectors after plain letters', 'a\ufe01\u{e0101}', 'a[U+FE01][U+E0101]'],
  ['a Hangul filler', 'a\u3164b', 'a[U+3164]b'],
];
for (const [what, text, shown] of hidden) {
  test(`${what} is found and written out`, () => {
    assert.ok(hasHidden(text));
    assert.equal(revealHidden(text), shown);
  });
}

test('characters that scripts need are not treated as hidden', () => {
  for (const text of ['👨‍👩‍👧', '☁️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'क्‍ष', 'می‌خواهم', 'naïve — “quotes” …', 'tab\tand\nline\r\n', '葛󠄀']) {
    assert.deepEqual(hiddenCharacters(text), [], text);
  }
});

test('on one line breaks, tabs and odd spaces are written out too', () => {
  assert.equal(revealOnOneLine('a\nb\tc\u00a0d e'), 'a[U+000A]b[U+0009]c[U+00A0]d e');
});
