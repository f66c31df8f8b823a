// How a window ends, with ten servers that are hard to end: nothing of them stays. A page that is only closed is no end:
// VS Code keeps its extension host, because the page may come back.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { stubbornKinds } from '../faults/support/endsFixture.ts';
import { processesWith } from '../support/markedProcesses.ts';
import { type Driver, connectDriver, isAlive } from './support/driver.ts';
import { withServers } from './support/servers.ts';
import { Switchboard } from './support/switchboard.ts';
import { currentWorkbench } from './support/testWorkbench.ts';
import { until } from './support/until.ts';
import { type Window, inWindow, withWindow } from './support/window.ts';

const word = `stubborn-${randomUUID()}`;
const kinds = Object.keys(stubbornKinds);
const least = Object.values(stubbornKinds).reduce((sum, count) => sum + count, 0);
const servers = Object.fromEntries(kinds.map((kind) => [kind, ['bad-servers/stubbornKinds.mjs', kind, word]]));

/** All processes of the ten. */
async function allRun(): Promise<readonly number[]> {
  await until(() => processesWith(word).length >= least, `${least} processes of ten servers`, 60_000);
  return processesWith(word);
}

async function allEnd(pids: readonly number[], driver: Driver): Promise<void> {
  await until(() => !isAlive(driver.pid), 'the extension host to end', 60_000);
  const left = (): readonly number[] => processesWith(word).filter((pid) => pids.includes(pid));
  await until(() => left().length === 0, 'all processes of the servers to end', 60_000);
}

async function approveAll({ workbench }: Window): Promise<void> {
  await workbench.runCommand('MCP Switchboard: Approve All');
  await workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }).click();
  await workbench.notifications().locator('.monaco-button', { hasText: 'Start All' }).click();
}

function startAll({ driver }: { readonly driver: Driver }): Promise<void> {
  return driver.run(async (vscode) => {
    await vscode.commands.executeCommand('mcpSwitchboard.startAll');
  });
}

test(
  'a window that is reloaded or killed leaves nothing of ten servers that are hard to end',
  inWindow({ arrange: withServers(servers) }, async (window, step) => {
    const { page, workbench, folder } = window;
    const { driverDir } = currentWorkbench();
    let { driver } = window;
    await new Switchboard(window).open();

    await step('a reload of the window ends them', async () => {
      await approveAll(window);
      const pids = await allRun();
      await Promise.all([page.waitForEvent('load'), workbench.runCommand('Developer: Reload Window')]);
      await workbench.ready();
      await allEnd(pids, driver);
      driver = await connectDriver(folder, driverDir, driver);
    });

    await step('what a killed extension host leaves, the next window ends', async () => {
      await startAll({ driver });
      const pids = await allRun();
      process.kill(driver.pid, 'SIGKILL');
      await withWindow('the next window', { beside: { ...window, driver } }, async (next) => {
        await new Switchboard(next).open();
        await allEnd(pids, driver);
      });
      assert.deepEqual(processesWith(word), []);
    });
  }),
);
