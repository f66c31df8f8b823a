// `npm run shots -- pictures`: what README and walkthrough show, taken from real servers in a real window, light and dark.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { projectRoot } from '../support/sources.ts';
import { takeChecks } from './support/checksPicture.ts';
import { approveAndStart } from './support/servers.ts';
import { Switchboard } from './support/switchboard.ts';
import { leaveBrowser } from './support/testWorkbench.ts';
import { setTheme, themes } from './support/theme.ts';
import { choose, chooseInMenu, ended, show } from './support/toolCalls.ts';
import { until } from './support/until.ts';
import { findWebview } from './support/webview.ts';
import { takeWalkthrough } from './support/walkthroughPictures.ts';
import { type Window, withWindow } from './support/window.ts';

const dir = join(repoRoot, 'docs/pictures');
const servers = join(projectRoot, 'test/fixtures/servers/node_modules');
const sideBarPx = 250;
const query = `SELECT d.dept_name AS team, e.last_name AS name, MAX(s.amount) AS salary
FROM employee e
JOIN dept_emp de ON de.emp_no = e.emp_no
JOIN department d ON d.dept_no = de.dept_no
JOIN salary s ON s.emp_no = e.emp_no
GROUP BY e.emp_no ORDER BY salary DESC LIMIT 40`;

/** Three that run, one that cannot, because its program is not installed, and one that waits for its approval. */
function arrange(folder: string): void {
  const node = (path: string, ...args: string[]) => ({
    type: 'stdio',
    command: process.execPath,
    args: [join(servers, path), ...args],
  });
  const entries = {
    database: node('@bytebase/dbhub/dist/index.js', '--demo', '--transport', 'stdio'),
    files: node('@modelcontextprotocol/server-filesystem/dist/index.js', folder),
    everything: node('@modelcontextprotocol/server-everything/dist/index.js', 'stdio'),
    github: { type: 'stdio', command: 'github-mcp-server', args: ['stdio'] },
    memory: { type: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory@2026.1.26'] },
  };
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: entries }));
}

async function startServers(window: Window): Promise<void> {
  for (const server of ['database', 'files', 'everything']) await approveAndStart(window, server);
  void approveAndStart(window, 'github').catch(() => {}); // it fails, which is what the picture shows
  await window.workbench.treeRow('github').filter({ hasText: 'github-mcp-server' }).waitFor();
}

/** The side bar shows the servers alone, and nothing lies over the page. */
async function tidy({ page, driver, workbench }: Window): Promise<void> {
  await page.locator('.pane-header', { hasText: 'Inspector' }).click();
  await workbench.setSideBarWidth(sideBarPx);
  await driver.run(async (vscode) => {
    for (const command of ['notifications.clearAll', 'workbench.action.focusActiveEditorGroup'])
      await vscode.commands.executeCommand(command);
  });
}

async function askTheDatabase(inspector: Frame): Promise<void> {
  await choose(inspector, 'database', 'execute_sql');
  const field = inspector.locator('[data-field="/sql"]');
  await field.hover();
  await field.getByRole('button', { name: 'Multi-line' }).click();
  await field.locator('textarea').fill(query);
  await field.locator('textarea').evaluate((text) => text.scrollTo(0, 0));
  await inspector.getByTestId('run').click();
  await ended(inspector);
}

/** A few calls more, one of them refused by its server, so that there is something to see over time. */
async function makeTraffic(inspector: Frame): Promise<void> {
  for (const tool of ['get-tiny-image', 'trigger-long-running-operation']) {
    await choose(inspector, 'everything', tool);
    await inspector.getByTestId('run').click();
    await ended(inspector);
  }
  await show(inspector, 'files', 'raw');
  const text = { jsonrpc: '2.0', id: 900, method: 'tools/get', params: {} };
  const field = inspector.locator('[data-testid=raw-text] textarea');
  await until(async () => (await field.inputValue()).includes('tools/list'), 'the template');
  await field.fill(JSON.stringify(text, undefined, 2));
  await inspector.getByTestId('raw-send').click();
  await inspector.getByTestId('raw-answer').waitFor();
  await inspector.getByTestId('tab-tools').click();
}

/** Enough calls of each that figures say something. */
async function makeManyCalls(inspector: Frame): Promise<void> {
  const calls = [
    ['database', 'execute_sql', 60],
    ['files', 'list_allowed_directories', 40],
    ['everything', 'get-tiny-image', 30],
    ['files', 'read_text_file', 12],
  ] as const;
  for (const [server, tool, times] of calls) {
    await choose(inspector, server, tool);
    if (tool === 'read_text_file') await inspector.locator('[data-field="/path"] input').fill('/etc/shadow'); // refused
    await chooseInMenu(inspector, 'run-more', 'show-options');
    await inspector.locator('[data-testid=option-times] input').fill(String(times));
    await inspector.getByTestId('run').click();
    await ended(inspector);
  }
}

async function take(window: Window, name: string): Promise<void> {
  for (const theme of themes.slice(0, 2)) {
    await setTheme(window, theme);
    const path = join(dir, `${name}-${theme.startsWith('Dark') ? 'dark' : 'light'}.png`);
    await window.page.screenshot({ path, animations: 'disabled' });
    console.log(`  ${path}`);
  }
}

async function run({ driver }: Window, command: string): Promise<void> {
  await driver.run((vscode, id) => vscode.commands.executeCommand(id), `workbench.action.${command}`);
}

async function filter(traffic: Frame, query: string): Promise<void> {
  await traffic.getByRole('textbox', { name: 'Filter traffic' }).fill(query);
}

/** The figures have many columns: they have all of the window. */
async function takeStatistics(window: Window, traffic: Frame): Promise<void> {
  const both = ['toggleMaximizedPanel', 'toggleSidebarVisibility'];
  await traffic.getByTestId('tab-statistics').click();
  await traffic.locator('[data-what=read_text_file]').waitFor();
  for (const command of both) await run(window, command);
  await take(window, 'statistics');
  for (const command of both) await run(window, command);
}

/** The request has all the height. */
async function takeQuestion(window: Window, inspector: Frame): Promise<void> {
  await run(window, 'closePanel');
  await choose(inspector, 'everything', 'trigger-elicitation-request');
  await inspector.getByTestId('run').click();
  const request = inspector.getByTestId('client-request').first();
  await request.locator('[data-field="/name"] input').fill('Ada Lovelace');
  await take(window, 'question');
  await request.getByTestId('request-decline').click();
}

async function tellTheStory(window: Window): Promise<void> {
  const switchboard = new Switchboard(window);
  const sideBar = await switchboard.inspector();
  await startServers(window);
  let inspector = await switchboard.inspectorInEditor(sideBar);
  let traffic = await switchboard.traffic();
  await makeTraffic(inspector);
  await askTheDatabase(inspector);
  await tidy(window);
  await filter(traffic, 'tools/ -tools/list');
  await traffic.getByTestId('tab-waterfall').click();
  await traffic.locator('[data-call]').first().waitFor();
  await traffic.getByTestId('waterfall-rows').evaluate((rows) => rows.scrollTo(0, rows.scrollHeight));
  await take(window, 'inspector');
  await makeManyCalls(inspector);
  await filter(traffic, '');
  await takeStatistics(window, traffic);
  inspector = await findWebview(window.page, '[data-testid=inspector]'); // a hidden page is loaded again
  await takeQuestion(window, inspector);
  traffic = await switchboard.traffic();
  await filter(traffic, 'tools/ -tools/list');
  await takeWalkthrough(window, { inspector, traffic });
  await takeChecks(window, () => take(window, 'checks'));
}

mkdirSync(dir, { recursive: true });
try {
  await withWindow('pictures', { width: 1200, height: 800, scale: 2, arrange, folderName: 'company' }, tellTheStory);
} finally {
  await leaveBrowser();
}
