import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { App } from '../../../src/extension/shell/app.ts';
import { createFakePorts } from '../../support/fakePorts.ts';
import * as vscode from '../../support/fakeVscode.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();

const { addServers } = await import('../../../src/extension/servers/add/addServer.ts');

const focus = 'mcpSwitchboard.inspector.focus';

test('the Inspector takes no focus from the approval of a new server, and gets it with the answer', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-add-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'mcp.json');
  const happened: string[] = vscode.executed;
  const server = { state: { peek: () => ({ kind: 'pending' }) } };
  const app = {
    ports: createFakePorts(folder),
    reloadConfiguration: async () => {},
    select: () => {},
    openConfiguration: async () => void happened.push('the file'),
    core: { approve: async () => void happened.push('the question'), server: () => server },
  };
  const servers = [{ name: 'notes', body: { command: 'node', args: ['notes.mjs'] } }];
  await addServers(app as unknown as App, { servers, target: { kind: 'vscode', file } });
  assert.match(readFileSync(file, 'utf8'), /"notes"/);
  assert.deepEqual(happened.splice(0), [
    'the file',
    `${focus} {"preserveFocus":true}`,
    'the question',
    `${focus} {"preserveFocus":false}`,
  ]);
});
