import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PendingClientRequests } from '../../../src/core/calls/pendingClientRequests.ts';
import { ScriptedAnswers } from '../../../src/core/checks/run/scriptedAnswers.ts';
import type { RootsStore } from '../../../src/core/servers/rootsStore.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();
const { createClientRequests } = await import('../../../src/extension/clientRequests/serverRequests.ts');

const question = { mode: 'form', message: 'Sure?', schema: {} } as const;

function setup() {
  const pending = new PendingClientRequests();
  const answers = new ScriptedAnswers();
  const roots = { onDidChange: () => ({ dispose: () => {} }) } as unknown as RootsStore;
  const { elicit } = createClientRequests(pending, roots, answers);
  const ask = (server: string) => elicit?.(question, { server, signal: new AbortController().signal });
  return { pending, answers, ask };
}

test('while a check runs on a server its answers are given in their order, and then it is declined', async () => {
  const { pending, answers, ask } = setup();
  answers.use('notes', [{ confirm: true }]);
  assert.deepEqual(await ask('notes'), { action: 'accept', content: { confirm: true } });
  assert.deepEqual(await ask('notes'), { action: 'decline' });
  assert.equal(pending.pending.value.length, 0);
});

test('questions of other servers, and those after the check, are put to the user', () => {
  const { pending, answers, ask } = setup();
  answers.use('notes', [{ confirm: true }]);
  void ask('other');
  answers.release('notes');
  void ask('notes');
  assert.deepEqual(
    pending.pending.value.map(({ server }) => server),
    ['other', 'notes'],
  );
});
