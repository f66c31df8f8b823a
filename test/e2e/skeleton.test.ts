import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isActive } from './support/extension.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { inWindow } from './support/window.ts';

test(
  'from an empty window to a tool result and its frames',
  inWindow({}, async (window, step) => {
    const switchboard = new Switchboard(window);

    await step('opening its view activates the extension', async () => {
      await switchboard.open();
      await until(() => isActive(window.driver), 'the extension to be active');
    });

    await step('the Servers tree shows the embedded server and the configured ones', async () => {
      for (const name of ['MCP Switchboard', 'notes', 'prices']) await switchboard.serverRow(name).first().waitFor();
    });

    const inspector = await switchboard.inspector();
    await step('the Inspector lists the tools of the embedded server', async () => {
      await inspector.locator('[role=option][data-tool=switchboard_servers]').waitFor();
    });

    await step('running switchboard_servers from the form shows every managed server', async () => {
      const result = await switchboard.runTool(inspector, 'switchboard_servers');
      assert.equal(await result.getAttribute('data-status'), 'ok');
      const text = await result.innerText();
      for (const name of ['notes', 'prices']) assert.ok(text.includes(name), `${name} is in ${text}`);
    });

    await step('the Traffic panel shows that call as one row, with its outcome', async () => {
      const traffic = await switchboard.traffic();
      await traffic.locator('[role=row][data-method="tools/call"][data-status=ok]').first().waitFor();
    });

    await step('nothing popped up', async () => {
      assert.deepEqual(await window.workbench.notificationTexts(), []);
    });
  }),
);

test(
  'the extension is not activated by any JSON file, but by the command that opens the configuration of MCP servers',
  inWindow({ arrange: (folder) => rmSync(join(folder, '.vscode'), { recursive: true }) }, async ({ driver }) => {
    for (const language of ['python', 'json', 'jsonc']) {
      await driver.run((vscode, id) => vscode.workspace.openTextDocument({ content: '{}', language: id }), language);
      assert.equal(await isActive(driver), false);
    }
    await driver.run((vscode) => vscode.commands.executeCommand('workbench.mcp.openUserMcpJson'));
    await until(() => isActive(driver), 'the extension to be active');
  }),
);
