import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { bedVariable } from '../../../scripts/lib/workbenchBed.mjs';
import type { WorkbenchBed } from '../../../scripts/lib/workbenchBed.mjs';

/** The VS Code server and browser that the runner started for this process. */
export function currentBed(): WorkbenchBed {
  const text = process.env[bedVariable];
  if (text === undefined) throw new Error('No VS Code bed: run this through `npm run test:e2e`.');
  return JSON.parse(text) as WorkbenchBed;
}

let connected: Promise<Browser> | undefined;

export function currentBrowser(): Promise<Browser> {
  connected ??= chromium.connect(currentBed().browserEndpoint);
  return connected;
}

/** Lets the process end; the browser itself belongs to the runner. */
export async function leaveBrowser(): Promise<void> {
  await (await connected)?.close();
  connected = undefined;
}
