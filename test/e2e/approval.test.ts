import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { proves } from '../requirements.ts';
import { Actions } from './support/actions.ts';
import { debugPython } from './support/debugPython.ts';
import { hoverTip } from './support/hoverTip.ts';
import { debugServer, restartOnSave } from './support/developerLoop.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

interface Scenario {
  readonly window: Window;
  readonly step: Step;
  readonly switchboard: Switchboard;
  readonly row: Locator;
}

async function approveOne({ window, step, switchboard, row }: Scenario): Promise<void> {
  const { page, workbench } = window;
  const approve = async (): Promise<void> => {
    await row.hover();
    await row.locator('.action-label[aria-label^="Approve and Start"]').click();
    await workbench.dialog().waitFor();
  };

  await step('its row shows that it waits for approval', async () => {
    await switchboard.open();
    await row.filter({ hasText: 'Needs your approval' }).waitFor();
  });

  await step('the dialog shows the whole command and every argument', async () => {
    await approve();
    const text = await workbench.dialog().innerText();
    for (const part of ['notes', 'node', 'servers/notes.mjs']) assert.ok(text.includes(part), `${part} is in ${text}`);
  });

  await step('closing the dialog approves nothing', async () => {
    await page.keyboard.press('Escape');
    await workbench.dialog().waitFor({ state: 'detached' });
    await row.filter({ hasText: 'Needs your approval' }).waitFor();
  });

  await step('approved, it starts, and its tools are listed', async () => {
    const actions = new Actions();
    await actions.do('Approve and Start', approve);
    await actions.do('Approve', () => workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click());
    await row.filter({ hasText: '2 tools' }).waitFor();
    actions.expect('approve');
  });
}

async function openWideAndApproveAll({ window, step, switchboard, row }: Scenario): Promise<void> {
  const { workbench, driver } = window;
  await step('a double click on a tool, or on its server, opens the Inspector wide', async () => {
    const actions = new Actions();
    await row.click();
    const tool = switchboard.serverRow('find_notes').first();
    for (const clicked of [tool, row]) {
      await actions.do('double click', () => clicked.dblclick());
      await workbench.tab('MCP Inspector').waitFor();
      await driver.run((vscode) => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
      if (clicked === tool) actions.expect('openWide');
    }
  });

  await step('all that wait are approved in one list, started and stopped at once', async () => {
    const actions = new Actions();
    await actions.do('Approve All…', () => workbench.runCommand('MCP Switchboard: Approve All'));
    const text = await workbench.dialog().innerText();
    assert.match(text, /servers\/prices\.mjs/);
    await actions.do('Approve', () => workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click());
    const start = workbench.notifications().locator('.monaco-button', { hasText: 'Start All' });
    await actions.do('Start All', () => start.click());
    const prices = switchboard.serverRow('prices').first();
    await prices.filter({ hasText: /^prices ?\d+ tool/ }).waitFor();
    actions.expect('approveAll');
    await workbench.runCommand('MCP Switchboard: Stop All Servers');
    for (const server of [row, prices]) await server.filter({ hasText: 'Stopped' }).waitFor();
  });
}

async function runAndChoose({ window, step, switchboard }: Scenario): Promise<void> {
  const { page, workbench, driver, folder } = window;
  await step('Run on a stopped server starts it', async () => {
    await switchboard.serverRow('find_notes').first().click();
    const inspector = await switchboard.inspector();
    await inspector.locator('[data-testid=tool-detail][data-tool=find_notes]').waitFor();
    const actions = new Actions();
    await actions.do('Run', () => inspector.getByTestId('run').click());
    await inspector.locator('[data-testid=result][data-status=ok]').first().waitFor();
    actions.expect('runStopped');
    await workbench.runCommand('MCP Switchboard: Start All Servers');
    await switchboard
      .serverRow('prices')
      .first()
      .filter({ hasText: /^prices ?\d+ tool/ })
      .waitFor();
  });

  await step('a picker lists only the servers that its action applies to, with their states', async () => {
    await workbench.runCommand('MCP Switchboard: Approve and Start');
    await workbench.notifications().filter({ hasText: 'does not apply to any server' }).first().waitFor();
    await workbench.runCommand('MCP Switchboard: Stop Server');
    const listed = page.locator('.quick-input-list .monaco-list-row');
    await listed.filter({ hasText: /^notes ?Connected/ }).waitFor();
    const texts = (await listed.allInnerTexts()).map((text) => text.replaceAll('\n', ' '));
    assert.deepEqual(texts.map((text) => /^(notes|prices) ?Connected/.exec(text)?.[1]).toSorted(), ['notes', 'prices']);
    await page.keyboard.press('Escape');
  });

  await step('a server is set to start automatically in its file', async () => {
    await driver.run((vscode) => vscode.commands.executeCommand('mcpSwitchboard.enableAutoStart', 'notes'));
    const text = (): string => readFileSync(join(folder, '.vscode/mcp.json'), 'utf8');
    assert.match(text(), /"autoStart": true/);
    await driver.run((vscode) => vscode.commands.executeCommand('mcpSwitchboard.disableAutoStart', 'notes'));
    assert.doesNotMatch(text(), /autoStart/);
  });
}

async function changeLaunch({ window, step, switchboard, row }: Scenario): Promise<void> {
  const { driver } = window;
  await step('a change of the launch stops it and asks again', async () => {
    await driver.run(async (vscode) => {
      const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, '.vscode/mcp.json');
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      const changed = text.replace('servers/notes.mjs"', 'servers/notes.mjs", "--verbose"');
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(changed));
    });
    await row.filter({ hasText: 'Changed, needs your approval' }).waitFor();
    await until(() => switchboard.serverRow('prices').first().isVisible(), 'the other server to be untouched');
  });
}

async function showTip({ window: { page }, step, switchboard }: Scenario): Promise<void> {
  await step('the tip of a tool is its description', async () => {
    await hoverTip(page, switchboard.serverRow('find_notes').first(), 'Notes that contain a word');
    await page.mouse.move(700, 300);
  });
}

test(
  `a configured server runs only after the user approved its exact launch${proves('R105', 'C23')}`,
  inWindow({}, async (window, step) => {
    const switchboard = new Switchboard(window);
    const scenario: Scenario = { window, step, switchboard, row: switchboard.serverRow('notes').first() };
    await approveOne(scenario);
    await openWideAndApproveAll(scenario);
    await runAndChoose(scenario);
    await showTip(scenario);
    await debugServer(scenario);
    await debugPython(window, step);
    await restartOnSave(scenario);
    await changeLaunch(scenario);
  }),
);
