import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { until } from './support/until.ts';
import { inWindow } from './support/window.ts';

const serve = { type: 'stdio', command: process.execPath, args: [join(repoRoot, 'dist/cli.js'), 'serve'] };

function configure(folder: string): void {
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: { board: serve } }));
}

test(
  "VS Code's own MCP client starts the embedded server over stdio and calls its tools",
  inWindow({ arrange: configure }, async ({ driver }, step) => {
    await step('its tools are among those that VS Code offers to models', async () => {
      await until('the tool switchboard_servers in lm.tools', () =>
        driver.run(async (vscode) => {
          const id = 'mcp.config.ws0.board';
          await vscode.commands.executeCommand('workbench.mcp.startServer', id, { waitForLiveTools: true });
          return vscode.lm.tools.some(({ name }) => /^mcp_.*switchboard_servers$/.test(name));
        }),
      );
    });

    await step('a tool that only reads answers at once', async () => {
      const text = await driver.run(async (vscode) => {
        const tool = vscode.lm.tools.find(
          ({ name }) => name.startsWith('mcp_') && name.endsWith('switchboard_servers'),
        );
        const result = await vscode.lm.invokeTool(tool!.name, { input: {}, toolInvocationToken: undefined });
        return JSON.stringify(result.content);
      });
      assert.match(text, /servers/);
    });
  }),
);
