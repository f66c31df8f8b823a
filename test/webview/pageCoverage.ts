// What ran in the pages, beside what V8 writes of the processes: `npm run coverage` reads both alike.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { distDir } from '../../scripts/lib/paths.mjs';

const folder = process.env['NODE_V8_COVERAGE'];

/** Counts from now on, and writes when the result is called; nothing unless coverage is asked for. */
export async function countLines(page: Page): Promise<() => Promise<void>> {
  if (folder === undefined) return async () => {};
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  return async () => {
    const entries = await page.coverage.stopJSCoverage();
    const result = entries.map(({ url, functions }) => ({ url: builtFile(url), functions }));
    writeFileSync(join(folder, `coverage-page-${randomUUID()}.json`), JSON.stringify({ result }));
  };
}

/** A page has its scripts from a server. */
function builtFile(url: string): string {
  return pathToFileURL(join(distDir, 'webview', new URL(url).pathname)).href;
}
