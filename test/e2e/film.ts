// `npm run shots -- film`: the first minutes with the extension as a film, docs/pictures/first-call.webp.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { type FilmFrame, animatedWebp } from './support/animatedWebp.ts';
import { Switchboard } from './support/switchboard.ts';
import { leaveBrowser } from './support/testWorkbench.ts';
import { setTheme, themes } from './support/theme.ts';
import { ended } from './support/toolCalls.ts';
import { findWebview } from './support/webview.ts';
import { type Window, withWindow } from './support/window.ts';

const size = { width: 1200, height: 750 };
const path = join(repoRoot, 'docs/pictures/first-call.webp');
const mostBytes = 2_000_000;

/** Takes the pictures: a film of a browser has no pointer, so what is clicked is framed just before. */
class Camera {
  readonly frames: FilmFrame[] = [];
  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
  }

  async look(shownMs: number): Promise<void> {
    this.frames.push({ png: await this.#window.page.screenshot({ animations: 'disabled' }), shownMs });
  }

  async click(target: Locator): Promise<void> {
    await target.waitFor();
    await this.look(900);
    await target.evaluate((node: HTMLElement) => (node.style.outline = '2px solid #f5a623'));
    await this.look(700);
    await target.evaluate((node: HTMLElement) => (node.style.outline = ''));
    await target.click();
  }
}

/** What a README offers to copy. */
function readmeOf(folder: string): string {
  const notes = { command: 'node', args: [join(folder, 'servers/notes.mjs')] };
  return JSON.stringify({ mcpServers: { notes } }, undefined, 2);
}

async function paste({ page, workbench, driver, folder }: Window, camera: Camera): Promise<void> {
  const row = (label: string): Locator =>
    page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first();
  await driver.run((vscode, text) => vscode.env.clipboard.writeText(text), readmeOf(folder));
  await camera.click(workbench.treeRow('No servers yet. Add one…'));
  await camera.click(row('From Clipboard'));
  await camera.click(row('.vscode/mcp.json'));
  await camera.click(workbench.dialog().locator('.monaco-button', { hasText: 'Approve' }));
}

async function play(window: Window): Promise<Camera> {
  const { page, workbench } = window;
  const camera = new Camera(window);
  const switchboard = new Switchboard(window);
  await switchboard.open();
  await setTheme(window, themes[0]);
  await workbench.setSideBarWidth(420);
  await paste(window, camera);
  const inspector = await findWebview(page, '[data-testid=inspector]');
  await camera.click(inspector.locator('[role=option][data-tool=find_notes]'));
  await inspector.locator('[data-field="/word"] input').fill('tea');
  await camera.click(inspector.getByTestId('run'));
  await ended(inspector);
  await camera.look(2_000);
  let traffic = await switchboard.traffic();
  await camera.look(1_200);
  await window.driver.run((vscode) => vscode.commands.executeCommand('workbench.action.toggleMaximizedPanel'));
  traffic = await switchboard.traffic();
  await page.mouse.move(0, 0); // no tip lies over it
  await camera.click(traffic.locator('[role=row][data-method="tools/call"][data-status=ok]').first());
  await camera.look(1_500);
  await traffic.getByTestId('tab-waterfall').click();
  await traffic.locator('[data-call]').first().waitFor();
  await camera.look(2_500);
  return camera;
}

async function film(window: Window): Promise<void> {
  const { frames } = await play(window);
  const packer = await window.page.context().newPage();
  const bytes = await animatedWebp(packer, size, frames);
  if (bytes.length > mostBytes) throw new Error(`the film has ${bytes.length} bytes`);
  writeFileSync(path, bytes);
  console.log(`  ${path}, ${frames.length} pictures, ${bytes.length} bytes`);
}

try {
  const arrange = (folder: string): void => rmSync(join(folder, '.vscode'), { recursive: true });
  await withWindow('film', { ...size, arrange, folderName: 'notes', motion: 'no-preference' }, film);
} finally {
  await leaveBrowser();
}
