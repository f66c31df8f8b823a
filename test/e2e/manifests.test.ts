import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listTools } from './support/extension.ts';
import { withMachineSettings } from './support/settings.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { inWindow } from './support/window.ts';

test(
  'tools of manifests are listed under the embedded server, and their problems in the Problems view',
  // High enough for every tool: the tree draws only the rows that are seen.
  inWindow({ height: 2_000 }, async (window, step) => {
    const { page, workbench, driver } = window;
    const folder = join(window.folder, '..', '.tairseach', 'manifests');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'broken.json'), '{ "id": "broken", "tools": [ { "name": 5 } ] }');
    const switchboard = new Switchboard(window);

    await withMachineSettings(driver, { 'manifests.folders': [folder] }, async () => {
      await step('a manifest is written by a command and opened', async () => {
        await workbench.runCommand('MCP Switchboard: Create Tool Manifest');
        await page.locator('.quick-input-widget input').fill('hello');
        await page.keyboard.press('Enter');
        await workbench.tab('hello.json').waitFor();
      });

      await step('its tool is available soon after', async () => {
        await until(
          async () => (await listTools(driver)).some(({ name }) => name === 'tairseach_hello_greet'),
          'the tool',
        );
      });

      await step('the tree shows it under the embedded server, and opens the file that declares it', async () => {
        await workbench.runCommand('View: Close All Editors');
        await switchboard.open();
        await switchboard.serverRow('MCP Switchboard').first().locator('.monaco-tl-twistie').click();
        const row = switchboard.serverRow('tairseach_hello_greet').first();
        await row.click(); // a chosen row keeps its actions
        await row.locator('.action-label[aria-label^="Open Tool Manifest"]').click();
        await workbench.tab('hello.json').waitFor();
      });

      await step('a bad manifest is a problem at its place', async () => {
        const problems = await until(
          () =>
            driver.run((vscode) => {
              const found = vscode.languages.getDiagnostics().filter(([uri]) => uri.path.endsWith('broken.json'));
              const texts = found
                .flatMap(([, list]) => list.filter(({ source }) => source === 'MCP Switchboard'))
                .map(({ message }) => message);
              return texts.length > 0 ? texts : (false as const);
            }),
          'the problem',
        );
        assert.match(problems.join(' '), /implementation\.methods/);
      });

      await step('an open manifest is checked against the schema while it is edited', async () => {
        const problems = await until(
          () =>
            driver.run(
              async (vscode, file) => {
                const uri = vscode.Uri.file(file);
                await vscode.window.showTextDocument(uri);
                const found = vscode.languages.getDiagnostics(uri).filter(({ source }) => source !== 'MCP Switchboard');
                return found.length > 0 ? found.map(({ message }) => message) : (false as const);
              },
              join(folder, 'broken.json'),
            ),
          'a problem of the schema',
        );
        assert.ok(problems.length > 0);
      });
    });
  }),
);
