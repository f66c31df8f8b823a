// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { modernNode } from './modernNode.mjs';
import { outDir, repoRoot } from './paths.mjs';
import { run } from './processes.mjs';
import { sinksVariable, temporaryIn } from './sinks.mjs';
import { countsVariable } from './testReporter.mjs';

/** @typedef {import('./testReporter.mjs').Report} Report */
/**
 * @typedef {object} NodeTestOptions
 * @property {number} timeoutMs for a whole file
 * @property {number} [concurrency] files at a time
 * @property {Record<string, string>} [env]
 * @property {string} [counts] the name of the file for the counts
 */

/**
 * The test files of a suite, relative to the repository; each filter is a part of a path.
 * @param {string} suite @param {readonly string[]} filters
 */
export function testFiles(suite, filters) {
  const dir = join(repoRoot, 'test', suite);
  if (!existsSync(dir)) return [];
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && !name.includes('node_modules'),
  );
  const files = names.map((name) => relative(repoRoot, join(dir, name)).replaceAll('\\', '/')).toSorted();
  return filters.length === 0 ? files : files.filter((file) => filters.some((part) => file.includes(part)));
}

/** @param {string} file @param {number} code @returns {Report} */
function readCounts(file, code) {
  // No counts means that the runner itself died, which must not look like success.
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, files: {} };
  const counts = JSON.parse(readFileSync(file, 'utf8'));
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Flags for what is searched later: the processes of the tests keep it, and so does what they print. @param {string} name */
function keepingSinks(name) {
  const sinks = process.env[sinksVariable];
  if (!sinks) return [];
  const printed = join(sinks, 'kept', `printed-${name}.txt`);
  const keep = new URL('./keepSinks.mjs', import.meta.url).href;
  return [`--import=${keep}`, '--test-reporter=spec', `--test-reporter-destination=${printed}`];
}

function temporaryFolder() {
  const sinks = process.env[sinksVariable];
  return sinks ? { TMPDIR: temporaryIn(sinks) } : {};
}

/**
 * Each file is a process, and most load the same sources: types are stripped and code is compiled once. Coverage of code
 * from a cache is coarse.
 * @returns {Record<string, string>}
 */
function compileCache() {
  if (process.env['NODE_V8_COVERAGE']) return {};
  return { NODE_COMPILE_CACHE: join(outDir, 'test/compile-cache') };
}

/**
 * Runs test files with `node --test` on a Node that strips types.
 * @param {string} suite @param {readonly string[]} files @param {NodeTestOptions} options
 * @returns {Promise<Report>}
 */
export async function runNodeTests(
  suite,
  files,
  { timeoutMs, concurrency = availableParallelism(), env = {}, counts = suite },
) {
  const countsFile = join(outDir, 'test', `${counts}.json`);
  mkdirSync(join(outDir, 'test'), { recursive: true });
  rmSync(countsFile, { force: true });
  const reporter = new URL('./testReporter.mjs', import.meta.url).href;
  const flags = [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout', `--test-timeout=${timeoutMs}`];
  const args = ['--test', ...flags, `--test-concurrency=${concurrency}`, ...files];
  const { code } = await run(await modernNode(), [...keepingSinks(counts), ...args], {
    cwd: repoRoot,
    env: { ...process.env, ...temporaryFolder(), ...compileCache(), ...env, [countsVariable]: countsFile },
  });
  return readCounts(countsFile, code);
}
