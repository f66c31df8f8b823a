import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { currentBrowser } from '../../e2e/support/testWorkbench.ts';
import { type InspectorVersion, installInspector } from '../support/installInspector.ts';
import { type Stalls, watchTasks } from './heartbeat.ts';

const server = join(import.meta.dirname, 'floodServer.mjs');
const patienceMs = 300_000;

/** Its address, once it listens. */
function started(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const onData = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+\S*TOKEN=\w+/.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.once('exit', (code) => reject(new Error(`MCP Inspector ended with ${code}: ${output}`)));
  });
}

async function openFloodTool(page: Page, address: string, count: number): Promise<void> {
  await page.goto(address);
  await page.locator('[role=switch], input[type=checkbox]').first().click({ force: true });
  await page.getByText('Tools', { exact: true }).first().click();
  await page.getByRole('button', { name: 'flood', exact: true }).click();
  await page.getByRole('textbox', { name: /count/ }).fill(String(count));
}

/** Runs `flood` from its form, as delivered: with the log open at its side. */
export async function floodInspector(version: InspectorVersion, count: number): Promise<Stalls> {
  const dir = await installInspector(version);
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const home = mkdtempSync(join(tmpdir(), 'inspector-'));
  const settings = {
    CLIENT_PORT: String(port),
    SERVER_PORT: String(port + 1),
    MCP_AUTO_OPEN_ENABLED: 'false',
    HOME: home,
  };
  const child = spawn(process.execPath, [join(dir, 'node_modules/.bin/mcp-inspector'), process.execPath, server], {
    env: { ...process.env, ...settings },
  });
  const browser = await currentBrowser();
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    await openFloodTool(page, await started(child), count);
    const stop = await watchTasks(browser, page);
    await page.getByRole('button', { name: /^(Execute|Run)/ }).click({ noWaitAfter: true });
    await page.getByText(`sent ${count}`).first().waitFor();
    return await stop();
  } finally {
    await context.close();
    child.kill();
  }
}
