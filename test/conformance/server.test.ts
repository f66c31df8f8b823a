import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { type ConformanceServer, startConformanceServer } from './fixtures/server.ts';
import { type SuiteResult, runSuite } from './support.ts';

type Expected = Readonly<Record<string, Readonly<Record<string, string>>>>;
const expectedFailures = JSON.parse(
  readFileSync(new URL('expectedFailures.json', import.meta.url), 'utf8'),
) as Expected;

let server: ConformanceServer;
before(async () => void (server = await startConformanceServer()));
after(() => server.close());
failOnLeaks(); // hooks run in this order: what the server owns has ended by then

/** Exactly the failures that are written down: a new one fails the test, and so does one that has gone. */
function assertFailures(result: SuiteResult, list: string): void {
  const failing = [...result.scenarios].filter(([, { ok }]) => !ok).map(([name]) => name);
  const expected = Object.keys(expectedFailures[list] ?? {});
  assert.deepEqual(failing.toSorted(), expected.toSorted(), result.output.slice(-4000));
}

function scored(result: SuiteResult): readonly string[] {
  return [...result.scenarios].filter(([name, { ok }]) => ok && !result.unscored.has(name)).map(([name]) => name);
}

test(`every required server scenario of 2025-11-25 passes: 30 of 30${proves('C5')}`, async () => {
  const result = await runSuite('current', server.url, ['--requirements', '2025-11-25', '--timeout', '120000']);
  assertFailures(result, '2025-11-25');
  assert.equal(scored(result).length, 30);
  assert.equal(result.exitCode, 0);
});

test(`every required server scenario of 2026-07-28 passes: 37 of 37${proves('C5')}`, async () => {
  const result = await runSuite('current', server.url, ['--requirements', '2026-07-28', '--timeout', '120000']);
  assertFailures(result, '2026-07-28');
  assert.equal(scored(result).length, 37);
  assert.equal(result.exitCode, 0);
});

test('the whole first suite, 0.1.16, passes: 32 of 32', async () => {
  const result = await runSuite('first', server.url, ['--suite', 'all']);
  assertFailures(result, '0.1.16 all');
  assert.equal(scored(result).length, 32);
  assert.equal(result.exitCode, 0);
});

test('an expected failure is never one that the suite scores', async () => {
  const unscored = Object.entries(expectedFailures).flatMap(([, names]) => Object.keys(names));
  assert.ok(unscored.every((name) => name.startsWith('tasks-')));
});
