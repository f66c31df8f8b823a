import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerStateKind } from '../../../src/contract/inspector.ts';
import * as vscode from '../../support/fakeVscode.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();

const { chooseServer, idsFor } = await import('../../../src/extension/servers/serverChoice.ts');
type Core = Parameters<typeof chooseServer>[0];

const states: Readonly<Record<string, ServerStateKind>> = {
  own: 'connected',
  fresh: 'pending',
  idle: 'disconnected',
  off: 'disconnected',
  up: 'connected',
  lost: 'waiting',
  broken: 'error',
};

const core = {
  embeddedId: 'own',
  snapshot: {
    value: {
      servers: Object.entries(states).map(([id, state]) => ({
        id,
        label: id,
        source: 'mcp.json',
        state,
        stateText: state,
      })),
    },
  },
  entry: (id: string) => ({ options: { disabled: id === 'off' } }),
  held: (id: string) => (id === 'up' ? [{}] : []),
} as unknown as Core;

test('an action is offered for the servers that it does something to', () => {
  assert.deepEqual(idsFor(core, 'start'), ['idle', 'broken']);
  assert.deepEqual(idsFor(core, 'stop'), ['up', 'lost']);
  assert.deepEqual(idsFor(core, 'restart'), ['up', 'broken']);
  assert.deepEqual(idsFor(core, 'retry'), ['lost']);
  assert.deepEqual(idsFor(core, 'approve'), ['fresh']);
  assert.deepEqual(idsFor(core, 'review'), ['up']);
  assert.deepEqual(idsFor(core, 'any'), Object.keys(states));
  assert.deepEqual(idsFor(core, 'configured'), Object.keys(states).slice(1));
});

test('each server of the list is shown with its state, and where there is none a sentence says so', async () => {
  await chooseServer(core, 'retry');
  assert.deepEqual(vscode.offered.splice(0), [
    [{ label: 'lost', description: 'waiting', detail: 'mcp.json', id: 'lost' }],
  ]);
  const none = { ...core, held: () => [] } as unknown as Core;
  assert.equal(await chooseServer(none, 'review'), undefined);
  assert.equal(vscode.shown.splice(0)[0]?.message, 'This does not apply to any server now.');
});
