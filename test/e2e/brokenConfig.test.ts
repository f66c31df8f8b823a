import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listTools } from './support/extension.ts';
import { Switchboard } from './support/switchboard.ts';
import { inWindow } from './support/window.ts';

const broken = `{
  "servers": {
    "good": { "command": "node", "args": ["servers/notes.mjs"] },
    "bad": { "command": 
`;

function breakConfig(folder: string): void {
  writeFileSync(join(folder, '.vscode/mcp.json'), broken);
}

test(
  'with a broken mcp.json the extension still activates and shows the problem',
  inWindow({ arrange: breakConfig }, async (window, step) => {
    const switchboard = new Switchboard(window);

    await step('the tools of the embedded server are there', async () => {
      const names = (await listTools(window.driver)).map((tool) => tool.name);
      assert.ok(names.includes('switchboard_servers'));
    });

    await step('the Servers tree names the file and the line, and keeps the embedded server', async () => {
      await switchboard.open();
      await switchboard
        .serverRow(/mcp\.json:\d+/)
        .first()
        .waitFor();
      await switchboard.serverRow('MCP Switchboard').first().waitFor();
    });

    await step('the Inspector says what is wrong', async () => {
      const inspector = await switchboard.inspector();
      const problems = inspector.getByTestId('problems');
      await problems.waitFor();
      assert.match(await problems.innerText(), /mcp\.json, line \d+/);
    });
  }),
);
