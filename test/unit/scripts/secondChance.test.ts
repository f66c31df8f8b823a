import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { runWithSecondChance } from '../../../scripts/lib/secondChance.mjs';
import { total } from '../../../scripts/lib/testReporter.mjs';
import type { Report } from '../../../scripts/lib/testReporter.mjs';

const passes = { passed: 2, failed: 0, skipped: 0 };
const fails = { passed: 1, failed: 1, skipped: 0 };

function reportOf(files: Report['files']): Report {
  return { ...total(Object.values(files)), files };
}

/** Runs the files with these outcomes, the second for those that run once more. */
async function trial(t: TestContext, first: Report, second = reportOf({})) {
  const said: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  // The results of the tests themselves go the same way, as bytes.
  const print = t.mock.method(process.stdout, 'write', (piece: string | Uint8Array) =>
    typeof piece === 'string' ? said.push(piece.trim()) > 0 : write(piece),
  );
  const repeated: string[] = [];
  const again = async (files: readonly string[]) => (repeated.push(...files), second);
  const counts = await runWithSecondChance('x', ['a', 'b', 'c', 'd'], async () => first, again);
  print.mock.restore();
  return { counts, repeated, said };
}

test('a file that fails and then passes counts as passed and is named as flaky', async (t) => {
  const { counts, repeated, said } = await trial(t, reportOf({ a: passes, b: fails }), reportOf({ b: passes }));
  assert.deepEqual(repeated, ['b']);
  assert.deepEqual(counts, { passed: 4, failed: 0, skipped: 0 });
  assert.deepEqual(said, ['once more: b', 'flaky: b failed, then passed']);
});

test('a file that fails twice is a failure', async (t) => {
  const { counts, said } = await trial(t, reportOf({ a: passes, b: fails }), reportOf({ b: fails }));
  assert.deepEqual(counts, { passed: 3, failed: 1, skipped: 0 });
  assert.deepEqual(said, ['once more: b']);
});

test('a second run that dies is a failure', async (t) => {
  const { counts } = await trial(t, reportOf({ b: fails }), { ...reportOf({ b: passes }), failed: 1 });
  assert.equal(counts.failed, 1);
  const { counts: none } = await trial(t, reportOf({ b: fails }), { ...reportOf({}), failed: 1 });
  assert.equal(none.failed, 1);
});

test('four failed files are no accident and run once', async (t) => {
  const { counts, repeated } = await trial(t, reportOf({ a: fails, b: fails, c: fails, d: fails }));
  assert.equal(counts.failed, 4);
  assert.deepEqual(repeated, []);
});

test('a first run that died without naming a file is a failure', async (t) => {
  const { counts, repeated } = await trial(t, { ...reportOf({ a: passes }), failed: 1 });
  assert.equal(counts.failed, 1);
  assert.deepEqual(repeated, []);
});
