// What VS Code is given for agents before the app, and with it every check of the core, is loaded.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { ExtensionContext } from 'vscode';
import * as vscode from '../support/fakeVscode.ts';
import { useFakeVscode } from '../support/useFakeVscode.ts';

useFakeVscode();

const setting = 'mcpSwitchboard.gateway.servers';
const offer = { label: 'notes', path: '/servers/notes/mcp', version: '1' };

afterEach(() => {
  vscode.settings.clear();
  vscode.workspace.isTrusted = true;
});

function contextWith(): ExtensionContext {
  const values = new Map<string, unknown>();
  const workspaceState = {
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  return { workspaceState, extension: { packageJSON: { version: '1.2.3' } } } as unknown as ExtensionContext;
}

const parts = async () => ({
  ...(await import('../../src/extension/lm/agentOffers.ts')),
  ...(await import('../../src/extension/lm/sleepingAgents.ts')),
});

test('in a workspace that is not trusted nothing is offered and no port is opened, whatever is remembered', async () => {
  const { openSleepingAgents, rememberOffers } = await parts();
  const context = contextWith();
  rememberOffers(context.workspaceState, [offer], 0);
  vscode.workspace.isTrusted = false;
  assert.equal(await openSleepingAgents(context, () => {}), undefined);
});

test('where agents are turned off by the user or a policy no port is opened', async () => {
  const { openSleepingAgents } = await parts();
  vscode.settings.set('mcpSwitchboard.agents.exposeAs', { globalValue: 'off' });
  assert.equal(await openSleepingAgents(contextWith(), () => {}), undefined);
  vscode.settings.clear();
  vscode.settings.set('chat.mcp.access', { globalValue: 'none' });
  assert.equal(await openSleepingAgents(contextWith(), () => {}), undefined);
});

test('what was remembered under other settings is not offered: only the app knows what holds now', async () => {
  const { openSleepingAgents, rememberOffers } = await parts();
  const context = contextWith();
  vscode.settings.set(setting, { globalValue: { notes: true } });
  rememberOffers(context.workspaceState, [offer], 0);
  const asleep = await openSleepingAgents(context, () => {});
  assert.deepEqual(asleep?.offers, [offer]);
  asleep?.port.dispose();
  vscode.settings.set(setting, { globalValue: { other: true } });
  assert.equal(await openSleepingAgents(context, () => {}), undefined);
});

test('a definition carries the token of this activation, and none is remembered', async () => {
  const { definitionsOf, openSleepingAgents, rememberOffers } = await parts();
  const context = contextWith();
  const one = await openSleepingAgents(context, () => {});
  assert.ok(one);
  const [definition] = definitionsOf(one.offers, one.port);
  assert.deepEqual(definition?.headers, { Authorization: `Bearer ${one.port.token}` });
  rememberOffers(context.workspaceState, one.offers, one.port.port);
  assert.ok(!JSON.stringify(context.workspaceState.get('agentOffers')).includes(one.port.token));
  one.port.dispose();
  const two = await openSleepingAgents(context, () => {});
  assert.notEqual(two?.port.token, one.port.token);
  two?.port.dispose();
});
