// @ts-check
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { modernNode } from './modernNode.mjs';
import { repoRoot } from './paths.mjs';
import { run } from './processes.mjs';
import { elapsed, say } from './say.mjs';

/** @typedef {import('./testReporter.mjs').Counts} Counts */

const tsc = 'node_modules/typescript/bin/tsc';

/** What must hold before anything runs; each counts as one test. @type {ReadonlyArray<readonly [string, readonly string[]]>} */
const checks = [
  ['types of src, test and scripts', [tsc, '--noEmit', '-p', 'tsconfig.json']],
  ['types of webview', [tsc, '--noEmit', '-p', 'webview/tsconfig.json']],
  ['types of the end-to-end tests', [tsc, '--noEmit', '-p', 'test/e2e/tsconfig.json']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  ['build within its budgets', ['scripts/build.mjs']],
  ['known vulnerabilities of what is shipped', ['scripts/audit.mjs']],
];

/** @param {string} name @param {readonly string[]} args @param {string} node */
async function check(name, [script = '', ...args], node) {
  const start = performance.now();
  const { code, output } = await run(node, [join(repoRoot, script), ...args], {
    cwd: repoRoot,
    quiet: true,
    env: { ...process.env, NO_COLOR: '1' },
  });
  say(`  ${code === 0 ? '✔' : '✖'} ${name}, ${elapsed(start)}`);
  if (code !== 0) say(output.trim().replace(/^/gm, '      '));
  return code === 0;
}

/** Each core takes the next check when it is done with one. @returns {Promise<Counts>} */
export async function runChecks() {
  const node = await modernNode();
  const left = [...checks];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift())
      counts[(await check(...next, node)) ? 'passed' : 'failed']++;
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return counts;
}
