// @ts-check
// Runs the suites in order and ends with one line that counts: "N passed, N failed, N skipped".
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { main, UsageError, wordsFor } from './lib/main.mjs';
import { build } from './lib/packageExtension.mjs';
import { outDir } from './lib/paths.mjs';
import { elapsed, say, Unavailable } from './lib/say.mjs';
import { openSinks, removeSinks, searchSinks, sinksVariable } from './lib/sinks.mjs';
import { filesOf, prepareFixtures, suites } from './lib/suites.mjs';

/** @typedef {import('./lib/testReporter.mjs').Counts} Counts */
/** @typedef {Counts & { name: string, time: string }} Row */

/** The whole of the tables of which `npm test` runs a part. */
const longOption = '--long';
const nothing = { passed: 0, failed: 0, skipped: 0 };
let built = false;

function help() {
  say('npm test [-- suite… [part of a path…]]\n\nSuites, in the order in which they run (all without an argument):');
  for (const [name, { about }] of Object.entries(suites)) say(`  ${name.padEnd(12)} ${about}`);
  say('\n--long runs the whole tables of the faults suite.');
  say('E2E=0 skips the end-to-end tests, E2E=1 runs them on any platform. With CI=true or E2E_REQUIRED=1 a skipped');
  say('suite is a failure. E2E_CHROME names a browser to use, or "npm" for the one from npm.');
}

/** @param {readonly string[]} args */
function parse(args) {
  const option = args.find((arg) => arg.startsWith('-') && arg !== longOption);
  if (option) throw new UsageError(`Unknown option ${option}; --help lists what there is.`);
  const names = args.filter((arg) => arg in suites);
  const filters = args.filter((arg) => !(arg in suites) && arg !== longOption);
  if (args.includes(longOption)) process.env['FAULTS_LONG'] = '1';
  if (filters.length > 0 && names.length === 0) throw new UsageError(`Unknown suite ${filters[0]}; --help lists them.`);
  return { names: names.length > 0 ? names : Object.keys(suites), filters };
}

/** @param {unknown} error @returns {Counts} */
function countsOfFailure(error) {
  const strict = process.env.CI === 'true' || process.env.E2E_REQUIRED === '1';
  const skipped = error instanceof Unavailable && !strict;
  say(`  ${skipped ? '- skipped:' : '✖'} ${wordsFor(error)}`);
  return skipped ? { ...nothing, skipped: 1 } : { ...nothing, failed: 1 };
}

/** @param {string} name @param {readonly string[]} filters @returns {Promise<Counts>} */
async function runSuite(name, filters) {
  const suite = suites[name];
  if (!suite) throw new Error(`There is no suite ${name}`);
  const files = filesOf(name, filters);
  if (suite.needsBuild && !built) await build();
  built = true; // check builds too; a broken build has been reported by then
  return suite.run(files);
}

/** Runs suites, then searches all that they left for the secrets that their sign-ins used. @param {() => Promise<Row[]>} work @returns {Promise<Row[]>} */
async function runSearched(work) {
  const sinks = (process.env[sinksVariable] = openSinks());
  try {
    const rows = await work();
    const start = performance.now();
    const { leaks, secrets, files } = searchSinks(sinks, [join(outDir, 'e2e')]);
    if (secrets === 0) return rows;
    say(`\n  ${secrets} secrets of sign-ins searched for in ${files} files that were left`);
    for (const { sink, name } of leaks) say(`  ✖ ${name} is in ${sink}`);
    const passed = leaks.length === 0 ? 1 : 0;
    return [...rows, { name: 'sinks', passed, failed: leaks.length, skipped: 0, time: elapsed(start) }];
  } finally {
    removeSinks(sinks);
  }
}

/** @param {string} name @param {readonly string[]} filters @returns {Promise<Row>} */
async function runAndTime(name, filters) {
  say(`\n${name}`);
  const start = performance.now();
  const counts = await runSuite(name, filters).catch(countsOfFailure);
  const time = elapsed(start);
  say(`  ${name} took ${time}`);
  return { name, ...counts, time };
}

/** The suites in their order; those of one group run at the same time. @param {readonly string[]} names @returns {string[][]} */
function groupsOf(names) {
  const wanted = Object.keys(suites).filter((name) => names.includes(name));
  const hostOf = (/** @type {string} */ name) => suites[name]?.beside;
  return wanted
    .filter((name) => !wanted.includes(hostOf(name) ?? ''))
    .map((name) => wanted.filter((other) => other === name || hostOf(other) === name));
}

/** @param {readonly Row[]} rows */
function summarize(rows) {
  say(
    `\n${'suite'.padEnd(12)} ${'passed'.padStart(7)} ${'failed'.padStart(7)} ${'skipped'.padStart(8)} ${'time'.padStart(8)}`,
  );
  for (const { name, passed, failed, skipped, time } of rows) {
    say(
      `${name.padEnd(12)} ${String(passed).padStart(7)} ${String(failed).padStart(7)} ${String(skipped).padStart(8)} ${time.padStart(8)}`,
    );
  }
  const sum = (/** @type {keyof Counts} */ key) => rows.reduce((total, row) => total + row[key], 0);
  say(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  return sum('failed') > 0 ? 1 : 0;
}

await main(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return help();
  const { names, filters } = parse(args);
  await ensureInstalled();
  prepareFixtures(names);
  const rows = await runSearched(async () => {
    /** @type {Row[]} */
    const all = [];
    for (const group of groupsOf(names))
      all.push(...(await Promise.all(group.map((name) => runAndTime(name, filters)))));
    return all;
  });
  return summarize(rows);
});
