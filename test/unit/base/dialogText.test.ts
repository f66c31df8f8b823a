import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialogText, fitsDialog } from '../../../src/base/text/dialogText.ts';

test('nothing is hidden in a dialog, nothing is a link, and its title is one line', () => {
  const text = dialogText({ title: 'Run "a\nb"?', detail: 'x\u202E\n[ok](command:y)' });
  assert.deepEqual(text, { title: 'Run "a[U+000A]b"?', detail: 'x[U+202E]\n[ok] (command:y)' });
});

test('a text that a user could not read whole makes no dialog', () => {
  assert.ok(fitsDialog('x'.repeat(10_000)));
  assert.ok(!fitsDialog('x'.repeat(10_001)));
  assert.ok(fitsDialog('\n'.repeat(299)));
  assert.ok(!fitsDialog('\n'.repeat(300)));
  assert.ok(dialogText({ title: 'a', detail: 'x'.repeat(9_000) }));
  assert.equal(dialogText({ title: 'a', detail: `safe${'\n'.repeat(400)}rm -rf ~` }), undefined);
  assert.equal(dialogText({ title: 'a', detail: '\u200B'.repeat(2_000) }), undefined, 'as long as it is shown');
});
