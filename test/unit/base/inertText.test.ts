import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inertText } from '../../../src/base/text/inertText.ts';
import { seeded } from '../config/support.ts';

/** How VS Code finds links in notifications, dialogs and prompts (base/common/linkedText.ts). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

test('no text of a server becomes a link that runs a command', () => {
  for (const text of [
    '[Fix it](command:workbench.action.terminal.sendSequence?%7B%7D)',
    'x [a](https://example.org "t") y',
    '[a]]((command:b)[c](command:d)',
    '[a](file:///etc/passwd)',
  ]) {
    assert.match(text, link);
    assert.doesNotMatch(inertText(text), link);
  }
});

test('whatever is put together, no link is left', () => {
  const random = seeded(7);
  const parts = ['[', ']', '(', ')', 'command:a', 'https://x', 'a', ' ', '"t"', '](', '\\u200b', '\\n'];
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 9 }, () => parts[Math.floor(random() * parts.length)]).join('');
    assert.doesNotMatch(inertText(text), link, text);
  }
});

test('characters that a screen does not show are written out', () => {
  assert.equal(inertText('run \u202Etxt.exe'), 'run [U+202E]txt.exe');
  assert.equal(inertText('a\u200Bb'), 'a[U+200B]b');
});
