import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { type ConformanceServer, startConformanceServer } from './fixtures/server.ts';
import { type SuiteResult, runSuite } from './support.ts';

let server: ConformanceServer;
before(async () => void (server = await startConformanceServer()));
after(() => server.close());
failOnLeaks(); // hooks run in this order: what the server owns has ended by then

/** Printed for all of them, scored or not. */
function tell({ scenarios, unscored }: SuiteResult, suite: string): void {
  for (const [name, { ok, passed, failed }] of scenarios) {
    const score = passed + failed === 0 ? 'no checks' : `${passed}/${passed + failed}`;
    console.log(`  ${suite} ${ok ? 'passed' : 'FAILED'} ${score} ${name}${unscored.has(name) ? ' (not scored)' : ''}`);
  }
}

/** None at all, whether the suite scores it or not. */
function assertNoFailures(result: SuiteResult, suite: string): void {
  tell(result, suite);
  const failing = [...result.scenarios].filter(([, { ok }]) => !ok).map(([name]) => name);
  assert.deepEqual(failing, [], result.output.slice(-4000));
}

function scored(result: SuiteResult): readonly string[] {
  return [...result.scenarios].filter(([name, { ok }]) => ok && !result.unscored.has(name)).map(([name]) => name);
}

/** Scenarios that ended without having checked anything: a pass that proves nothing. */
function withoutChecks({ scenarios }: SuiteResult): readonly string[] {
  return [...scenarios].filter(([, { passed, failed }]) => passed + failed === 0).map(([name]) => name);
}

test(`every required server scenario of 2025-11-25 passes: 30 of 30${proves('C5')}`, async () => {
  const result = await runSuite('current', server.url, ['--requirements', '2025-11-25', '--timeout', '120000']);
  assertNoFailures(result, '2025-11-25');
  assert.equal(scored(result).length, 30);
  assert.deepEqual(withoutChecks(result), []);
  assert.equal(result.scenarios.get('server-sse-polling')?.passed, 3);
  assert.equal(result.exitCode, 0);
});

test(`every server scenario of 2026-07-28 passes, tasks too: 37 of 37 scored${proves('C5')}`, async () => {
  const result = await runSuite('current', server.url, ['--requirements', '2026-07-28', '--timeout', '120000']);
  assertNoFailures(result, '2026-07-28');
  assert.equal(scored(result).length, 37);
  // The suite has no checks for it yet: "pending subscriptions/listen rewrite".
  assert.deepEqual(withoutChecks(result), ['tasks-status-notifications']);
  assert.equal(result.exitCode, 0);
});

test('the whole first suite, 0.1.16, passes: 32 of 32', async () => {
  const result = await runSuite('first', server.url, ['--suite', 'all']);
  assertNoFailures(result, '0.1.16 all');
  assert.equal(scored(result).length, 32);
  assert.deepEqual(withoutChecks(result), []);
  assert.equal(result.exitCode, 0);
});
