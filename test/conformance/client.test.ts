import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proves } from '../requirements.ts';
import { type ScenarioResult, listClientScenarios, runClientScenarios } from './clientSupport.ts';

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
    const failed = failuresOf(await runClientScenarios(required, revision));
    const details = failed.map(({ name, output }) => `${name}\n${output.slice(-3_000)}`).join('\n');
    assert.deepEqual(failed.map(({ name }) => name).toSorted(), [], details);
  });

  test(`every client scenario of ${revision} that is run and not scored passes too`, async () => {
    const { unscored } = await listClientScenarios(revision);
    // Extensions belong to no revision: without --force they would be skipped, and not fail.
    const failed = failuresOf(await runClientScenarios(unscored, revision, '--force'));
    assert.ok(unscored.length > 0);
    const details = failed.map(({ name, output }) => `${name}\n${output.slice(-3_000)}`).join('\n');
    assert.deepEqual(failed.map(({ name }) => name).toSorted(), [], details);
  });
}
