import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hasHidden,
  hiddenCharacters,
  revealHidden,
  revealOnOneLine,
  revealSentence,
  revealedJson,
} from '../../../src/base/text/hiddenCharacters.ts';

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
  ['a carriage return that lets a line be written over', 'rm -rf\rls', 'rm -rf[U+000D]ls'],
  ['an eight-bit terminal code', 'a\u009b2Jb', 'a[U+009B]2Jb'],
  ['a shorthand format control', 'a\u{1bca0}b', 'a[U+1BCA0]b'],
  ['a byte after each digit', '1\u{e0101}2\ufe0f', '1[U+E0101]2[U+FE0F]'],
  ['a selector after a sign of ASCII', '--a=\ufe00b', '--a=[U+FE00]b'],
  ['a selector that its character does not have', '∑\ufe0f👩\u{e0100}', '∑[U+FE0F]👩[U+E0100]'],
  ['letters after a flag that is none', '🏴\u{e0001}\u{e0072}\u{e006d}', '🏴[U+E0001][U+E0072][U+E006D]'],
  ['letters after the end of a flag', '🏴󠁧󠁢󠁥󠁮󠁧󠁿\u{e0041}', '🏴󠁧󠁢󠁥󠁮󠁧󠁿[U+E0041]'],
  ['a joiner that joins nothing', '©\u200dx👩\u200c', '©[U+200D]x👩[U+200C]'],
  ['a Hangul filler', 'a\u3164b', 'a[U+3164]b'],
];
for (const [what, text, shown] of hidden) {
  test(`${what} is found and written out`, () => {
    assert.ok(hasHidden(text));
    assert.equal(revealHidden(text), shown);
  });
}

test('characters that scripts need are not treated as hidden', () => {
  for (const text of [
    '👨‍👩‍👧',
    '☁️',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'क्‍ष',
    'می‌خواهم',
    'naïve — “quotes” …',
    'tab\tand\nline\r\n',
    '葛󠄀',
    '1️⃣',
    '∩︀',
    '👩🏽‍💻',
    '🏳️‍🌈',
  ]) {
    assert.deepEqual(hiddenCharacters(text), [], text);
  }
});

test('on one line breaks, tabs and odd spaces are written out too', () => {
  assert.equal(revealOnOneLine('a\nb\tc\u00a0d e'), 'a[U+000A]b[U+0009]c[U+00A0]d e');
});

test('every control character and every character that Unicode calls ignorable is hidden', () => {
  const ignorable = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;
  const codes = Array.from({ length: 0x11_00_00 }, (_, code) => code).filter(
    (code) => ![0x09, 0x0a].includes(code) && (code < 0xd8_00 || code > 0xdf_ff),
  );
  const missed = codes.filter(
    (code) => ignorable.test(String.fromCodePoint(code)) && !hasHidden(`a${String.fromCodePoint(code)}b`),
  );
  assert.deepEqual(
    missed.map((code) => code.toString(16)),
    [],
  );
});

test('a sentence stays on one line and keeps the spaces of other scripts', () => {
  assert.equal(revealSentence('a\nb\r\nc\td\u3000e'), 'a[U+000A]b[U+000D][U+000A]c[U+0009]d\u3000e');
});

test('JSON shows what is hidden, and reads back as the same value', () => {
  const value = { 'k\u202e': ['a\u200bb', 'x\u{e0041}', '\u009b2J', 'a\nb', '\\u202e', '👨‍👩‍👧'] };
  const json = revealedJson(value);
  assert.deepEqual(JSON.parse(json), value);
  assert.ok(!hasHidden(json));
  assert.ok(json.includes('k\\u202e') && json.includes('x\\udb40\\udc41'), json);
  assert.equal(revealedJson(undefined), 'null');
});
