import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { outDir, sampleWorkspace } from '../../../scripts/lib/paths.mjs';
import { workbenchUrl } from '../../../scripts/lib/vscodeServer.mjs';
import { currentWorkbench, currentBrowser, leaveBrowser } from './testWorkbench.ts';
import { connectDriver } from './driver.ts';
import type { Driver } from './driver.ts';
import { keepEvidence } from './evidence.ts';
import { installProbe } from './webviewProbe.ts';
import { Workbench } from './workbench.ts';

/** One VS Code window with a profile of its own on a workspace of its own. */
export interface Window {
  readonly page: Page;
  readonly workbench: Workbench;
  readonly driver: Driver;
  readonly folder: string;
  /** The lines of the browser console, the workbench's own noise included. */
  readonly console: readonly string[];
}

export interface WindowOptions {
  /** The workspace to copy. */
  readonly workspace?: string;
  /** The name of its folder, if pictures show it. */
  readonly folderName?: string;
  /** Changes the copy before the window opens. */
  readonly arrange?: (folder: string) => void;
  /** A `.code-workspace` file of the copy that is opened instead of its folder. */
  readonly workspaceFile?: string;
  /** Opens another window on the folder of this one. */
  readonly beside?: Window;
  /** In the same browser, and so with what that one has stored. */
  readonly sameBrowser?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** Pixels of the picture for each pixel of the page. */
  readonly scale?: number;
  /** Without a word nothing moves: each frame of an animation is drawn by the processor, which the tests share. */
  readonly motion?: 'no-preference';
  /** The display language, for the extension alone: the workbench has no language pack and stays English. */
  readonly language?: string;
}

function copyWorkspace(source: string, name: string | undefined): string {
  const { scratchDir } = currentWorkbench();
  const folder =
    name === undefined ? join(mkdtempSync(join(scratchDir, 'window-')), 'sample-workspace') : join(scratchDir, name);
  cpSync(source, folder, { recursive: true });
  return folder;
}

/** What a language pack would set before the workbench loads. */
function setDisplayLanguage(language: string): void {
  Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { value: language });
}

async function newContext(options: WindowOptions): Promise<BrowserContext> {
  const viewport = { width: options.width ?? 1280, height: options.height ?? 800 };
  const context = await (
    await currentBrowser()
  ).newContext({ viewport, deviceScaleFactor: options.scale ?? 1, reducedMotion: options.motion ?? 'reduce' });
  await context.addInitScript(installProbe);
  if (options.language !== undefined) await context.addInitScript(setDisplayLanguage, options.language);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']); // else the clipboard API waits for a permission
  return context;
}

function collectConsole(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`[${message.type()}] ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`[pageerror] ${error.stack ?? error.message}`));
  return lines;
}

async function openWindow(
  page: Page,
  folder: string,
  { workspaceFile = '', beside }: WindowOptions,
  console: readonly string[],
): Promise<Window> {
  const { serverUrl, serverToken, driverDir } = currentWorkbench();
  await page.goto(workbenchUrl({ url: serverUrl, token: serverToken }, join(folder, workspaceFile)));
  const workbench = new Workbench(page);
  await workbench.ready();
  const driver = await connectDriver(folder, driverDir, beside?.driver, 30_000).catch(async () => {
    await page.reload(); // VS Code now and then opens a workspace file without its folders: a reload helps
    await workbench.ready();
    return connectDriver(folder, driverDir, beside?.driver);
  });
  return { page, workbench, driver, folder, console };
}

interface Opened extends Window {
  /** When `body` fails, a picture and the logs are kept under that name. */
  watch<T>(name: string, body: () => Promise<T>): Promise<T>;
}

async function withOpened<T>(options: WindowOptions, body: (opened: Opened) => Promise<T>): Promise<T> {
  const folder = options.beside?.folder ?? copyWorkspace(options.workspace ?? sampleWorkspace, options.folderName);
  options.arrange?.(folder);
  const shared = options.sameBrowser ? options.beside?.page.context() : undefined;
  const context = shared ?? (await newContext(options));
  const page = await context.newPage();
  const console = collectConsole(page);
  const watch: Opened['watch'] = async (name, step) => {
    try {
      return await step();
    } catch (error) {
      await keepEvidence({ name, page, console, dir: join(outDir, 'e2e') });
      throw error;
    }
  };
  try {
    const window = await watch('a window opens', () => openWindow(page, folder, options, console));
    return await body({ ...window, watch });
  } finally {
    await (shared ? page : context).close();
  }
}

/** Opens a window for the time of `body`; when that fails, a picture and the logs are kept. */
export function withWindow<T>(name: string, options: WindowOptions, body: (window: Window) => Promise<T>): Promise<T> {
  return withOpened(options, (opened) => opened.watch(name, () => body(opened)));
}

/** One step of a test, reported under a sentence of its own. */
export type Step = (name: string, body: () => Promise<void>) => Promise<void>;

/** A test in a window of its own. */
export function inWindow(
  options: WindowOptions,
  body: (window: Window, step: Step) => Promise<void>,
): (t: TestContext) => Promise<void> {
  return async (t) => {
    t.after(leaveBrowser);
    await withOpened(options, (opened) => {
      const step: Step = (name, run) => t.test(name, () => opened.watch(name, run));
      return opened.watch(t.name, () => body(opened, step));
    });
  };
}
