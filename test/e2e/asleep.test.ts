import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isActive, readLog } from './support/extension.ts';
import { until } from './support/until.ts';
import { inWindow } from './support/window.ts';

const ownServer = 'mcp-switchboard.mcp-switchboard/MCP Switchboard';

test(
  'a window with a configuration file that nobody uses does not load the app until an agent connects',
  inWindow({}, async ({ driver }, step) => {
    await step('the extension is active, and nothing more', async () => {
      await until(() => isActive(driver), 'the extension to be active');
      assert.equal(readLog(driver), '');
    });

    await step("VS Code's own client starts the embedded server, which loads the app", async () => {
      await until(async () => {
        await driver.run(
          (vscode, server) =>
            vscode.commands.executeCommand('workbench.mcp.startServer', server, { waitForLiveTools: true }),
          ownServer,
        );
        return readLog(driver).includes('listening for agents');
      }, 'the app to listen');
      assert.match(readLog(driver), /ready/);
    });
  }),
);
