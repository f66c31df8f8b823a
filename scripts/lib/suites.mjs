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
 * @property {string} [beside] runs at the same time as that one, which leaves a core free
 * @property {(files: readonly string[]) => Promise<Counts>} run
 */

const servers = 'test/fixtures/servers';
/** Most of these files wait for processes: one more than there are cores keeps those busy. */
const waitingFiles = availableParallelism() + 1;
const faultsTimeoutMs = 3_600_000; // of a whole file in the long form

/** @param {string} suite @param {readonly string[]} files @param {import('./nodeTests.mjs').NodeTestOptions} options */
function runForgiving(suite, files, options) {
  /** @type {(concurrency?: number) => import('./secondChance.mjs').RunFiles} */
  const runWith = (concurrency) => (some, counts) =>
    runNodeTests(suite, some, { ...options, counts, ...(concurrency && { concurrency }) });
  return runWithSecondChance(suite, files, runWith(), runWith(1));
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
    run: async (files) => (
      await ensureFixtures(servers, 'test/fixtures/servers-native', 'test/conformance', 'test/fixtures/kimi/real'),
      await ensureChineseFont(),
      runForgiving('integration', files, { timeoutMs: 300_000, concurrency: waitingFiles })
    ),
  },
  security: {
    about: 'every incident of the field, and every way in that was closed',
    run: async (files) => (await ensureFixtures(servers), runNodeTests('security', files, { timeoutMs: 120_000 })),
  },
  faults: {
    about: 'bad servers, outages, kills, full disks; --long runs all of them',
    needsBuild: true,
    run: async (files) => (
      await ensureFixtures(servers),
      runForgiving('faults', files, { timeoutMs: faultsTimeoutMs })
    ),
  },
  conformance: {
    about: 'the protocol, against the official suite',
    needsBuild: true,
    run: async (files) => (
      await ensureFixtures(servers, 'test/conformance'),
      runNodeTests('conformance', files, { timeoutMs: 600_000, concurrency: 1 })
    ),
  },
  soak: {
    about: 'two minutes of load, restarts and floods; npm run soak takes 30',
    beside: 'conformance',
    run: async (files) => (await ensureFixtures(servers), runNodeTests('soak', files, { timeoutMs: 300_000 })),
  },
  e2e: {
    about: 'the packed extension in a real VS Code',
    needsBuild: true,
    run: async (files) => (await ensureFixtures(servers, 'test/conformance'), runE2e(files)),
  },
};

/** @param {string} name @param {readonly string[]} filters @returns {string[]} */
export function filesOf(name, filters) {
  if (name === 'check') return [];
  const files = testFiles(name, filters);
  if (files.length > 0) return files;
  const where = filters.length > 0 ? ` matches ${filters.join(' or ')}` : '';
  throw new Trouble(`No test file in test/${name}${where}.`);
}
