import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../../../src/base/text/plainText.ts';

const cases: readonly (readonly [what: string, text: string, plain: string])[] = [
  ['colours', '\u001B[33mwarn\u001B[39m', 'warn'],
  ['cursor moves and clearing', '\u001B[2J\u001B[1;1Hhello\u001B[K', 'hello'],
  ['a window title', '\u001B]0;owned\u0007text', 'text'],
  ['a link', '\u001B]8;;https://evil.example\u001B\\click\u001B]8;;\u001B\\', 'click'],
  ['a clipboard write that never ends', 'a\u001B]52;c;ZXZpbA==', 'a'],
  ['eight-bit sequences', '\u009B31mred', 'red'],
  ['bells, backspaces and carriage returns', 'a\u0007b\u0008c\rd', 'abc\nd'],
  ['nothing of an ordinary text', 'tab\tline\nüñí 日本 🎉', 'tab\tline\nüñí 日本 🎉'],
];

for (const [what, text, plain] of cases) {
  test(`it removes ${what}`, () => assert.equal(plainText(text), plain));
}
