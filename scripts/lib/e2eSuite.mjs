// @ts-check
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runNodeTests } from './nodeTests.mjs';
import { packageExtension } from './packageExtension.mjs';
import { outDir, repoRoot } from './paths.mjs';
import { Unavailable } from './say.mjs';
import { workbenchVariable, withTestWorkbench } from './testWorkbench.mjs';

/** @typedef {import('./testReporter.mjs').Counts} Counts */

/** Why this machine would rather not run them, if so. @returns {string | undefined} */
function reasonToSkip() {
  const { E2E, CI, E2E_REQUIRED } = process.env;
  if (E2E === '0') return 'E2E=0 asks for it';
  if (process.platform === 'linux' || E2E === '1' || CI === 'true' || E2E_REQUIRED === '1') return undefined;
  return `the VS Code workbench is not proven on ${process.platform}; E2E=1 runs them all the same`;
}

/** The tests that run inside the extension host, as one file that VS Code can require. */
async function bundleInHostTests() {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: repoRoot,
    entryPoints: ['test/e2e/inhost/index.ts'],
    outfile: join(outDir, 'e2e/inhost/index.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

/** @param {readonly string[]} files @returns {Promise<Counts>} */
export async function runE2e(files) {
  const reason = reasonToSkip();
  if (reason) throw new Unavailable(reason);
  rmSync(join(outDir, 'e2e'), { recursive: true, force: true });
  await bundleInHostTests();
  const { path } = await packageExtension();
  return withTestWorkbench({ vsixes: [path] }, (workbench) =>
    runNodeTests('e2e', files, {
      timeoutMs: 600_000,
      concurrency: 1,
      env: { [workbenchVariable]: JSON.stringify(workbench) },
    }),
  );
}
