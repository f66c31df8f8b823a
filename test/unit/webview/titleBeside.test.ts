import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleBeside } from '../../../webview/model/browse/titleBeside.ts';

test('a title that only spells the name out is left away, so that the description has the room', () => {
  assert.equal(titleBeside({ name: 'get-sum', title: 'Get Sum Tool' }), undefined);
  assert.equal(titleBeside({ name: 'simple_prompt', title: 'Simple Prompt' }), undefined);
  assert.equal(titleBeside({ name: 'args', title: 'Args Prompt' }), undefined);
  assert.equal(titleBeside({ name: 'plain' }), undefined);
});

test('a title that says more stays, in any script', () => {
  assert.equal(titleBeside({ name: 'get-env', title: 'Print Environment Tool' }), 'Print Environment Tool');
  assert.equal(titleBeside({ name: '求和', title: '两数之和' }), '两数之和');
});
