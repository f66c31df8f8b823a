// `npm run shots -- pictures`: what README and walkthrough show, taken from real servers in a real window, light and dark.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { projectRoot } from '../support/sources.ts';
import { approveAndStart } from './support/servers.ts';
import { Switchboard } from './support/switchboard.ts';
import { leaveBrowser } from './support/testWorkbench.ts';
import { setTheme, themes } from './support/theme.ts';
import { choose, ended, show } from './support/toolCalls.ts';
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
  await inspector.getByTestId('run').click();
  await ended(inspector);
}

/** A few calls more, one of them refused by its server, so that there is something to see over time. */
async function makeTraffic(inspector: Frame): Promise<void> {
  for (const tool of ['list_allowed_directories', 'get-tiny-image', 'trigger-long-running-operation']) {
    const server = tool === 'list_allowed_directories' ? 'files' : 'everything';
    await choose(inspector, server, tool);
    await inspector.getByTestId('run').click();
    await ended(inspector);
  }
  await show(inspector, 'files', 'raw');
  const text = { jsonrpc: '2.0', id: 900, method: 'tools/get', params: {} };
  await inspector.locator('[data-testid=raw-text] textarea').fill(JSON.stringify(text, undefined, 2));
  await inspector.getByTestId('raw-send').click();
  await inspector.getByTestId('raw-answer').waitFor();
  await inspector.getByTestId('tab-tools').click();
}

async function take(window: Window, name: string): Promise<void> {
  for (const theme of themes.slice(0, 2)) {
    await setTheme(window, theme);
    const path = join(dir, `${name}-${theme.startsWith('Dark') ? 'dark' : 'light'}.png`);
    await window.page.screenshot({ path, animations: 'disabled' });
    console.log(`  ${path}`);
  }
}

async function toggleMaximizedPanel({ driver }: Window): Promise<void> {
  await driver.run((vscode) => vscode.commands.executeCommand('workbench.action.toggleMaximizedPanel'));
}

async function tellTheStory(window: Window): Promise<void> {
  const switchboard = new Switchboard(window);
  const sideBar = await switchboard.inspector();
  await startServers(window);
  let inspector = await switchboard.inspectorInEditor(sideBar);
  const traffic = await switchboard.traffic();
  await makeTraffic(inspector);
  await askTheDatabase(inspector);
  await tidy(window);
  await traffic.getByRole('textbox', { name: 'Filter traffic' }).fill('tools/');
  await traffic.getByTestId('tab-waterfall').click();
  await traffic.locator('[data-call]').first().waitFor();
  await traffic.getByTestId('waterfall-rows').evaluate((rows) => rows.scrollTo(0, rows.scrollHeight));
  await take(window, 'inspector');
  await traffic.getByTestId('tab-statistics').click();
  await traffic.locator('[data-what=execute_sql]').waitFor();
  await toggleMaximizedPanel(window);
  await take(window, 'statistics');
  await toggleMaximizedPanel(window);
  inspector = await findWebview(window.page, '[data-testid=inspector]'); // a hidden page is loaded again
  await traffic.getByTestId('tab-messages').click();
  await choose(inspector, 'everything', 'trigger-elicitation-request');
  await inspector.getByTestId('run').click();
  await inspector.getByTestId('client-request').waitFor();
  await take(window, 'question');
  await inspector.getByTestId('request-decline').first().click();
  await takeWalkthrough(window, { inspector, traffic });
}

mkdirSync(dir, { recursive: true });
try {
  await withWindow('pictures', { width: 1200, height: 800, scale: 2, arrange, folderName: 'company' }, tellTheStory);
} finally {
  await leaveBrowser();
}
