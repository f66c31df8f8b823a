import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { outDir, repoRoot } from '../../scripts/lib/paths.mjs';
import { isAlive } from '../fixtures/kimi/kimiFixture.ts';
import { Actions } from './support/actions.ts';
import type { Driver } from './support/driver.ts';
import { keepPicture } from './support/evidence.ts';
import { registerScriptedModel } from './support/scriptedModel.ts';
import { withMachineSettings } from './support/settings.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

// The real CLI needs a provider: it is tested against a local one in test/integration. Here the commands are.
const fakeKimi = join(repoRoot, 'test/fixtures/kimi/fakeKimi.mjs');

/** The newest document that Kimi's answer opened as. */
function answerStarting(driver: Driver, title: string): Promise<string> {
  return until(
    () =>
      driver.run((vscode, start) => {
        const texts = vscode.workspace.textDocuments.map((document) => document.getText());
        return texts.find((text) => text.startsWith(`# ${start}`)) ?? false;
      }, title),
    `the answer "${title}"`,
  );
}

interface Scenario extends Pick<Window, 'page' | 'workbench' | 'driver' | 'folder'> {
  readonly step: Step;
}

async function showFile(driver: Driver, name: string): Promise<void> {
  await driver.run(async (vscode, file) => {
    await vscode.window.showTextDocument(vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, file));
  }, name);
}

/** What the fake CLI does in its next run. */
async function scriptKimi({ driver, folder }: Scenario, name: string, steps: readonly object[]): Promise<void> {
  const script = join(folder, '..', name);
  writeFileSync(script, JSON.stringify({ steps }));
  await driver.run((_vscode, file) => void (process.env['KIMI_FAKE_SCRIPT'] = file), script);
}

/** Without a CLI, a key or a model. */
async function findNoKimi({ page, workbench, driver, step }: Scenario): Promise<void> {
  await step('where there is no Kimi, that is said before anything is asked, with the ways to get one', async () => {
    await withMachineSettings(driver, { 'kimi.path': '/nowhere/kimi', 'kimi.backend': 'kimi-code' }, async () => {
      const actions = new Actions();
      await actions.do('Analyze with Kimi…', () => workbench.runCommand('MCP Switchboard: Analyze with Kimi'));
      const notice = workbench.notifications().filter({ hasText: 'No Kimi was found' }).first();
      await notice.locator('.monaco-button', { hasText: 'Set API Key…' }).waitFor();
      assert.equal(await page.locator('.quick-input-widget').isVisible(), false);
      await keepPicture(page, 'kimi-none');
      actions.expect('noKimi');
    });
  });

  await step('without a file the information says to open one', async () => {
    await withMachineSettings(driver, { 'kimi.path': fakeKimi }, async () => {
      await driver.run((vscode) => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
      await workbench.runCommand('MCP Switchboard: Analyze with Kimi');
      const told = workbench.notifications().filter({ hasText: 'Open a file in the editor first.' }).first();
      await told.locator('.codicon-info').waitFor();
      await keepPicture(page, 'kimi-no-file');
      await driver.run((vscode) => vscode.commands.executeCommand('notifications.clearAll'));
    });
  });
}

async function analyze({ page, workbench, driver, step }: Scenario): Promise<void> {
  await step('the palette offers it and asks for a role', async () => {
    await workbench.runCommand('MCP Switchboard: Analyze with Kimi');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'security' }).first().click();
  });

  await step('the answer is a document that names the backend', async () => {
    const text = await answerStarting(driver, 'Kimi Analysis');
    assert.match(text, /^# Kimi Analysis\n\nok\n/);
    assert.match(text, /kimi-code/);
  });

  await step('the menu of the editor offers it, too', async () => {
    await workbench.tab('cart.js').click();
    const item = (label: RegExp) => page.locator('.monaco-menu .action-label', { hasText: label });
    await until(async () => {
      await page.locator('.editor-instance .view-line').first().click({ button: 'right', timeout: 5_000 });
      await item(/^Kimi$/).hover({ timeout: 5_000 });
      await item(/^Verify with Kimi/).hover({ timeout: 5_000 });
      return true;
    }, 'the menu of Kimi');
    await page.keyboard.press('Enter'); // a click comes too soon for a menu that has just opened
    await page.locator('.quick-input-widget input').fill('Totals are never negative');
    await page.keyboard.press('Enter');
    assert.match(await answerStarting(driver, 'Kimi Verification'), /\nok\n/);
  });
}

async function runAndChange(scenario: Scenario): Promise<void> {
  const { page, workbench, driver, folder, step } = scenario;
  await step('a run shows its progress, and cancelling it ends its child processes too', async () => {
    const child = join(folder, '..', 'kimi-child.pid');
    const steps = [{ call: ['Read', { path: 'src/cart.js' }] }, { child }, { hang: true }];
    await scriptKimi(scenario, 'kimi-slow.json', steps);
    await workbench.tab('cart.js').click();
    await workbench.runCommand('MCP Switchboard: Analyze with Kimi');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'general' }).first().click();
    const toast = page.locator('.notification-list-item', { hasText: 'Read' });
    await toast.locator('.monaco-button', { hasText: 'Cancel' }).click();
    await until(() => existsSync(child) && !isAlive(Number(readFileSync(child, 'utf8'))), 'the end of its child');
    await workbench.notifications().first().waitFor({ state: 'detached' });
    assert.equal(await workbench.tab('Kimi Analysis').count(), 1, 'a cancelled run opens nothing');
  });

  await step('a change needs confirmation first, and is shown as one diff of all files', async () => {
    const writes = [
      { write: [join(folder, 'src/cart.js'), 'export const cart = [];\n'] },
      { write: [join(folder, 'src/added.js'), 'export const added = true;\n'] },
    ];
    await scriptKimi(scenario, 'kimi-script.json', [...writes, { say: 'Changed two files.' }]);
    await workbench.runCommand('MCP Switchboard: Implement with Kimi');
    await page.locator('.quick-input-widget input').fill('Empty the cart');
    await page.keyboard.press('Enter');
    const allow = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Allow Changes' });
    await allow.waitFor();
    const shown = await driver.run((vscode) => vscode.window.activeTextEditor?.document.getText());
    assert.match(shown ?? '', /^You are an expert[^]*\n\nEmpty the cart/);
    await allow.click();
    await answerStarting(driver, 'Kimi Implementation');
    await workbench.tab('Implement with Kimi').click();
    await page.locator('[class*=multiDiff]').first().waitFor();
    await page.getByText('added.js').first().waitFor();
    await page.getByText('export const added = true;').first().waitFor();
    await page.screenshot({ path: join(outDir, 'e2e', 'kimi-changes.png') });
  });
}

async function useModelOfTheWindow({ page, workbench, driver, step }: Scenario): Promise<void> {
  await step('with the backend vscode-lm a language model of the window answers, and the answer names it', async () => {
    await registerScriptedModel(driver);
    await withMachineSettings(driver, { 'kimi.backend': 'vscode-lm', 'kimi.useLanguageModel': true }, async () => {
      await showFile(driver, 'src/added.js');
      await workbench.runCommand('MCP Switchboard: Analyze with Kimi');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'performance' }).first().click();
      const allow = workbench.dialog().locator('.monaco-button', { hasText: 'Allow' });
      const text = await until(async () => {
        if (await allow.isVisible()) await allow.click();
        return driver.run((vscode) => {
          const texts = vscode.workspace.textDocuments.map((document) => document.getText());
          return texts.find((one) => one.includes('vscode-lm')) ?? false;
        });
      }, 'the answer of the model');
      assert.match(text, /NO TOOL/);
      assert.match(text, /vscode-lm Scripted/);
    });
  });
}

test(
  'Kimi analyzes and changes files by commands, and a language model of the window can replace it',
  inWindow({ width: 1400, height: 900 }, async (window, step) => {
    const scenario: Scenario = { ...window, step };
    await findNoKimi(scenario);
    await withMachineSettings(window.driver, { 'kimi.path': fakeKimi }, async () => {
      await showFile(window.driver, 'src/cart.js');
      await analyze(scenario);
      await runAndChange(scenario);
    });
    await useModelOfTheWindow(scenario);
  }),
);
