import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { repoRoot } from '../../../scripts/lib/paths.mjs';
import { Actions } from './actions.ts';
import { freePort } from '../../integration/serversSupport.ts';
import { currentBrowser } from './testWorkbench.ts';
import { patienceMs } from './until.ts';

const launcher = join(
  repoRoot,
  'test/conformance/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

/** MCP Inspector comes with the conformance tests; without them there is nothing to compare with. */
export function hasMcpInspector(): boolean {
  return existsSync(launcher);
}

/** The actions from its start page to the first result of a tool of the server `node <script>`. */
export async function countInMcpInspector(script: string, tool: string, home: string): Promise<number> {
  const port = String(await freePort());
  const settings = { MCP_AUTO_OPEN_ENABLED: 'false', DANGEROUSLY_OMIT_AUTH: 'true', CLIENT_PORT: port };
  const child = spawn(process.execPath, [launcher], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...settings, HOME: home },
  });
  const context = await (await currentBrowser()).newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    await page.goto(await addressOf(child));
    return await walk(page, script, tool);
  } finally {
    await context.close();
    child.kill();
  }
}

/** What it prints once it listens; nothing more where it ends before. */
async function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    const address = /up and running at:\s+(\S+)/.exec(printed)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`MCP Inspector did not start: ${printed}`);
}

async function walk(page: Page, script: string, tool: string): Promise<number> {
  const actions = new Actions();
  await actions.do('Add Servers', () => page.getByRole('button', { name: 'Add Servers' }).click());
  await actions.do('Add manually', () => page.getByText('Add manually').click());
  await actions.do('its name', () => page.getByLabel('Server ID').fill('pasted'));
  await actions.do('its command', () => page.getByLabel('Command').first().fill('node'));
  await actions.do('its arguments', () => page.getByLabel('Arguments').fill(script));
  await actions.do('Add', () => page.getByRole('button', { name: 'Add', exact: true }).click());
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await actions.do('connect', () => page.getByRole('switch').last().click({ force: true }));
  await actions.do('Tools', () => page.getByText('Tools', { exact: true }).first().click());
  await actions.do('the tool', () => page.getByText(tool).first().click());
  await actions.do('run', () =>
    page
      .getByRole('button', { name: /Execute|Run|Call/ })
      .first()
      .click(),
  );
  await page.getByText('Order more tea').first().waitFor();
  return actions.count;
}
