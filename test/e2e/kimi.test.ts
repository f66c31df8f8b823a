import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { withMachineSettings } from './support/settings.ts';
import { until } from './support/until.ts';
import { inWindow } from './support/window.ts';

// The real CLI needs a provider: it is tested against a local one in test/integration. Here the commands are.
const fakeKimi = join(repoRoot, 'test/fixtures/kimi/fakeKimi.mjs');

test(
  'Kimi analyzes the open file by a command, and its answer opens as a document',
  inWindow({}, async ({ page, workbench, driver }, step) => {
    await withMachineSettings(driver, { 'kimi.path': fakeKimi }, async () => {
      await driver.run(async (vscode) => {
        const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'src/cart.js');
        await vscode.window.showTextDocument(file);
      });

      await step('the palette offers it and asks for a role', async () => {
        await workbench.runCommand('MCP Switchboard: Analyze with Kimi');
        await page.locator('.quick-input-list .monaco-list-row', { hasText: 'security' }).first().click();
      });

      await step('the answer is a document that names the backend', async () => {
        const text = await until('the answer', () =>
          driver.run(
            (vscode) =>
              vscode.workspace.textDocuments.find(({ languageId }) => languageId === 'markdown')?.getText() ?? false,
          ),
        );
        assert.match(text, /^# Analysis by Kimi\n\nok\n/);
        assert.match(text, /kimi-code/);
      });
    });
  }),
);
