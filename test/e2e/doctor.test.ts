import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { keepPicture } from './support/evidence.ts';
import { Switchboard } from './support/switchboard.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

const everything = 'test/fixtures/servers/node_modules/@modelcontextprotocol/server-everything';

/** "typo" has the path of a file that lies one folder further down. */
function breakServers(folder: string): void {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const typo = { command: process.execPath, args: [join(repoRoot, everything, 'index.js')] };
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: { typo } }, undefined, 2));
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
      /typo[^]*exited with code 1[^]*index\.js does not exist[^]*Cannot find module/,
    );
    assert.deepEqual(await card.locator('vscode-button').allInnerTexts(), [
      'Retry',
      'Diagnose…',
      'Show Log',
      'Edit',
      'Copy Report',
    ]);
    await keepPicture(page, 'doctor-card');
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

test('a server that fails is diagnosed and cured in the window', inWindow({ arrange: breakServers }, diagnose));
