import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { workbenchVariable } from '../../../scripts/lib/testWorkbench.mjs';
import type { TestWorkbench } from '../../../scripts/lib/testWorkbench.mjs';

/** The VS Code server and browser that the runner started for this process. */
export function currentWorkbench(): TestWorkbench {
  const text = process.env[workbenchVariable];
  if (text === undefined) throw new Error('No VS Code workbench: run this through `npm run test:e2e`.');
  return JSON.parse(text) as TestWorkbench;
}

/** A bench has several workbenches in turn, each with a browser that goes with it. */
const connected = new Map<string, Promise<Browser>>();

export function currentBrowser(): Promise<Browser> {
  const { browserEndpoint } = currentWorkbench();
  const browser = connected.get(browserEndpoint) ?? chromium.connect(browserEndpoint);
  connected.set(browserEndpoint, browser);
  return browser;
}

/** Lets the process end; the browsers themselves belong to the runner. */
export async function leaveBrowser(): Promise<void> {
  const browsers = [...connected.values()];
  connected.clear();
  await Promise.all(browsers.map(async (browser) => (await browser).close()));
}
