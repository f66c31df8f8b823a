import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { vsixPath } from '../../scripts/lib/paths.mjs';
import { extensionId } from './support/extension.ts';
import { leaveBrowser } from './support/testWorkbench.ts';
import { findWebview } from './support/webview.ts';
import { type Opened, UserOfVersions, otherVersion } from './support/versions.ts';

/** Tells how long the secret is that it was started with. */
const keeper = `
import { serve } from './stdioServer.mjs';
const run = () => 'a key of ' + (process.env.KEY ?? '').length + ' characters';
serve('keeper', [{ name: 'look', description: 'Looks at its key.', inputSchema: { type: 'object' }, run }]);
`;

function arrange(folder: string): void {
  writeFileSync(join(folder, 'servers/keeper.mjs'), keeper);
  const args = ['${workspaceFolder}/servers/keeper.mjs'];
  const inputs = [{ id: 'key', type: 'promptString', description: 'Key of the keeper', password: true }];
  const servers = { keeper: { command: 'node', args, env: { KEY: '${input:key}' } } };
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ inputs, servers }));
}

function versionOf({ driver }: Opened): Promise<string> {
  return driver.run((vscode, id) => vscode.extensions.getExtension(id)!.packageJSON.version as string, extensionId);
}

function look({ driver }: Opened): Promise<string> {
  return driver.run(async (vscode, id) => {
    const extension = vscode.extensions.getExtension(id)!;
    const api = (await extension.activate()) as { callTool(id: string, tool: string): Promise<{ content: unknown }> };
    return JSON.stringify((await api.callTool('keeper', 'look')).content);
  }, extensionId);
}

async function showInspector({ page, workbench }: Opened): Promise<Frame> {
  await workbench.openSideBar('MCP Switchboard');
  await workbench.treeRow('keeper').first().click();
  return findWebview(page, '[data-testid=inspector]');
}

/** Approves the server, enters what it is asked for, and calls its tool: once and for all. */
async function begin(opened: Opened): Promise<void> {
  const { driver, page, workbench } = opened;
  const approving = driver.run(async (vscode) => {
    await vscode.commands.executeCommand('mcpSwitchboard.approveServer', 'keeper');
  });
  await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
  const asked = page.locator('.quick-input-widget', { hasText: 'Key of the keeper' });
  await asked.locator('input').first().fill('k'.repeat(17));
  await page.keyboard.press('Enter');
  await approving;
  assert.match(await look(opened), /a key of 17 characters/);
  const inspector = await showInspector(opened);
  await inspector.locator('[role=option][data-tool=look]').click();
  await inspector.getByTestId('run').click();
  await inspector.locator('[data-testid=result]:not([data-status=running])').first().waitFor();
}

/** Neither a dialog nor a question: what the other version was told counts. */
async function goOn(opened: Opened): Promise<void> {
  assert.match(await look(opened), /a key of 17 characters/); // approved, its secret known, its tool as it was pinned
  assert.equal(await opened.workbench.dialog().count(), 0);
  const attempts = await opened.driver.run((vscode) =>
    vscode.workspace.getConfiguration('mcpSwitchboard').get('servers.reconnectAttempts'),
  );
  assert.equal(attempts, 3);
  const inspector = await showInspector(opened);
  await inspector.getByRole('tab', { name: 'History' }).click();
  await inspector.getByTestId('history-row').filter({ hasText: 'look' }).first().waitFor();
}

test('an upgrade and a downgrade keep settings, approvals, pins, history and secrets', async (t) => {
  t.after(leaveBrowser);
  const user = new UserOfVersions(arrange, { 'mcpSwitchboard.servers.reconnectAttempts': 3 });
  t.after(() => user.leave());
  const other = await otherVersion();
  const versions = new Set<string>();
  const seen = async (opened: Opened): Promise<Opened> => (versions.add(await versionOf(opened)), opened);
  await user.withVersion(vsixPath, async (opened) => begin(await seen(opened)));
  await user.withVersion(other, async (opened) => goOn(await seen(opened)));
  await user.withVersion(vsixPath, async (opened) => goOn(await seen(opened)));
  assert.equal(versions.size, 2);
});
