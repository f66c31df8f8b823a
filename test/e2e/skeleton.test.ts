import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { journeys } from './journeys.ts';
import { Actions } from './support/actions.ts';
import { keepPicture } from './support/evidence.ts';
import { extensionId, isActive } from './support/extension.ts';
import { countInMcpInspector, hasMcpInspector } from './support/mcpInspector.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { type Window, inWindow } from './support/window.ts';

test(
  'from an empty window to a tool result and its frames',
  inWindow({}, async (window, step) => {
    const switchboard = new Switchboard(window);

    await step('opening its view activates the extension', async () => {
      await switchboard.open();
      await until(() => isActive(window.driver), 'the extension to be active');
    });

    await step('the Servers tree shows the embedded server and the configured ones', async () => {
      for (const name of ['MCP Switchboard', 'notes', 'prices']) await switchboard.serverRow(name).first().waitFor();
    });

    const inspector = await switchboard.inspector();
    await step('the Inspector lists the tools of the embedded server', async () => {
      await inspector.locator('[role=option][data-tool=switchboard_servers]').waitFor();
    });

    await step('running switchboard_servers from the form shows every managed server', async () => {
      const result = await switchboard.runTool(inspector, 'switchboard_servers');
      assert.equal(await result.getAttribute('data-status'), 'ok');
      const text = await result.innerText();
      for (const name of ['notes', 'prices']) assert.ok(text.includes(name), `${name} is in ${text}`);
    });

    await step('a list without frames says what to do next', async () => {
      const traffic = await switchboard.traffic();
      await traffic.getByTestId('traffic-clear').click();
      await traffic.getByText('No traffic yet.').waitFor();
      await keepPicture(window.page, 'no-traffic');
      await inspector.getByTestId('run').click();
    });

    await step('the Traffic panel shows that call as one row, with its outcome', async () => {
      const traffic = await switchboard.traffic();
      await traffic.locator('[role=row][data-method="tools/call"][data-status=ok]').first().waitFor();
    });

    await step('nothing popped up', async () => {
      assert.deepEqual(await window.workbench.notificationTexts(), []);
    });

    await step('without a folder the tree says so, with the one next step', async () => {
      const { page, workbench } = window;
      await Promise.all([page.waitForEvent('load'), workbench.runCommand('Workspaces: Close Workspace')]);
      await workbench.ready();
      await switchboard.open();
      await workbench.treeRow('No folder open. Open one…').waitFor();
      await keepPicture(page, 'no-folder');
    });
  }),
);

/** What a README offers to copy. */
function readmeOf(folder: string): string {
  const notes = { command: 'node', args: [join(folder, 'servers/notes.mjs')] };
  return ['```json', JSON.stringify({ mcpServers: { notes } }, undefined, 2), '```'].join('\n');
}

async function pasteAndRun(window: Window): Promise<void> {
  const { page, workbench, driver, folder } = window;
  const actions = new Actions();
  const choose = (label: string) =>
    page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first().click();
  await driver.run((vscode, text) => vscode.env.clipboard.writeText(text), readmeOf(folder));
  await actions.do('Add Server…', () => workbench.runCommand('MCP Switchboard: Add Server…'));
  await actions.do('From Clipboard', () => choose('From Clipboard'));
  await actions.do('the file', () => choose('.vscode/mcp.json'));
  await actions.do('Approve', () => workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click());
  const inspector = await findWebview(page, '[data-testid=inspector]');
  await actions.do('the tool', () => inspector.locator('[role=option][data-tool=find_notes]').click());
  await actions.do('Run', () => inspector.getByTestId('run').click());
  const result = inspector.locator('[data-testid=result]:not([data-status=running])').first();
  await result.filter({ hasText: 'Order more tea' }).waitFor();
  actions.expect('firstResult');
}

const npx = { command: 'npx' };
const jetBrains = `<application><component name="McpApplicationServerCommands"><McpServerCommand>
  <option name="name" value="ide" /><option name="programPath" value="npx" /></McpServerCommand></component></application>`;

/** A server of each client, by its file under the home of these tests. */
const otherClients: readonly (readonly [client: string, file: string, server: string, text: string])[] = [
  [
    'Claude Code',
    '.claude.json',
    'project',
    JSON.stringify({ mcpServers: { claude: npx }, projects: { '/work/shop': { mcpServers: { project: npx } } } }),
  ],
  ['Codex', '.codex/config.toml', 'codex', '[mcp_servers.codex]\ncommand = "npx"\n'],
  ['Gemini', '.gemini/settings.json', 'gemini', JSON.stringify({ mcpServers: { gemini: npx } })],
  ['Cursor', '.cursor/mcp.json', 'cursor', JSON.stringify({ mcpServers: { cursor: npx } })],
  ['Windsurf', '.codeium/windsurf/mcp_config.json', 'wind', JSON.stringify({ mcpServers: { wind: npx } })],
  ['Zed', '.config/zed/settings.json', 'zed', JSON.stringify({ context_servers: { zed: npx } })],
  ['JetBrains Junie', '.junie/mcp/mcp.json', 'junie', JSON.stringify({ mcpServers: { junie: npx } })],
  ['JetBrains AI Assistant', '.config/JetBrains/IdeaIC2025.2/options/llm.mcpServers.xml', 'ide', jetBrains],
  ['Goose', '.config/goose/config.yaml', 'goose', 'extensions:\n  goose: { type: stdio, cmd: npx }\n'],
  ['LM Studio', '.lmstudio/mcp.json', 'studio', JSON.stringify({ mcpServers: { studio: npx } })],
];

async function importServers({ page, workbench, driver, folder }: Window): Promise<void> {
  const home = await driver.run((_vscode, _none, require) => require('node:os').homedir() as string, undefined);
  for (const [, file, , text] of otherClients) {
    mkdirSync(join(home, file, '..'), { recursive: true });
    writeFileSync(join(home, file), text);
  }
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await workbench.runCommand('MCP Switchboard: Add Server…');
  await rows.filter({ hasText: 'From Another Client' }).waitFor();
  assert.match(await rows.first().innerText(), /Known Servers/);
  await rows.filter({ hasText: 'From Another Client' }).click();
  const field = page.locator('.quick-input-widget input[type=text]').first();
  for (const [client, file, server] of otherClients) {
    await field.fill(server);
    await rows.filter({ hasText: server }).filter({ hasText: file }).first().waitFor();
    assert.match((await field.getAttribute('placeholder')) ?? '', new RegExp(`${client} \\(\\d\\)`));
  }
  await field.fill('project');
  await rows.filter({ hasText: '.claude.json, project /work/shop' }).click();
  await keepPicture(page, 'import');
  await page.keyboard.press('Enter');
  await saveInWorkspace(page);
  await workbench.dialog().filter({ hasText: 'Allow "project" to run on this computer?' }).waitFor();
  await page.keyboard.press('Escape');
  assert.match(readFileSync(join(folder, '.vscode/mcp.json'), 'utf8'), /"project"/);
  for (const [, file] of otherClients) rmSync(join(home, file));
}

/** The first choice. By the keyboard: a list that is just opening ignores clicks. */
async function saveInWorkspace(page: Page): Promise<void> {
  await page.locator('.quick-input-title', { hasText: 'Where should it be saved?' }).waitFor();
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: '.vscode/mcp.json' }).waitFor();
  await page.keyboard.press('Enter');
}

async function addKnown({ page, workbench }: Window): Promise<void> {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await workbench.runCommand('MCP Switchboard: Add Server…');
  await rows.filter({ hasText: 'Known Servers' }).click();
  await rows.filter({ hasText: 'filesystem' }).first().click();
  await saveInWorkspace(page);
  const dialog = workbench.dialog().filter({ hasText: 'Allow "filesystem" to run on this computer?' });
  await dialog.waitFor();
  assert.doesNotMatch(await dialog.innerText(), /no pinned version/);
  await page.keyboard.press('Escape');
}

/** The steps of the walkthrough that have their tick. What the command returns, an editor, never arrives. */
async function ticked({ page, driver }: Window): Promise<readonly string[]> {
  await driver.run((vscode) => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  await driver.run(
    (vscode, id) => void vscode.commands.executeCommand('workbench.action.openWalkthrough', `${id}#start`),
    extensionId,
  );
  const steps = page.locator('.getting-started-step');
  await until(async () => (await steps.count()) === 6, 'the six steps');
  const done = steps.filter({ has: page.locator('.codicon-getting-started-step-checked') });
  return (await done.locator('h3').allInnerTexts()).map((text) => text.trim());
}

test(
  'the extension is not activated by any JSON file, but by the command that opens the configuration of MCP servers',
  inWindow({ arrange: (folder) => rmSync(join(folder, '.vscode'), { recursive: true }) }, async (window, step) => {
    const { driver, folder } = window;
    for (const language of ['python', 'json', 'jsonc']) {
      await driver.run((vscode, id) => vscode.workspace.openTextDocument({ content: '', language: id }), language);
      assert.equal(await isActive(driver), false);
    }
    await driver.run((vscode) => vscode.commands.executeCommand('workbench.mcp.openUserMcpJson'));
    await until(() => isActive(driver), 'the extension to be active');

    await step('without a server the tree says what to do next', async () => {
      await new Switchboard(window).open();
      await window.workbench.treeRow('No servers yet. Add one…').waitFor();
    });

    await step('the walkthrough ticks nothing that was not done', async () => {
      assert.deepEqual(await ticked(window), []);
    });

    await step('a server pasted from a README gives its first result in as many actions as docs/journeys.md says', () =>
      pasteAndRun(window),
    );

    await step('the walkthrough ticks what was done: add, start, call', async () => {
      await until(async () => (await ticked(window)).length === 3, 'three ticks');
      await keepPicture(window.page, 'walkthrough');
      await window.page.locator('.getting-started-step', { hasText: 'Give your agents the servers' }).waitFor();
    });

    await step('Add Server begins with the known ones, and an import shows what was found in which file', () =>
      importServers(window),
    );

    await step('a known server is added with its version', () => addKnown(window));

    await step('the same in MCP Inspector takes as many actions as docs/journeys.md says', async () => {
      if (!hasMcpInspector()) return;
      const script = join(folder, 'servers/notes.mjs');
      const count = await countInMcpInspector(script, 'find_notes', join(folder, '..'));
      console.log(`  first result: ${journeys.firstResult.actions} actions, in MCP Inspector ${count}`);
      assert.equal(count, journeys.firstResult.inspector);
    });
  }),
);
