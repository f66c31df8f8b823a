// @ts-check
// Runs the suites in order and ends with one line that counts: "N passed, N failed, N skipped".
import { ensureInstalled } from './lib/install.mjs';
import { main, UsageError, wordsFor } from './lib/main.mjs';
import { build } from './lib/packageExtension.mjs';
import { elapsed, say, Unavailable } from './lib/say.mjs';
import { filesOf, suites } from './lib/suites.mjs';

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

/** @param {string} name @param {readonly string[]} filters @returns {Promise<Row>} */
async function runAndTime(name, filters) {
  say(`\n${name}`);
  const start = performance.now();
  const counts = await runSuite(name, filters).catch(countsOfFailure);
  const time = elapsed(start);
  say(`  ${name} took ${time}`);
  return { name, ...counts, time };
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
  const rows = [];
  for (const name of Object.keys(suites).filter((suite) => names.includes(suite)))
    rows.push(await runAndTime(name, filters));
  return summarize(rows);
});
