// @ts-check
import { availableParallelism } from 'node:os';
import { ensureChineseFont } from './browser.mjs';
import { runChecks } from './checkSuite.mjs';
import { runE2e } from './e2eSuite.mjs';
import { ensureFixtures } from './install.mjs';
import { runNodeTests, testFiles } from './nodeTests.mjs';
import { Trouble } from './say.mjs';
import { runWithSecondChance } from './secondChance.mjs';

/** @typedef {import('./testReporter.mjs').Counts} Counts */
/**
 * @typedef {object} Suite
 * @property {string} about
 * @property {boolean} [needsBuild]
 * @property {string} [beside] runs at the same time as that one, which waits often enough
 * @property {readonly string[]} [fixtures] folders with packages of their own that it needs
 * @property {(files: readonly string[]) => Promise<Counts>} run
 */

const servers = 'test/fixtures/servers';
const conformance = 'test/conformance';
/** These files wait for processes, timers and answers for half of their time: this many keep the cores busy. */
const waitingFiles = 2 * availableParallelism() + 1;
const faultsTimeoutMs = 3_600_000; // of a whole file in the long form

/** @param {string} suite @param {readonly string[]} files @param {import('./nodeTests.mjs').NodeTestOptions} options */
function runForgiving(suite, files, options) {
  /** @type {(concurrency?: number) => import('./secondChance.mjs').RunFiles} */
  const runWith = (concurrency) => (some, counts) =>
    runNodeTests(suite, some, { ...options, counts, ...(concurrency && { concurrency }) });
  return runWithSecondChance(suite, files, runWith(), runWith(1));
}

/** @param {readonly string[]} fixtures @param {Suite['run']} run @returns {Pick<Suite, 'fixtures' | 'run'>} */
function withFixtures(fixtures, run) {
  return { fixtures, run: async (files) => (await ensureFixtures(...fixtures), run(files)) };
}

/** In the order in which they run. @type {Readonly<Record<string, Suite>>} */
export const suites = {
  check: { about: 'types, lint, format, and the build with its budgets', run: runChecks },
  unit: {
    about: 'pure code, no processes',
    run: (files) => runNodeTests('unit', files, { timeoutMs: 120_000 }),
  },
  integration: {
    about: 'real processes and sockets, and the built CLI',
    needsBuild: true,
    ...withFixtures(
      [servers, 'test/fixtures/servers-native', conformance, 'test/fixtures/kimi/real'],
      async (files) => (
        await ensureChineseFont(),
        runForgiving('integration', files, { timeoutMs: 300_000, concurrency: waitingFiles })
      ),
    ),
  },
  soak: {
    about: 'two minutes of load, restarts and floods; npm run soak takes 30',
    beside: 'integration',
    ...withFixtures([servers], (files) => runNodeTests('soak', files, { timeoutMs: 300_000 })),
  },
  faults: {
    about: 'bad servers, outages, kills, full disks; --long runs all of them',
    needsBuild: true,
    ...withFixtures([servers], (files) => runForgiving('faults', files, { timeoutMs: faultsTimeoutMs })),
  },
  security: {
    about: 'every incident of the field, and every way in that was closed',
    beside: 'faults',
    ...withFixtures([servers], (files) => runNodeTests('security', files, { timeoutMs: 120_000 })),
  },
  conformance: {
    about: 'the protocol, against the official suite',
    needsBuild: true,
    beside: 'faults',
    ...withFixtures([servers, conformance], (files) =>
      runNodeTests('conformance', files, { timeoutMs: 600_000, concurrency: 1 }),
    ),
  },
  e2e: {
    about: 'the packed extension in a real VS Code',
    needsBuild: true,
    ...withFixtures([servers, conformance], runE2e),
  },
};

/** Gets what the suites need while others of them run. One that cannot be had is told by the suite that needs it. @param {readonly string[]} names */
export function prepareFixtures(names) {
  const fixtures = new Set(names.flatMap((name) => suites[name]?.fixtures ?? []));
  void ensureFixtures(...fixtures).catch(() => {});
}

/** @param {string} name @param {readonly string[]} filters @returns {string[]} */
export function filesOf(name, filters) {
  if (name === 'check') return [];
  const files = testFiles(name, filters);
  if (files.length > 0) return files;
  const where = filters.length > 0 ? ` matches ${filters.join(' or ')}` : '';
  throw new Trouble(`No test file in test/${name}${where}.`);
}
