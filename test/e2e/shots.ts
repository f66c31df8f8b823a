// `npm run shots`: what only a window shows, in every kind of theme. `-- walk` takes the pages themselves.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { outDir } from '../../scripts/lib/paths.mjs';
import { walkConfig } from '../webview/viewSteps.ts';
import { showGallery } from './support/gallery.ts';
import { approveAndStart } from './support/servers.ts';
import { Switchboard } from './support/switchboard.ts';
import { leaveBrowser } from './support/testWorkbench.ts';
import { setTheme, themes } from './support/theme.ts';
import { choose, ended } from './support/toolCalls.ts';
import { findWebview } from './support/webview.ts';
import { withWindow } from './support/window.ts';
import type { Window } from './support/window.ts';

const dir = join(outDir, 'shots');
const narrowPx = 220;

async function shoot(window: Window, view: string, what: Page | Locator = window.page): Promise<void> {
  for (const theme of themes) {
    await setTheme(window, theme);
    const name = `${view}-${theme.toLowerCase().replaceAll(' ', '-')}.png`;
    await what.screenshot({ path: join(dir, name), animations: 'disabled' });
    console.log(`  ${name}`);
  }
}

const execute = ({ driver }: Window, command: string, argument?: string): Promise<void> =>
  driver.run(
    async (vscode, what) => {
      await vscode.commands.executeCommand(what.command, what.argument);
    },
    { command, argument },
  );

function arrange(folder: string): void {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify(walkConfig));
}

/** The tree with every state, a notification of the one that failed, frames in the log, a result in the editor. */
async function shootWindow(window: Window): Promise<void> {
  const switchboard = new Switchboard(window);
  const inspector = await switchboard.inspector();
  await approveAndStart(window, 'everything');
  const traffic = await switchboard.traffic();
  const wide = await switchboard.inspectorInEditor(inspector);
  await choose(wide, 'everything', 'get-tiny-image'); // it takes no arguments
  await wide.getByTestId('run').click();
  await ended(wide);
  await traffic.locator('[role=row][data-kind=request][data-status=ok]').last().click();
  void approveAndStart(window, 'github').catch(() => {}); // waits for an answer to its notification
  await window.workbench.notifications().first().waitFor();
  await shoot(window, 'window');
  await execute(window, 'notifications.clearAll');
}

async function shootSideBar(window: Window): Promise<void> {
  await window.workbench.setSideBarWidth(narrowPx);
  await window.workbench.treeRow('everything').click();
  await shoot(window, `sidebar-${narrowPx}px`, window.workbench.part('sidebar'));
}

async function shootOverlays(window: Window): Promise<void> {
  const { page, workbench } = window;
  void execute(window, 'mcpSwitchboard.approveServer', 'memory').catch(() => {});
  await workbench.dialog().waitFor();
  await shoot(window, 'approval');
  await page.keyboard.press('Escape');
  await workbench.dialog().waitFor({ state: 'detached' });
  void execute(window, 'mcpSwitchboard.addServer').catch(() => {});
  await page.locator('.quick-input-widget:visible').waitFor();
  await shoot(window, 'add-server');
  await page.keyboard.press('Escape');
}

async function openRecording(window: Window): Promise<Frame> {
  const frame = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'add_note', arguments: { text: 'tea' } },
  };
  const call = { server: 'notes', connection: 'notes#1', method: 'tools/call', name: 'add_note', id: 1 };
  const lines = [
    { mcptrace: 1, created: 1_794_820_000_000, product: 'notes', redacted: true, firstSeq: 1 },
    { ...call, at: 1_794_820_000_001, ms: 1, bytes: 90, direction: 'toServer', kind: 'request', frame },
  ];
  const file = join(window.folder, 'notes.mcptrace');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await window.driver.run(async (vscode, path) => {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path));
  }, file);
  return findWebview(window.page, '[data-testid=traffic][data-kind=recording]');
}

async function shootEditors(window: Window): Promise<void> {
  const editor = window.workbench.part('editor');
  await execute(window, 'workbench.action.closePanel');
  await (await openRecording(window)).locator('[data-seq]').first().waitFor();
  await shoot(window, 'recording', editor);
  await execute(window, 'workbench.action.openWalkthrough', 'mcp-switchboard.mcp-switchboard#start');
  await editor.locator('.step-title').first().waitFor();
  await shoot(window, 'walkthrough', editor);
}

/** Every component in all its states, in place of a page: a real webview has the style sheet and the theme. */
async function shootGallery(window: Window): Promise<void> {
  const switchboard = new Switchboard(window);
  await showGallery(await switchboard.inspectorInEditor(await switchboard.inspector()));
  await shoot(window, 'gallery', window.workbench.part('editor'));
}

mkdirSync(dir, { recursive: true });
try {
  await withWindow('shots', { arrange, width: 1440, height: 960 }, async (window) => {
    for (const part of [shootWindow, shootSideBar, shootOverlays, shootEditors])
      await part(window).catch((error: unknown) => console.log(`  ${part.name}: ${String(error)}`));
  });
  await withWindow('gallery', { width: 1440, height: 1100 }, shootGallery);
  console.log(`The pictures are in ${dir}`);
} finally {
  await leaveBrowser();
}
