import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();

const { signInFirst } = await import('../../../src/extension/shell/signInFirst.ts');
type Core = Parameters<typeof signInFirst>[0];

/** Which of a remote server in this state, and one that cannot be connected, are started. */
async function startedOf(state: object, kind = 'http'): Promise<readonly string[]> {
  const started: string[] = [];
  const core = {
    entry: () => ({ launch: { kind } }),
    server: (id: string) => ({
      label: id,
      state: { peek: () => state },
      start: async () => {
        started.push(id);
        if (id === 'away') throw new Error('away');
      },
    }),
  };
  await signInFirst(core as unknown as Core, ['away', 'here']);
  return started;
}

test('a remote server that is not connected is connected before agents get it, whatever becomes of another one', async () => {
  assert.deepEqual(await startedOf({ kind: 'disconnected', reason: 'never' }), ['away', 'here']);
  assert.deepEqual(await startedOf({ kind: 'error' }), ['away', 'here']);
});

test('nothing is started that is connected, disabled, not approved, or a program', async () => {
  assert.deepEqual(await startedOf({ kind: 'connected' }), []);
  assert.deepEqual(await startedOf({ kind: 'disconnected', reason: 'disabled' }), []);
  assert.deepEqual(await startedOf({ kind: 'pending', reason: 'new' }), []);
  assert.deepEqual(await startedOf({ kind: 'disconnected', reason: 'never' }, 'stdio'), []);
});
