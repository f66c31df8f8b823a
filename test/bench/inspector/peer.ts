// MCP Inspector 2.12, driven through its UI: a process of its own, a page in the same browser as ours.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { currentBrowser } from '../../e2e/support/testWorkbench.ts';
import { until } from '../../e2e/support/until.ts';
import { installInspector } from '../support/installInspector.ts';

const launcher = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

export interface Peer extends AsyncDisposable {
  /** A page that has not been opened yet, and its address. */
  newPage(): Promise<{ readonly page: Page; readonly url: string }>;
}

/** Starts the Inspector for one server; its web server is up before anything is measured. */
export async function startPeer(args: readonly string[]): Promise<Peer> {
  const dir = await installInspector('2.12.0');
  const home = mkdtempSync(join(tmpdir(), 'bench-inspector-'));
  const config = join(home, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { bench: { command: process.execPath, args } } }));
  const [client, sandbox, origin] = [await freePort(0), await freePort(0), await freePort(0)];
  const child = spawn(process.execPath, [join(dir, launcher), '--web', '--config', config], {
    cwd: home,
    detached: true,
    env: {
      ...process.env,
      HOME: home,
      CLIENT_PORT: String(client),
      MCP_SANDBOX_PORT: String(sandbox),
      MCP_APP_ORIGIN_PORT: String(origin),
      MCP_AUTO_OPEN_ENABLED: 'false',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const url = await until(() => /http:\/\/\S+TOKEN=\w+/.exec(output)?.[0], 'the Inspector to be up');
  return {
    newPage: async () => {
      const context = await (await currentBrowser()).newContext({ viewport: { width: 1400, height: 900 } });
      return { page: await context.newPage(), url };
    },
    [Symbol.asyncDispose]: async () => {
      if (child.pid !== undefined) process.kill(-child.pid);
    },
  };
}

export async function connectPeer(page: Page): Promise<void> {
  await page.locator('[role=switch]').first().click({ force: true });
  await page.getByText('Connected', { exact: true }).first().waitFor();
}

export async function showPeerTools(page: Page): Promise<void> {
  await page.getByText('Tools', { exact: true }).first().click();
  await page.locator('button.list-item').first().waitFor();
}

export async function pickPeerTool(page: Page, name: string): Promise<void> {
  const item = page.locator('button.list-item').filter({ has: page.getByText(name, { exact: true }) });
  await item.first().click();
}
