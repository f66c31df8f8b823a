// @ts-check
import { rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNodeTests } from './nodeTests.mjs';
import { packageExtension } from './packageExtension.mjs';
import { outDir, repoRoot } from './paths.mjs';
import { Unavailable } from './say.mjs';
import { runWithSecondChance } from './secondChance.mjs';
import { total } from './testReporter.mjs';
import { workbenchVariable, withTestWorkbench } from './testWorkbench.mjs';

/** @typedef {import('./testReporter.mjs').Counts} Counts */
/** @typedef {import('./testReporter.mjs').Report} Report */
/** @typedef {import('./testWorkbench.mjs').TestWorkbench} TestWorkbench */

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
  return runWithSecondChance('e2e', files, (some) => runInLanes(some, path));
}

/** A window waits for a third of its time: one more of them than there are cores, each in a workbench of its own, keeps those busy. */
const lanes = Math.min(3, availableParallelism() + 1);

/** Each lane takes the next file when it is done with one. @param {readonly string[]} files @param {string} vsix @returns {Promise<Report>} */
async function runInLanes(files, vsix) {
  const left = files.toSorted((a, b) => sizeOf(b) - sizeOf(a)); // the longest first, so that the lanes end together
  /** @type {Report[]} */
  const reports = [];
  /** @param {TestWorkbench} workbench @param {number} lane */
  const work = async (workbench, lane) => {
    // A command line that a test starts finds the windows, and what they remember, where the workbench has them.
    const env = {
      [workbenchVariable]: JSON.stringify(workbench),
      XDG_STATE_HOME: workbench.stateDir,
      TMPDIR: tmpdir(),
    };
    const options = { timeoutMs: 600_000, concurrency: 1, env, counts: `e2e-${lane}` };
    for (let file = left.shift(); file !== undefined; file = left.shift())
      reports.push(await runNodeTests('e2e', [file], options));
  };
  const open = Array.from({ length: Math.min(lanes, files.length) }, (_, lane) =>
    withTestWorkbench({ vsixes: [vsix] }, (workbench) => work(workbench, lane)),
  );
  await Promise.all(open);
  return { ...total(reports), files: Object.assign({}, ...reports.map((report) => report.files)) };
}

/** @param {string} file */
function sizeOf(file) {
  return statSync(join(repoRoot, file)).size;
}
