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

let connected: Promise<Browser> | undefined;

export function currentBrowser(): Promise<Browser> {
  connected ??= chromium.connect(currentWorkbench().browserEndpoint);
  return connected;
}

/** Lets the process end; the browser itself belongs to the runner. */
export async function leaveBrowser(): Promise<void> {
  await (await connected)?.close();
  connected = undefined;
}
