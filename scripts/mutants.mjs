// @ts-check
// npm run mutants -- [--count N] [--seed S] folder…: changes sources at random places, one at a time, and counts how
// often a test notices. Needs what `npm run coverage` wrote: only tests that run a line can notice its change.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { codeLines } from './lib/codeLines.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main, UsageError } from './lib/main.mjs';
import { modernNode } from './lib/modernNode.mjs';
import { applyMutation, mutationsOf, seededRandom } from './lib/mutations.mjs';
import { outDir, repoRoot } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { say } from './lib/say.mjs';
import { readSources } from './lib/sourceGraph.mjs';

/** @typedef {import('./lib/mutations.mjs').Mutation} Mutation */
/** @typedef {Record<string, Record<string, number[]>>} Tests test file → source → lines that it runs */

/** The tests that run a line: those first that run much of its file and little else, because they are about it. */
const testsPerMutant = 12;
const fileTimeoutMs = 60_000;

/** @returns {Tests} */
function readTests() {
  const file = join(outDir, 'coverage/tests.json');
  if (!existsSync(file))
    throw new UsageError('Run `npm run coverage -- unit integration` first: it tells which test runs which line.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Where the statement of a place begins: the lines after its first are not counted. @param {Mutation} mutation */
function statementOf({ file, line }) {
  const begun = [...codeLines({ file, text: readFileSync(join(repoRoot, file), 'utf8') }).keys()];
  return Math.max(...begun.filter((begin) => begin <= line));
}

/** @param {Tests} tests @param {Mutation} mutation @returns {string[]} */
function testsFor(tests, mutation) {
  const { file } = mutation;
  const line = statementOf(mutation);
  const share = (/** @type {string} */ test) => {
    const lines = tests[test] ?? {};
    return (lines[file]?.length ?? 0) / Object.values(lines).reduce((total, { length }) => total + length, 0);
  };
  return Object.keys(tests)
    .filter((test) => tests[test]?.[file]?.includes(line))
    .toSorted((a, b) => share(b) - share(a))
    .slice(0, testsPerMutant);
}

/** A copy of the sources, so that nobody sees them changed. @param {number} number */
function makeTree(number) {
  const tree = join(outDir, 'mutants', String(number));
  rmSync(tree, { recursive: true, force: true });
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: repoRoot, encoding: 'utf8' });
  for (const name of listed.stdout.trim().split('\n')) cpSync(join(repoRoot, name), join(tree, name));
  for (const name of ['node_modules', 'dist', 'test/fixtures/servers/node_modules'])
    if (existsSync(join(repoRoot, name))) symlinkSync(join(repoRoot, name), join(tree, name));
  return tree;
}

/** @param {string} tree @param {Mutation} mutation @param {readonly string[]} tests @returns {Promise<boolean>} */
async function isNoticed(tree, mutation, tests) {
  const file = join(tree, mutation.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, applyMutation(text, mutation));
  const node = await modernNode();
  const flags = ['--test', '--test-force-exit', `--test-timeout=${fileTimeoutMs}`, '--test-concurrency=1'];
  try {
    for (const test of tests)
      if ((await run(node, [...flags, test], { cwd: tree, quiet: true, timeout: fileTimeoutMs })).code !== 0)
        return true;
    return false;
  } finally {
    writeFileSync(file, text);
  }
}

/** @template T @param {readonly T[]} all @param {number} count @param {() => number} random @returns {T[]} */
function draw(all, count, random) {
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one);
}

/** @param {string} folder @param {number} count @param {() => number} random @param {Tests} tests */
async function measure(folder, count, random, tests) {
  const all = readSources(repoRoot, folder).flatMap(mutationsOf);
  const left = draw(all, count, random);
  const drawn = left.length;
  /** @type {Mutation[]} */
  const survivors = [];
  const work = async (/** @type {number} */ number) => {
    const tree = makeTree(number);
    for (let mutation = left.shift(); mutation; mutation = left.shift())
      if (!(await isNoticed(tree, mutation, testsFor(tests, mutation)))) survivors.push(mutation);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, (_, number) => work(number)));
  say(
    `${folder}: ${drawn - survivors.length} of ${drawn} noticed, ${(100 * (1 - survivors.length / drawn)).toFixed(0)} %`,
  );
  for (const { file, line, what } of survivors.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line))
    say(`    ${file}:${line} ${what}`);
}

await main(async () => {
  const options = /** @type {const} */ ({
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (positionals.length === 0) throw new UsageError('Name the folders to change, such as src/core/trust.');
  await ensureInstalled();
  const tests = readTests();
  const random = seededRandom(Number(values.seed));
  for (const folder of positionals) await measure(folder, Number(values.count), random, tests);
});
