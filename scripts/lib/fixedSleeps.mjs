// @ts-check
// Finds tests that wait for a fixed time: too short on a busy machine, too long on any other.

/** @typedef {import('./sourceGraph.mjs').SourceFile} SourceFile */

/** The test of `sleep` itself, which cancels it, and a proxy whose fault is to be late. */
export const mayNameSleeps = new Set([
  'test/unit/base/async.test.ts',
  'test/unit/testHygiene.test.ts',
  'test/faults/support/badProxy.ts',
]);

const sleeps = [
  /from 'node:timers\/promises'/g,
  /\b(?:sleep|delay)\(/g,
  /(?<!['`])\bsetTimeout\(/g, // in quotes it is the program of a process that the test starts
];

/** Only turns of the event loop may be imported from there. */
const turnsOnly = /import \{ setImmediate as turn \} from 'node:timers\/promises'/g;

/** @param {SourceFile} source @param {readonly RegExp[]} patterns @returns {string[]} */
export function placesOf({ file, text }, patterns) {
  const rest = text.replaceAll(turnsOnly, '');
  const hits = patterns.flatMap((pattern) => [...rest.matchAll(pattern)]);
  return hits.map(({ 0: hit, index }) => `${file}:${rest.slice(0, index).split('\n').length} ${hit}`);
}

/** @param {readonly SourceFile[]} sources @returns {string[]} */
export function fixedSleeps(sources) {
  return sources.filter(({ file }) => !mayNameSleeps.has(file)).flatMap((source) => placesOf(source, sleeps));
}
