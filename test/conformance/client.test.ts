import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proves } from '../requirements.ts';
import { type ScenarioResult, listClientScenarios, runClientScenarios } from './clientSupport.ts';

/** Printed for all of them, scored or not. */
function tell(results: readonly ScenarioResult[], revision: string): void {
  for (const { name, score, passed } of results)
    console.log(`  ${revision} ${passed ? 'passed' : 'FAILED'} ${score} ${name}`);
}

function failuresOf(results: readonly ScenarioResult[]): readonly ScenarioResult[] {
  return results.filter(({ passed }) => !passed);
}

for (const [revision, count] of [
  ['2025-11-25', 18],
  ['2026-07-28', 32],
] as const) {
  test(`every required client scenario of ${revision} passes: ${count} of ${count}${proves('R74', 'R80', 'C5')}`, async () => {
    const { required } = await listClientScenarios(revision);
    assert.equal(required.length, count);
    const results = await runClientScenarios(required, revision);
    tell(results, revision);
    const failed = failuresOf(results);
    const details = failed.map(({ name, output }) => `${name}\n${output.slice(-3_000)}`).join('\n');
    assert.deepEqual(failed.map(({ name }) => name).toSorted(), [], details);
  });

  test(`every client scenario of ${revision} that is run and not scored passes too`, async () => {
    const { unscored } = await listClientScenarios(revision);
    // Extensions belong to no revision: without --force they would be skipped, and not fail.
    const results = await runClientScenarios(unscored, revision, '--force');
    tell(results, revision);
    const failed = failuresOf(results);
    assert.ok(unscored.length > 0);
    const details = failed.map(({ name, output }) => `${name}\n${output.slice(-3_000)}`).join('\n');
    assert.deepEqual(failed.map(({ name }) => name).toSorted(), [], details);
  });
}
