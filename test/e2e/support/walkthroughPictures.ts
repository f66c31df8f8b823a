import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { repoRoot } from '../../../scripts/lib/paths.mjs';
import { packWebp } from './animatedWebp.ts';
import { setTheme, themes } from './theme.ts';
import { choose, ended } from './toolCalls.ts';
import { findWebview } from './webview.ts';
import type { Window } from './window.ts';

const dir = join(repoRoot, 'media');
/** They are shipped: all of them together. */
const mostBytes = 60_000;
const packing = { scale: 0.5, quality: 0.15 };
/** A narrow picture is shown at almost twice its width. */
const narrow = { widthPx: 400, packing: { scale: 0.85, quality: 0.1 } };
const marginPx = 8;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Most {
  readonly width: number;
  readonly height: number;
}

/** Of the left upper corner of what is meant, no more than this. */
async function boxOf(what: Locator, most: Most): Promise<Box> {
  const box = await what.boundingBox();
  if (!box) throw new Error('what the picture shows is not in view');
  return { ...box, width: Math.min(box.width, most.width), height: Math.min(box.height, most.height) };
}

function around({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.max(0, x - marginPx), Math.max(0, y - marginPx)];
  return { x: left, y: top, width: width + x - left + marginPx, height: height + y - top + marginPx };
}

class Pictures {
  readonly #window: Window;
  readonly #packer: Page;

  constructor(window: Window, packer: Page) {
    this.#window = window;
    this.#packer = packer;
  }

  async take(step: string, clip: Box): Promise<void> {
    const how = clip.width < narrow.widthPx ? narrow.packing : packing;
    for (const theme of themes.slice(0, 2)) {
      await setTheme(this.#window, theme);
      const png = await this.#window.page.screenshot({ clip, animations: 'disabled' });
      const file = `walkthrough-${step}-${theme.startsWith('Dark') ? 'dark' : 'light'}.webp`;
      writeFileSync(join(dir, file), await packWebp(this.#packer, png, how));
      console.log(`  ${join(dir, file)}, ${statSync(join(dir, file)).size} bytes`);
    }
  }
}

interface Scene {
  readonly inspector: Frame;
  readonly traffic: Frame;
}

async function takeDialogs({ page, driver, workbench }: Window, pictures: Pictures): Promise<void> {
  const begin = (command: string, ...args: readonly string[]): Promise<void> =>
    driver.run((vscode, [id = '', ...more]) => void vscode.commands.executeCommand(id, ...more), [command, ...args]);
  await begin('mcpSwitchboard.approveServer', 'memory');
  await workbench.dialog().waitFor();
  await pictures.take('approve', await boxOf(workbench.dialog(), { width: 600, height: 300 }));
  await page.keyboard.press('Escape');
  await begin('mcpSwitchboard.chooseAgentServers');
  await page.mouse.move(0, 0); // no tip lies over it
  const list = page.locator('.quick-input-widget');
  await list.locator('.monaco-list-row').first().waitFor();
  await pictures.take('agents', await boxOf(list, { width: 620, height: 190 }));
  await page.keyboard.press('Escape');
}

async function takePages(window: Window, { inspector, traffic }: Scene, pictures: Pictures): Promise<void> {
  const { driver, page, workbench } = window;
  await choose(inspector, 'everything', 'get-sum');
  for (const [field, value] of Object.entries({ a: '19', b: '23' }))
    await inspector.locator(`[data-field="/${field}"] input`).fill(value);
  await inspector.getByTestId('run').click();
  await ended(inspector);
  await pictures.take('call', await boxOf(inspector.getByTestId('tool-detail'), { width: 680, height: 275 }));
  const maximizePanel = 'workbench.action.toggleMaximizedPanel';
  await driver.run((vscode, command) => vscode.commands.executeCommand(command), maximizePanel);
  await traffic.getByTestId('tab-waterfall').click();
  await traffic.locator('[data-call]').first().waitFor();
  await pictures.take('traffic', await boxOf(traffic.getByTestId('waterfall-rows'), { width: 780, height: 154 }));
  await driver.run((vscode, command) => vscode.commands.executeCommand(command), maximizePanel);
  await driver.run((vscode) => vscode.commands.executeCommand('mcpSwitchboard.openKnowledge'));
  const knowledge = await findWebview(page, '[data-testid=knowledge]');
  await knowledge.locator('[role=option][data-pattern]').first().click();
  await workbench.tab('Threat Knowledge Base').waitFor();
  await pictures.take('knowledge', await boxOf(knowledge.getByTestId('knowledge'), { width: 520, height: 150 }));
}

/** What each step of the walkthrough shows, cut out of the window. */
export async function takeWalkthrough(window: Window, scene: Scene): Promise<void> {
  for (const name of readdirSync(dir).filter((each) => each.startsWith('walkthrough-'))) rmSync(join(dir, name));
  const pictures = new Pictures(window, await window.page.context().newPage());
  await window.page.bringToFront();
  await pictures.take('servers', around(await boxOf(window.workbench.part('sidebar'), { width: 400, height: 190 })));
  await takeDialogs(window, pictures);
  await takePages(window, scene, pictures);
  const files = readdirSync(dir).filter((name) => name.startsWith('walkthrough-'));
  const bytes = files.reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  console.log(`  ${files.length} pictures of the walkthrough, ${bytes} bytes`);
  if (bytes > mostBytes) throw new Error(`the pictures of the walkthrough have ${bytes} bytes, over ${mostBytes}`);
}
