import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as vscode from '../../support/fakeVscode.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();

const { approveAndStart } = await import('../../../src/extension/servers/approveServers.ts');
type Core = Parameters<typeof approveAndStart>[0];

/** A server whose dialog leads to this state. */
async function approvedInto(state: object): Promise<readonly string[]> {
  const done: string[] = [];
  const server = { state: { peek: () => state }, start: async () => void done.push('started') };
  const core = { approve: async () => void done.push('asked'), server: () => server };
  await approveAndStart(core as unknown as Core, 'notes');
  return done;
}

test('an approved server is started', async () => {
  assert.deepEqual(await approvedInto({ kind: 'disconnected', reason: 'never' }), ['asked', 'started']);
});

test('a server whose dialog was closed, or that is disabled, is not started', async () => {
  assert.deepEqual(await approvedInto({ kind: 'pending', reason: 'new' }), ['asked']);
  assert.deepEqual(await approvedInto({ kind: 'disconnected', reason: 'disabled' }), ['asked']);
});

test('in a workspace that is not trusted, approving leads to its trust', async (t) => {
  t.after(() => (vscode.workspace.isTrusted = true));
  vscode.workspace.isTrusted = false;
  assert.deepEqual(await approvedInto({ kind: 'pending', reason: 'untrusted-workspace' }), []);
  assert.deepEqual(vscode.executed.splice(0), ['workbench.trust.manage']);
});
