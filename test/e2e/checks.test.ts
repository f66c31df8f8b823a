import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { keepPicture } from './support/evidence.ts';
import { approveAndStart, withServers } from './support/servers.ts';
import { Switchboard } from './support/switchboard.ts';
import { run } from './support/toolCalls.ts';
import { until } from './support/until.ts';
import { type Step, type Window, inWindow } from './support/window.ts';

const everything = 'servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js';
const file = 'every.mcptest.json';

function writeChecks(folder: string, b: number): void {
  const checks = [
    { id: 'sum', call: 'get-sum', args: { a: 2, b: 3 }, expect: { contains: '5' } },
    { id: 'wrong', call: 'echo', args: { message: 'tea' }, expect: { contains: 'coffee' } },
    { id: 'kept', call: 'get-sum', args: { a: 1, b }, expect: { snapshot: true } },
  ];
  const text = JSON.stringify({ mcptest: 1, server: 'every', checks }, undefined, 2);
  writeFileSync(join(folder, file), `${text}\n`);
}

const kept = (folder: string): string => readFileSync(join(folder, '__mcp__/every/kept.json'), 'utf8');

function row({ page }: Window, name: string, state = ''): Locator {
  return page.locator(`.test-explorer .monaco-list-row[aria-label^="${name} ${state}"]`);
}

async function command({ driver }: Window, id: string): Promise<void> {
  await driver.run(async (vscode, name) => {
    await vscode.commands.executeCommand(name);
  }, id);
}

async function updateAndCover(window: Window, step: Step): Promise<void> {
  const { page, folder } = window;
  await step('a snapshot that differs fails, and is updated from its message', async () => {
    writeChecks(folder, 5);
    await until(async () => {
      await command(window, 'testing.runAll');
      return row(window, 'kept', '(Failed)').isVisible();
    }, 'the changed check');
    await row(window, 'kept').dblclick();
    const update = page.locator('.peekview-widget').getByText('Update Snapshot');
    await update.first().click();
    await row(window, 'kept', '(Passed)').waitFor();
    assert.match(kept(folder), /sum of 1 and 5 is 6/);
    await command(window, 'closeMarkersNavigation');
  });

  await step('coverage counts the tools that were called', async () => {
    await command(window, 'testing.coverageAll');
    await page.locator('.test-coverage-list-item', { hasText: file }).first().waitFor();
    await keepPicture(page, 'checks-coverage');
  });
}

async function writeChecksInEditor(window: Window, step: Step): Promise<void> {
  const { page, folder, workbench, driver } = window;
  await step('a call of the Inspector is saved as a check', async () => {
    const switchboard = new Switchboard(window);
    const inspector = await switchboard.inspectorInEditor(await switchboard.inspector());
    await run(inspector, 'every', 'get-tiny-image');
    await inspector.getByTestId('result-more').first().click();
    await inspector.getByTestId('save-as-check').click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: file }).click();
    await until(() => readFileSync(join(folder, file), 'utf8').includes('get-tiny-image'), 'the check');
    await workbench.tab(file).waitFor();
  });

  await step('a mistake in a check file is a problem at its place', async () => {
    const text = readFileSync(join(folder, file), 'utf8').replace(
      '"call": "get-tiny-image"',
      '"call": "get-huge-image"',
    );
    writeFileSync(join(folder, file), text);
    const problems = await until(
      () =>
        driver.run((vscode) => {
          const found = vscode.languages.getDiagnostics().filter(([uri]) => uri.path.endsWith('.mcptest.json'));
          const texts = found.flatMap(([, list]) => list.map(({ message }) => message));
          return texts.length > 0 ? texts : (false as const);
        }),
      'the problem',
    );
    assert.match(problems.join(' '), /get-huge-image/);
  });
}

test(
  'checks are found, run, compared and updated in the Test Explorer',
  inWindow(
    {
      height: 1_000,
      arrange: (folder) => {
        withServers({ every: [everything] })(folder);
        writeChecks(folder, 2);
      },
    },
    async (window, step) => {
      const { page, folder } = window;

      await step('a check file is found when the Testing view is opened', async () => {
        await command(window, 'workbench.view.testing.focus');
        await row(window, file).locator('.monaco-tl-twistie').click();
        await row(window, 'kept').waitFor();
      });

      await step('a server that is not approved is told once, with the way out', async () => {
        await command(window, 'testing.runAll');
        await row(window, 'sum', '(Errored)').waitFor();
        await row(window, 'kept', '(Errored)').waitFor();
      });

      await step('what is as expected passes, and what is not fails', async () => {
        await approveAndStart(window, 'every');
        await command(window, 'testing.runAll');
        await row(window, 'sum', '(Passed)').waitFor();
        await row(window, 'wrong', '(Failed)').waitFor();
        await row(window, 'kept', '(Passed)').waitFor();
        assert.match(kept(folder), /sum of 1 and 2 is 3/);
      });

      await step('a failure shows expected and actual side by side, and icons stand in the gutter', async () => {
        await row(window, 'wrong').dblclick();
        await page.locator('.peekview-widget .monaco-diff-editor').waitFor();
        await page.locator('[class*=testing-run-glyph]').first().waitFor();
        await keepPicture(page, 'checks-diff');
        await page.keyboard.press('Escape');
      });

      await updateAndCover(window, step);
      await writeChecksInEditor(window, step);
    },
  ),
);
