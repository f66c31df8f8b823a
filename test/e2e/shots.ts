// `npm run shots`: pictures of every view in every kind of theme, to look at.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { outDir } from '../../scripts/lib/paths.mjs';
import { showGallery } from './support/gallery.ts';
import { leaveBrowser } from './support/testWorkbench.ts';
import { Switchboard } from './support/switchboard.ts';
import { setTheme, themes } from './support/theme.ts';
import { withWindow } from './support/window.ts';
import type { Window } from './support/window.ts';

const dir = join(outDir, 'shots');
const narrowPx = 220;
const tabs = ['tools', 'resources', 'prompts', 'tasks', 'events', 'server', 'calls', 'raw'];

async function shoot(what: Page | Locator, view: string, theme: string): Promise<void> {
  const name = `${view}-${theme.toLowerCase().replaceAll(' ', '-')}.png`;
  await what.screenshot({ path: join(dir, name), animations: 'disabled' });
  console.log(`  ${name}`);
}

/** A result in the form, a server with its tools unfolded, frames in the log. */
async function fill(window: Window): Promise<Frame> {
  const switchboard = new Switchboard(window);
  const inspector = await switchboard.inspector();
  await switchboard.runTool(inspector, 'switchboard_servers');
  const traffic = await switchboard.traffic();
  await traffic.locator('[role=row][data-kind=request][data-status=ok]').last().click();
  return inspector;
}

async function shootViews(window: Window, theme: string): Promise<void> {
  const { page, workbench } = window;
  await shoot(page, 'window', theme);
  for (const part of ['sidebar', 'panel', 'editor'] as const) await shoot(workbench.part(part), part, theme);
}

/** What a server offers beside tools, where there is little room. */
async function shootParts({ workbench }: Window, inspector: Frame, theme: string): Promise<void> {
  for (const part of ['resources', 'prompts', 'server']) {
    await inspector.getByTestId(`tab-${part}`).click();
    await inspector.locator(`[data-shown=${part}] [data-region]`).first().waitFor();
    await shoot(workbench.part('sidebar'), `${part}-${narrowPx}px`, theme);
  }
  await inspector.getByTestId('tab-tools').click();
}

async function shootAll(window: Window): Promise<void> {
  const switchboard = new Switchboard(window);
  const inspector = await fill(window);
  await switchboard.runTool(await switchboard.inspectorInEditor(inspector), 'switchboard_servers');
  for (const theme of themes) {
    await setTheme(window, theme);
    await shootViews(window, theme);
  }
  await window.workbench.setSideBarWidth(narrowPx);
  for (const theme of themes) {
    await setTheme(window, theme);
    await shoot(window.workbench.part('sidebar'), `sidebar-${narrowPx}px`, theme);
    await shootParts(window, inspector, theme);
  }
}

/** The same views in Chinese, where texts are shorter and letters wider. */
async function shootChinese(window: Window): Promise<void> {
  const inspector = await fill(window);
  await window.workbench.setSideBarWidth(700);
  for (const part of tabs) {
    await inspector.getByTestId(`tab-${part}`).click();
    await inspector.locator(`[data-shown=${part}]`).waitFor();
    await inspector.locator('vscode-progress-ring').first().waitFor({ state: 'hidden' });
    await shoot(window.page, part, 'chinese');
  }
  await window.workbench.setSideBarWidth(220);
  for (const part of tabs) {
    await inspector.getByTestId(`tab-${part}`).click();
    await inspector.locator(`[data-shown=${part}]`).waitFor();
    await shoot(window.workbench.part('sidebar'), `${part}-220px`, 'chinese');
  }
}

/** Every component in all its states, in place of a page: a real webview has the style sheet and the theme. */
async function shootGallery(window: Window): Promise<void> {
  const switchboard = new Switchboard(window);
  await showGallery(await switchboard.inspectorInEditor(await switchboard.inspector()));
  for (const theme of themes) {
    await setTheme(window, theme);
    await shoot(window.workbench.part('editor'), 'gallery', theme);
  }
}

async function shootWalkthrough(window: Window): Promise<void> {
  const id = 'mcp-switchboard.mcp-switchboard#start';
  await window.driver.run(
    (vscode, which) => vscode.commands.executeCommand('workbench.action.openWalkthrough', which),
    id,
  );
  const editor = window.workbench.part('editor');
  await editor.locator('.step-title').first().waitFor();
  for (const theme of themes) {
    await setTheme(window, theme);
    await shoot(editor, 'walkthrough', theme);
  }
}

mkdirSync(dir, { recursive: true });
try {
  await withWindow('shots', { width: 1440, height: 960 }, shootAll);
  await withWindow('gallery', { width: 1440, height: 1100 }, shootGallery);
  await withWindow('chinese', { width: 1440, height: 960, language: 'zh-cn' }, shootChinese);
  await withWindow('walkthrough', { width: 1440, height: 960 }, shootWalkthrough);
  console.log(`The pictures are in ${dir}`);
} finally {
  await leaveBrowser();
}
