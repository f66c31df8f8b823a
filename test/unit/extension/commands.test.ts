import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { DiagnosedFault } from '../../../src/core/diagnosis/diagnosedFault.ts';
import type { Selection } from '../../../src/contract/inspector.ts';
import * as vscode from '../../support/fakeVscode.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();

const { runCommand } = await import('../../../src/extension/commands.ts');
type Context = Parameters<typeof runCommand>[1];
type Id = Parameters<typeof runCommand>[0];

const diagnosis = { rule: 'r', cause: 'It is missing.', remedies: [], certainty: 'certain' } as const;

/** Every action on the server "notes" fails; an Inspector in view shows this. */
async function failing(id: Id, inspected: Selection | undefined): Promise<{ shown: string[]; logged: number }> {
  let logged = 0;
  const fail = async (): Promise<never> => {
    throw new DiagnosedFault(new Fault('server/spawn-failed', 'Cannot run it'), [diagnosis]);
  };
  const app = {
    core: {
      server: () => ({ start: fail, restart: fail, stop: fail }),
      servers: { value: [{ id: 'notes', label: 'My Notes' }] },
    },
    inspected: () => inspected,
    logFault: () => void logged++,
  };
  await runCommand(id, { app } as unknown as Context, ['notes']);
  return { shown: vscode.shown.splice(0).map(({ kind }) => kind), logged };
}

test('a server that does not start is not announced over the page that explains why', async () => {
  assert.deepEqual(await failing('mcpSwitchboard.startServer', { server: 'notes' }), { shown: [], logged: 1 });
  assert.deepEqual(await failing('mcpSwitchboard.restartServer', { server: 'notes' }), { shown: [], logged: 1 });
});

test('over the page of another server it is announced by a warning, which goes by itself', async () => {
  assert.deepEqual(await failing('mcpSwitchboard.startServer', { server: 'other' }), { shown: ['warning'], logged: 1 });
  assert.deepEqual(await failing('mcpSwitchboard.startServer', {}), { shown: ['warning'], logged: 1 });
});

test('with no page in view it is announced by an error, which stays', async () => {
  assert.deepEqual(await failing('mcpSwitchboard.restartServer', undefined), { shown: ['error'], logged: 1 });
});

test('a failure that no page explains is announced over it', async () => {
  assert.deepEqual(await failing('mcpSwitchboard.stopServer', { server: 'notes' }), { shown: ['error'], logged: 1 });
});

test('a notification names the server, and offers its diagnosis, another try, its entry, report and log', async () => {
  const app = {
    core: {
      server: () => ({
        start: () => Promise.reject(new DiagnosedFault(new Fault('internal', 'It ended'), [diagnosis])),
      }),
      servers: { value: [{ id: 'notes', label: 'My Notes' }] },
    },
    inspected: () => undefined,
    logFault: () => {},
  };
  await runCommand('mcpSwitchboard.startServer', { app } as unknown as Context, ['notes']);
  const [{ message, buttons } = {}] = vscode.shown.splice(0);
  assert.equal(message, '"My Notes": It ended');
  assert.deepEqual(buttons, ['Diagnose…', 'Retry', 'Edit', 'Copy Report', 'Show Log']);
});
