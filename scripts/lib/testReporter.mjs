// @ts-check
// A reporter for `node --test`: a line for each file, the whole story of each failure, and the counts as JSON.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inspect } from 'node:util';
import { repoRoot } from './paths.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { ms: number }} FileCounts */
/** @typedef {Counts & { files: Record<string, Counts> }} Report */
/** @typedef {{ name: string, file?: string, entryFile?: string, nesting: number, skip?: string | boolean, todo?: string | boolean, details: { type?: string, duration_ms: number, error?: Error } }} Result */

/** The variable that names the file for the counts. */
export const countsVariable = 'MCP_SWITCHBOARD_TEST_COUNTS';

/** @param {Result} result */
function nameOf(result) {
  return result.file ? relative(repoRoot, result.file) : '(no file)';
}

/** node reports a file without tests as one test that passed and bears its name. @param {Result} result */
function isEmptyFile(result) {
  return result.file !== undefined && (result.name === result.file || result.file.endsWith(`/${result.name}`));
}

/** A test that failed because one below it did has no story of its own. @param {Result} result */
function isOnlyItsChildren({ details: { error } }) {
  return error !== undefined && 'failureType' in error && error.failureType === 'subtestsFailed';
}

/** The stacks of an error and its causes: `inspect` would print an assertion's values three times. @param {unknown} error @returns {string} */
function storyOf(error) {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error);
  const cause = error.cause === undefined ? '' : `\nbecause of ${storyOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

/** @param {Result} result */
function failureText(result) {
  const error = result.details.error;
  const story = storyOf(error?.cause ?? error ?? 'it holds no test'); // node wraps what was thrown
  return `\n  ✖ ${nameOf(result)}: ${result.name}\n${story.replace(/^/gm, '      ')}\n\n`;
}

/** @param {readonly Counts[]} all @returns {Counts} */
export function total(all) {
  const sum = (/** @type {keyof Counts} */ key) => all.reduce((so, counts) => so + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

class Tally {
  /** @type {Map<string, FileCounts>} */
  #files = new Map();

  /** @param {Result} result @param {boolean} ok @returns {string} */
  add(result, ok) {
    if (isOnlyItsChildren(result) || (ok && result.details.type === 'suite')) return ''; // its children count
    const counts = this.#of(nameOf(result));
    if (result.nesting === 0) counts.ms += result.details.duration_ms;
    if (result.skip !== undefined || result.todo !== undefined) return this.#skip(counts, result);
    if (ok && !isEmptyFile(result)) return (counts.passed++, '');
    counts.failed++;
    return failureText(result);
  }

  /** @param {FileCounts} counts @param {Result} result */
  #skip(counts, result) {
    counts.skipped++;
    const reason = [result.skip, result.todo].find((value) => typeof value === 'string') ?? 'no reason given';
    return `  - ${nameOf(result)}: ${result.name} (skipped: ${reason})\n`;
  }

  /** @param {string} file */
  #of(file) {
    const counts = this.#files.get(file) ?? { passed: 0, failed: 0, skipped: 0, ms: 0 };
    this.#files.set(file, counts);
    return counts;
  }

  lines() {
    return [...this.#files].map(([file, { passed, failed, skipped, ms }]) => {
      const rest = [failed && `${failed} failed`, skipped && `${skipped} skipped`].filter(Boolean);
      const mark = failed > 0 ? '✖' : passed > 0 ? '✔' : '-';
      return `  ${mark} ${file}: ${[`${passed} passed`, ...rest].join(', ')}, ${(ms / 1000).toFixed(1)} s\n`;
    });
  }

  /** @returns {Report} */
  report() {
    return { ...total([...this.#files.values()]), files: Object.fromEntries(this.#files) };
  }
}

/**
 * A subtest bears the file that called `t.test`, which may be a helper. It is reported before the test it belongs to,
 * so it waits for that one and takes its file, or better the one that node was given: a helper may call `test` as well.
 */
class Family {
  /** @type {[Result, boolean][]} */
  #waiting = [];

  /** @param {Result} result @param {boolean} ok @returns {[Result, boolean][]} */
  complete(result, ok) {
    this.#waiting.push([result, ok]);
    if (result.nesting > 0) return [];
    const file = result.entryFile ?? result.file;
    return this.#waiting.splice(0).map(([one, passed]) => [file === undefined ? one : { ...one, file }, passed]);
  }
}

/** @param {AsyncIterable<{ type: string, data: Result & { message?: string } }>} events */
// oxlint-disable-next-line import/no-default-export -- node takes a reporter in no other way
export default async function* testReporter(events) {
  const tally = new Tally();
  const family = new Family();
  for await (const { type, data } of events) {
    if (type === 'test:pass' || type === 'test:fail') {
      for (const [result, ok] of family.complete(data, type === 'test:pass')) yield tally.add(result, ok);
    } else if (type === 'test:stdout' || type === 'test:stderr') yield data.message ?? '';
  }
  yield* tally.lines();
  const file = process.env[countsVariable];
  if (file) writeFileSync(file, JSON.stringify(tally.report()));
}
