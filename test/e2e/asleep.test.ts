import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Driver, connectDriver } from './support/driver.ts';
import { isActive, readLog } from './support/extension.ts';
import { currentWorkbench } from './support/testWorkbench.ts';
import { until } from './support/until.ts';
import { inWindow } from './support/window.ts';

const ownServer = 'mcp-switchboard.mcp-switchboard/MCP Switchboard';

async function assertAsleep(driver: Driver): Promise<void> {
  await until(() => isActive(driver), 'the extension to be active');
  assert.equal(readLog(driver), '');
}

/** As VS Code's own client does it for a chat. */
async function connectAgent(driver: Driver): Promise<void> {
  await until(async () => {
    await driver.run(
      (vscode, server) =>
        vscode.commands.executeCommand('workbench.mcp.startServer', server, { waitForLiveTools: true }),
      ownServer,
    );
    return readLog(driver).includes('listening for agents');
  }, 'the app to listen');
  assert.match(readLog(driver), /ready/);
}

test(
  'a window with a configuration file that nobody uses does not load the app until an agent connects',
  inWindow({}, async ({ driver, folder, page, workbench }, step) => {
    await step('the extension is active, and nothing more', () => assertAsleep(driver));
    await step("VS Code's own client starts the embedded server, which loads the app", () => connectAgent(driver));

    await step('after a reload it sleeps again, and wakes for what was remembered', async () => {
      await Promise.all([page.waitForEvent('load'), workbench.runCommand('Developer: Reload Window')]);
      await workbench.ready();
      const reloaded = await connectDriver(folder, currentWorkbench().driverDir, driver);
      await assertAsleep(reloaded);
      await connectAgent(reloaded);
    });
  }),
);
