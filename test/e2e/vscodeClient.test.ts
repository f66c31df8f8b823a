import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { until } from './support/until.ts';
import { inWindow } from './support/window.ts';

const serve = { type: 'stdio', command: process.execPath, args: [join(repoRoot, 'dist/cli.cjs'), 'serve'] };

function configure(folder: string): void {
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: { board: serve } }));
}

test(
  "VS Code's own MCP client starts the embedded server over stdio and calls its tools",
  inWindow({ arrange: configure }, async ({ driver }, step) => {
    await step('its tools are among those that VS Code offers to models', async () => {
      await until(
        () =>
          driver.run(async (vscode) => {
            const id = 'mcp.config.ws0.board';
            await vscode.commands.executeCommand('workbench.mcp.startServer', id, { waitForLiveTools: true });
            return vscode.lm.tools.some(({ name }) => /^mcp_.*switchboard_servers$/.test(name));
          }),
        'the tool switchboard_servers in lm.tools',
      );
    });

    await step('a read-only tool runs at once', async () => {
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

interface Announced {
  readonly url: string;
  readonly token: string;
}

async function serveHttp(): Promise<Announced & { stop(): void }> {
  const child = spawn(process.execPath, [join(repoRoot, 'dist/cli.cjs'), 'serve', '--transport', 'http'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  return { ...(JSON.parse(line) as Announced), stop: () => child.kill() };
}

test("VS Code's own client over loopback HTTP", async (t) => {
  const server = await serveHttp();
  t.after(() => server.stop());
  const entry = (token: string): object => ({
    type: 'http',
    url: server.url,
    headers: { Authorization: `Bearer ${token}` },
  });
  const arrange = (folder: string): void =>
    writeFileSync(
      join(folder, '.vscode/mcp.json'),
      JSON.stringify({ servers: { right: entry(server.token), wrong: entry('not-the-token') } }),
    );
  await inWindow({ arrange }, async ({ driver, workbench }, step) => {
    const start = (name: string): Promise<boolean> =>
      driver.run(async (vscode, id) => {
        await vscode.commands.executeCommand('workbench.mcp.startServer', id, { waitForLiveTools: true });
        return vscode.lm.tools.some((tool) => /^mcp_.*switchboard_servers$/.test(tool.name));
      }, `mcp.config.ws0.${name}`);

    await step(
      'the right token brings the tools; a wrong one is a plain failure, and opens no sign-in dialog',
      async () => {
        await driver.run(
          (vscode) => void vscode.commands.executeCommand('workbench.mcp.startServer', 'mcp.config.ws0.wrong'),
        );
        // An absence has nothing to wait for: it is shown by the tools of the other entry, which is started later.
        await until(() => start('right'), 'the tools');
        assert.equal(await workbench.dialog().count(), 0);
        assert.ok(
          !(await workbench.notificationTexts()).some((text) => /sign in|authenticat|client registration/i.test(text)),
        );
      },
    );
  })(t);
});
