import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { hoverTip } from './support/hoverTip.ts';
import { keepPicture } from './support/evidence.ts';
import { Switchboard } from './support/switchboard.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

const everything = 'test/fixtures/servers/node_modules/@modelcontextprotocol/server-everything';

const script = (code: string): object => ({
  command: process.execPath,
  args: ['-e', `${code}; setInterval(() => {}, 1_000)`],
});
/** Each is told in its row while it connects; the prompt of the last one is closed. */
const slowServers = {
  chatty: script("console.log('Welcome to my server'); console.log('Have fun')"),
  download: script("console.error('fetching 3 of 9 packages')"),
  silent: script(''),
  asking: { ...script(''), env: { NOTION_TOKEN: '${input:token}' } },
};

/** Knows the handshake of 2025-11-25 and nothing else. */
const bare = script(`const answer = (message) => message.method === 'initialize'
  ? { result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'bare', version: '1' } } }
  : { error: { code: -32601, message: 'Method not found' } };
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer(message) }));
})`);

/** "typo" has the path of a file that lies one folder further down. */
function breakServers(folder: string): void {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const typo = { command: process.execPath, args: [join(repoRoot, everything, 'index.js')] };
  const servers = { typo, ...slowServers, bare };
  const inputs = [{ id: 'token', type: 'promptString', description: 'Token of Notion', password: true }];
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers, inputs }, undefined, 2));
}

/** All at once, and the notification that they failed names one after the other. */
async function tellWhileConnecting(window: Window, step: Step, switchboard: Switchboard): Promise<void> {
  const { page, workbench, driver } = window;
  const row = (name: string): Locator => switchboard.serverRow(new RegExp(`^${name}`)).first();
  const start = (name: string): Promise<void> =>
    driver.run((vscode, id) => void vscode.commands.executeCommand('mcpSwitchboard.startServer', id), name);
  // A row that is out of view is not in the document.
  const collapse = (): Promise<unknown> =>
    driver.run((vscode) =>
      vscode.commands.executeCommand('workbench.actions.treeView.mcpSwitchboard.servers.collapseAll'),
    );
  await collapse();

  await step('a server that prints text to stdout is told so at once, with the first such line', async () => {
    for (const name of Object.keys(slowServers).slice(0, 3)) {
      await approveAndLeave(window, name);
      await row(name).filter({ hasNotText: 'Needs your approval' }).waitFor();
    }
    await row('chatty').filter({ hasText: 'Welcome to my server' }).waitFor();
  });

  await step(
    'while it connects its row counts the seconds, with the last line of output or what it waits for',
    async () => {
      await start('download');
      await row('download')
        .filter({ hasText: /Connecting, \d+ s: .*fetching 3 of 9 packages/ })
        .waitFor();
      await start('silent');
      await row('silent')
        .filter({ hasText: /Connecting, \d+ s: no output and no response yet/ })
        .waitFor();
      await row('silent').click();
      const inspector = await switchboard.inspector();
      await inspector
        .getByTestId('server-state')
        .filter({ hasText: /Connecting, \d+ s: no output/ })
        .waitFor();
      await keepPicture(page, 'doctor-connecting');
      for (const name of ['download', 'silent'])
        await driver.run((vscode, id) => vscode.commands.executeCommand('mcpSwitchboard.stopServer', id), name);
    },
  );

  await step('a prompt that is closed is "Cancelled", and no failure', async () => {
    await driver.run((vscode) => vscode.commands.executeCommand('notifications.clearAll'));
    await approveAndLeave(window, 'asking');
    await page.locator('.quick-input-widget', { hasText: 'Token of Notion' }).waitFor();
    await page.keyboard.press('Escape');
    await row('asking').filter({ hasText: 'Cancelled' }).waitFor();
    await row('asking').click();
    const inspector = await switchboard.inspector();
    await inspector.getByTestId('server-state').filter({ hasText: 'Cancelled' }).waitFor();
    await keepPicture(page, 'doctor-cancelled');
    assert.equal(await inspector.getByTestId('server-fault').count(), 0);
    assert.equal(await workbench.notifications().filter({ hasText: 'asking' }).count(), 0);
  });

  await step('a server without tools says so, with its page as the next step', async () => {
    await collapse();
    await approveAndLeave(window, 'bare');
    await row('bare').filter({ hasText: '0 tools' }).click();
    await switchboard.serverRow('This server has no tools').waitFor();
    const inspector = await switchboard.inspector();
    await inspector.getByText('This server has no tools.').waitFor();
    await inspector.getByTestId('open-server-page').waitFor();
  });
}

/** Without waiting for its start. */
async function approveAndLeave({ workbench, driver }: Window, server: string): Promise<void> {
  await driver.run((vscode, id) => void vscode.commands.executeCommand('mcpSwitchboard.approveServer', id), server);
  await workbench
    .dialog()
    .filter({ hasText: `"${server}"` })
    .locator('.monaco-button', { hasText: 'Approve' })
    .click();
}

async function approve({ workbench }: Window, switchboard: Switchboard): Promise<void> {
  const row = switchboard.serverRow('typo').first();
  await row.hover();
  await row.locator('.action-label[aria-label^="Approve and Start"]').click();
  await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
  await row.filter({ hasNotText: /Needs your approval|Connecting/ }).waitFor();
}

async function diagnose(window: Window, step: Step): Promise<void> {
  const { page, workbench, folder } = window;
  const switchboard = new Switchboard(window);
  await switchboard.open();
  await approve(window, switchboard);
  const choice = page.locator('.quick-input-list .monaco-list-row');

  const row = switchboard.serverRow('typo').first();

  await step('a failed server names its cause in its row and on its card, with what can be done', async () => {
    await row.hover();
    await row.locator('.action-label[aria-label^="Start Server"]').click();
    await row.filter({ hasText: 'index.js does not exist' }).waitFor();
    await row.click();
    const inspector = await switchboard.inspector();
    const card = inspector.getByTestId('server-fault');
    await card.waitFor();
    assert.match(
      await card.innerText(),
      /^The server exited with code 1[^]*index\.js does not exist[^]*Cannot find module/,
    );
    assert.deepEqual(await card.locator('vscode-button').allInnerTexts(), ['Retry', 'Diagnose…', 'Show Log', 'Edit']);
    await keepPicture(page, 'doctor-card');
    const told = workbench.notifications().filter({ hasText: 'typo' }).first();
    await told.filter({ hasText: 'index.js does not exist' }).waitFor();
    for (const button of ['Diagnose…', 'Retry', 'Edit', 'Copy Report', 'Show Log'])
      await told.locator('.monaco-button', { hasText: button }).waitFor();
    await hoverTip(page, row, 'does not exist');
    await keepPicture(page, 'doctor-tip');
    await card.getByTestId('fault-report').click();
    await workbench.notifications().filter({ hasText: 'Copied a report on "typo"' }).first().waitFor();
  });

  await step('the Problem stands at the path in the file', async () => {
    const inspector = await switchboard.inspector();
    await inspector.getByTestId('fault-edit').click();
    await workbench.tab('mcp.json').waitFor();
    await workbench.runCommand('View: Focus Problems');
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'index.js does not exist' }).first().waitFor();
    await keepPicture(page, 'doctor-problem');
  });

  await step('the cause is named with the file, and what helps can be chosen', async () => {
    await workbench.runCommand('MCP Switchboard: Diagnose Server');
    await choice.filter({ hasText: 'typo' }).first().click();
    await choice
      .filter({ hasText: /Use .*dist\/index\.js/ })
      .first()
      .waitFor();
    assert.match(await page.locator('.quick-input-list').innerText(), /index\.js does not exist/);
    await keepPicture(page, 'doctor');
  });

  await step('the change is shown, done and approved, and the server then runs', async () => {
    await choice
      .filter({ hasText: /Use .*dist\/index\.js/ })
      .first()
      .click();
    await workbench.dialog().waitFor();
    assert.match(await workbench.dialog().innerText(), /becomes:[^]*dist\/index\.js/);
    await workbench.dialog().locator('.monaco-button', { hasText: 'Change Entry' }).click();
    await workbench.dialog().filter({ hasText: 'changed since it was approved' }).waitFor();
    await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
    await switchboard
      .serverRow('typo')
      .first()
      .filter({ hasText: /\d+ tools/ })
      .waitFor();
    assert.match(readFileSync(join(folder, '.vscode/mcp.json'), 'utf8'), /dist\/index\.js/);
  });
}

test(
  'a server that fails is diagnosed and cured in the window',
  inWindow({ height: 1100, arrange: breakServers }, async (window, step) => {
    await diagnose(window, step);
    await tellWhileConnecting(window, step, new Switchboard(window));
  }),
);
