import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { outDir, repoRoot, sampleWorkspace } from '../../../scripts/lib/paths.mjs';
import { startServer, workbenchUrl, writeSettings } from '../../../scripts/lib/vscodeServer.mjs';
import type { InHostResult } from '../inhost/inHostTest.ts';
import { currentWorkbench, currentBrowser } from './testWorkbench.ts';
import { patienceMs } from './until.ts';

interface Server {
  readonly url: string;
  readonly token: string;
}

const bundle = join(outDir, 'e2e/inhost/index.cjs');
const resultsFile = join(outDir, 'e2e/inhost/results.json');

function testAddress(server: Server): string {
  const remote = (path: string) => `vscode-remote://${new URL(server.url).host}${path}`;
  return workbenchUrl(server, sampleWorkspace, [
    ['extensionDevelopmentPath', remote(repoRoot)],
    ['extensionTestsPath', remote(bundle)],
  ]);
}

/** VS Code calls this function of the page when the tests have ended. */
async function exitCode(page: Page, address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  await page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
  await page.exposeFunction('codeAutomationLog', () => {});
  await page.goto(address);
  const timer = setTimeout(() => reject(new Error('the tests in the extension host did not end')), 2 * patienceMs);
  return promise.finally(() => clearTimeout(timer));
}

/** Runs the bundled tests in the extension host, against the unpacked extension. */
export async function runInHost(): Promise<readonly InHostResult[]> {
  const { vscode, scratchDir } = currentWorkbench();
  const dataDir = join(scratchDir, 'inhost-data');
  rmSync(resultsFile, { force: true });
  writeSettings(dataDir, { 'security.workspace.trust.enabled': false });
  const server = await startServer(vscode, {
    dataDir,
    testsInHost: true,
    env: { XDG_STATE_HOME: join(dataDir, 'state') },
  });
  const context = await (await currentBrowser()).newContext();
  try {
    const code = await exitCode(await context.newPage(), testAddress(server));
    if (code !== 0) throw new Error(`VS Code ended the tests with code ${code}; see ${server.logFile}`);
    return JSON.parse(readFileSync(resultsFile, 'utf8')) as InHostResult[];
  } finally {
    await context.close();
    await server.stop();
  }
}
