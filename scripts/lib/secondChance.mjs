// @ts-check
import { say } from './say.mjs';
import { total } from './testReporter.mjs';

/** @typedef {import('./testReporter.mjs').Counts} Counts */
/** @typedef {import('./testReporter.mjs').Report} Report */
/** @typedef {(files: readonly string[], counts: string) => Promise<Report>} RunFiles the second names the file for the counts */

/** More than this many failed files are no accident of timing. */
const maxRepeated = 3;

/** @param {Report} report */
function failedIn({ files }) {
  return Object.keys(files).filter((file) => (files[file]?.failed ?? 0) > 0);
}

/**
 * These files share the machine with processes, sockets and windows of others. So one that failed runs once more, alone,
 * when all have run; the output names it as flaky when it then passes, and what it said at first stays printed.
 * @param {string} name @param {readonly string[]} files @param {RunFiles} run @param {RunFiles} [runAlone] @returns {Promise<Counts>}
 */
export async function runWithSecondChance(name, files, run, runAlone = run) {
  const first = await run(files, name);
  const failed = failedIn(first);
  const known = failed.every((file) => files.includes(file)); // an older Node blames the helper that called `test`
  if (failed.length === 0 || failed.length > maxRepeated || !known) return first;
  say(`\n  once more: ${failed.join(', ')}`);
  const second = await runAlone(failed, `${name}-again`);
  for (const file of failed) if (second.files[file]?.failed === 0) say(`  flaky: ${file} failed, then passed`);
  const sum = total(Object.values({ ...first.files, ...second.files }));
  return sum.failed === 0 && second.failed > 0 ? { ...sum, failed: 1 } : sum; // the runner itself failed
}
