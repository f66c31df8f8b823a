import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Driver } from '../e2e/support/driver.ts';
import { extensionId } from '../e2e/support/extension.ts';
import { approveAndStart } from '../e2e/support/servers.ts';
import { type Window, withWindow } from '../e2e/support/window.ts';
import { type Drawn, containerButton, draw } from './support/draw.ts';
import { reopen } from './support/reopen.ts';
import { type Bench, type Row, row } from './support/row.ts';

const servers = Array.from({ length: 50 }, (_, at) => `many-${at}`);
const rounds = 3;

/** 50 servers with 40 tools each, the smallest that speak the protocol. */
const many = `
import { serve } from './stdioServer.mjs';
const inputSchema = { type: 'object', properties: { text: { type: 'string', description: 'What to say' } } };
const run = () => 'ok';
serve('many', Array.from({ length: 40 }, (_, at) => ({
  name: 'tool_' + at, title: 'Tool', description: 'Does one of forty things.', inputSchema, run })));
`;

function arrange(folder: string): void {
  writeFileSync(join(folder, 'servers/many.mjs'), many);
  const entry = { command: 'node', args: ['${workspaceFolder}/servers/many.mjs'] };
  const entries = Object.fromEntries(servers.map((name) => [name, entry]));
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: entries }));
  // A server that stops while it is measured would be a server less.
  writeFileSync(join(folder, '.vscode/settings.json'), '{ "mcpSwitchboard.servers.idleStopMinutes": 0 }');
}

/** The tree alone is measured: the peer has no second view below it. */
async function foldInspector({ page, workbench }: Window): Promise<void> {
  await workbench.openSideBar('MCP Switchboard');
  await page.locator('.part.sidebar .pane-header', { hasText: 'Inspector' }).click();
  await page.locator('.part.sidebar .pane-header[aria-expanded="false"]', { hasText: 'Inspector' }).waitFor();
}

/** Both extensions awake, so that only the drawing is measured. */
function wake(driver: Driver): Promise<void> {
  return driver.run(async (vscode, id) => {
    const api = await vscode.extensions.getExtension<{ getTools(): Promise<unknown[]> }>(id)?.activate();
    await api?.getTools();
    await vscode.commands.executeCommand('plainTreeBench.wake');
  }, extensionId);
}

interface DrawnTree {
  readonly roots: number;
  readonly tools: number;
}

const msOf = ({ clickedAt, drawnAt }: Drawn): number => drawnAt - clickedAt;

/** Opens the view of one extension for the first time in this window, then unfolds its first server. */
async function drawTree(page: Page, container: string): Promise<DrawnTree> {
  const roots = msOf(await draw(page, { click: containerButton(container), rows: 'many-', count: 15 }));
  await page.locator('.part.sidebar .monaco-list-row', { hasText: 'many-0' }).first().waitFor();
  await delay(1_000);
  const first = await page.locator('.part.sidebar .monaco-list-row', { hasText: 'many-0' }).first().getAttribute('id');
  const tools = msOf(await draw(page, { click: `#${first} .monaco-tl-twistie`, rows: 'tool_', count: 12 }));
  return { roots, tools };
}

export const tree: Bench = {
  name: 'tree',
  inVscode: true,
  run: () =>
    withWindow('bench of the tree', { arrange, height: 1_000 }, async (window): Promise<Row[]> => {
      await window.driver.run((vscode, id) => vscode.extensions.getExtension(id)?.activate(), extensionId);
      for (const server of servers) await approveAndStart(window, server);
      await delay(7_000); // what was found is written down meanwhile
      await foldInspector(window);
      const [ours, peer]: [DrawnTree[], DrawnTree[]] = [[], []];
      let { driver } = window;
      for (let round = 0; round < rounds; round++) {
        driver = await reopen(window, driver);
        await wake(driver);
        await delay(1_000);
        const order = round % 2 === 0 ? ([ours, peer] as const) : ([peer, ours] as const);
        for (const side of order)
          side.push(await drawTree(window.page, side === ours ? 'MCP Switchboard' : 'Plain Tree'));
      }
      const of = (side: readonly DrawnTree[], key: keyof DrawnTree): number[] => side.map((one) => one[key]);
      const plain = { unit: 'ms', peerName: 'a plain tree of as many rows in the same window' };
      return [
        row(
          { ...plain, name: 'tree of 50 servers with 2,000 tools drawn in VS Code', limit: { ratio: 3, ours: 100 } },
          of(ours, 'roots'),
          of(peer, 'roots'),
        ),
        row(
          { ...plain, name: 'a server of it unfolded to its 40 tools', limit: { ratio: 3, ours: 100 } },
          of(ours, 'tools'),
          of(peer, 'tools'),
        ),
      ];
    }),
};
