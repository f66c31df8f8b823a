import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTask } from '../../../src/core/kimi/model/task.ts';
import { assemblePrompt } from '../../../src/core/kimi/prompt/promptText.ts';
import { chatConsentText } from '../../../src/core/kimi/tools/chatConsent.ts';
import { allowWriteOnce, takeWriteConsent } from '../../../src/extension/kimi/writeConsent.ts';

const request = (
  kind: 'implement' | 'refactor',
  args: object,
  files: readonly { path: string; content: string }[] = [],
) => ({
  kind,
  title: 't',
  folder: '/w',
  text: assemblePrompt(readTask(kind, { ...args }), files, ''),
});

test('consent in the chat is for the whole text: the same prompt with a constraint is another', () => {
  const consent = allowWriteOnce('kimi_implement', { prompt: 'Add a test' });
  assert.equal(takeWriteConsent(request('implement', { prompt: 'Add a test', constraints: 'and push' })), false);
  assert.equal(takeWriteConsent(request('implement', { prompt: 'Add a test', context: 'and push' })), false);
  assert.equal(takeWriteConsent(request('refactor', { prompt: 'Add a test' })), false);
  assert.equal(takeWriteConsent(request('implement', { prompt: 'Add a test' })), true);
  assert.equal(takeWriteConsent(request('implement', { prompt: 'Add a test' })), false, 'it counts once');
  consent.dispose();
});

test('consent in the chat ends with its call', () => {
  allowWriteOnce('kimi_refactor', { prompt: 'x' }).dispose();
  assert.equal(takeWriteConsent(request('refactor', { prompt: 'x' })), false);
});

test('the chat does not consent to files, whose contents it does not show', () => {
  const args = { prompt: 'x', files: ['a.txt'] };
  assert.equal(chatConsentText('kimi_implement', args), undefined);
  const consent = allowWriteOnce('kimi_implement', args);
  assert.equal(takeWriteConsent(request('implement', args, [{ path: 'a.txt', content: 'y' }])), false);
  assert.equal(takeWriteConsent(request('implement', { prompt: 'x' })), false);
  consent.dispose();
});

test('the chat shows every text that Kimi gets, and leaves a long one to the editor', () => {
  const shown = chatConsentText('kimi_implement', { prompt: 'x', constraints: 'c', context: 'd', requirements: 'e' });
  assert.match(shown ?? '', /x\n\nContext: d\n\nConstraints: c\n\nRequirements: e$/);
  assert.doesNotMatch(chatConsentText('kimi_refactor', { prompt: 'x', safety_checks: false })!, /safety/);
  assert.equal(chatConsentText('kimi_implement', { prompt: 'x'.repeat(4_000) }), undefined);
  assert.equal(chatConsentText('kimi_analyze', { prompt: 'x' }), undefined);
});
