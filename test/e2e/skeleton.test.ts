import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { journeys } from './journeys.ts';
import { Actions } from './support/actions.ts';
import { isActive } from './support/extension.ts';
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

    await step('the Traffic panel shows that call as one row, with its outcome', async () => {
      const traffic = await switchboard.traffic();
      await traffic.locator('[role=row][data-method="tools/call"][data-status=ok]').first().waitFor();
    });

    await step('nothing popped up', async () => {
      assert.deepEqual(await window.workbench.notificationTexts(), []);
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

/** Servers of other clients, found in the folder itself: the home of the tests is empty. */
function configureOthers(folder: string): void {
  for (const [file, name] of [
    ['.gemini/settings.json', 'weather'],
    ['.junie/mcp/mcp.json', 'tickets'],
  ] as const) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify({ mcpServers: { [name]: { command: 'node' } } }));
  }
}

async function addInOtherWays({ page, workbench, folder }: Window): Promise<void> {
  configureOthers(folder);
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await workbench.runCommand('MCP Switchboard: Add Server…');
  await rows.filter({ hasText: 'From Another Client' }).waitFor();
  assert.match(await rows.first().innerText(), /Known Servers/);
  await rows.filter({ hasText: 'From Another Client' }).click();
  const weather = rows.filter({ hasText: 'weather' });
  await weather.filter({ hasText: '.gemini/settings.json' }).filter({ hasText: 'Gemini' }).waitFor();
  await rows.filter({ hasText: 'tickets' }).filter({ hasText: '.junie/mcp/mcp.json' }).waitFor();
  await page.keyboard.press('Escape');
}

test(
  'the extension is not activated by any JSON file, but by the command that opens the configuration of MCP servers',
  inWindow({ arrange: (folder) => rmSync(join(folder, '.vscode'), { recursive: true }) }, async (window, step) => {
    const { driver, folder } = window;
    for (const language of ['python', 'json', 'jsonc']) {
      await driver.run((vscode, id) => vscode.workspace.openTextDocument({ content: '{}', language: id }), language);
      assert.equal(await isActive(driver), false);
    }
    await driver.run((vscode) => vscode.commands.executeCommand('workbench.mcp.openUserMcpJson'));
    await until(() => isActive(driver), 'the extension to be active');

    await step('without a server the tree says what to do next', async () => {
      await new Switchboard(window).open();
      await window.workbench.treeRow('No servers yet. Add one…').waitFor();
    });

    await step('Add Server begins with the known ones, and an import shows what was found in which file', () =>
      addInOtherWays(window),
    );

    await step('a server pasted from a README gives its first result in as many actions as docs/journeys.md says', () =>
      pasteAndRun(window),
    );

    await step('the same in MCP Inspector takes as many actions as docs/journeys.md says', async () => {
      if (!hasMcpInspector()) return;
      const script = join(folder, 'servers/notes.mjs');
      const count = await countInMcpInspector(script, 'find_notes', join(folder, '..'));
      console.log(`  first result: ${journeys.firstResult.actions} actions, in MCP Inspector ${count}`);
      assert.equal(count, journeys.firstResult.inspector);
    });
  }),
);
