import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConformanceRun } from '../../../src/contract/conformance.ts';
import {
  changesBetween,
  isConformanceRun,
  readChecks,
  readSummary,
} from '../../../src/core/checks/conformance/conformanceRun.ts';
import { ScenarioTimes } from '../../../src/core/checks/conformance/scenarioTimes.ts';

const output = `=== Running scenario: ping ===
✓ not-a-result: 9 passed, 9 failed

=== SUMMARY ===
✓ ping: 2 passed, 0 failed
✗ tools-list: 1 passed, 1 failed
✗ tasks-get: 0 passed, 1 failed

Not scored for 2025-11-25: 1 scenario(s) run, 1 failing. These do not affect conformance.
  ✗ tasks-get (pending)
`;

test('the summary of the suite tells which scenarios passed, and which are not required', () => {
  assert.deepEqual(readSummary(output), [
    { name: 'ping', passed: true, isScored: true },
    { name: 'tools-list', passed: false, isScored: true },
    { name: 'tasks-get', passed: false, isScored: false },
  ]);
  assert.deepEqual(readSummary('Error: fetch failed'), []);
});

test('a check says what was expected and what came, whatever else its file holds', () => {
  const failed = { id: 'a', name: 'A', description: 'Lists tools', status: 'FAILURE', errorMessage: 'No list' };
  assert.deepEqual(readChecks([failed, { id: 'b', name: 'B', status: 'SUCCESS' }, 3]), [
    { id: 'a', status: 'failed', expected: 'Lists tools', came: 'No list' },
    { id: 'b', status: 'passed', expected: 'B' },
  ]);
  assert.deepEqual(readChecks('nothing'), []);
});

function runOf(results: Readonly<Record<string, boolean>>): ConformanceRun {
  const scenarios = Object.entries(results).map(([name, passed]) => ({ name, passed, isScored: true, checks: [] }));
  return { mcpconformance: 1, server: 's', suite: '1', version: '2025-11-25', scenarios };
}

test('two runs are compared scenario by scenario', () => {
  const changes = changesBetween(
    runOf({ a: true, b: false, c: true, d: true }),
    runOf({ a: true, b: true, c: false, e: true }),
  );
  assert.deepEqual(changes, [
    { scenario: 'b', change: 'fixed' },
    { scenario: 'c', change: 'broken' },
    { scenario: 'd', change: 'gone' },
    { scenario: 'e', change: 'new' },
  ]);
});

test('a file of something else is not taken for a run', () => {
  assert.ok(isConformanceRun(runOf({ a: true })));
  for (const other of [{}, [], { mcpconformance: 2, scenarios: [] }, { mcpconformance: 1, scenarios: [1] }])
    assert.ok(!isConformanceRun(other));
});

test('a scenario begins with its announcement and ends with the next one, or with the suite', () => {
  const announced: string[] = [];
  const times = new ScenarioTimes((name) => announced.push(name));
  const first = '=== Running scenario: ping ===\nfine\n';
  times.look(first, 10);
  times.look(`${first}=== Running scen`, 15);
  times.look(`${first}=== Running scenario: tools-list ===\n`, 20);
  times.end(35);
  assert.deepEqual(
    [...times.begun],
    [
      ['ping', { from: 10, to: 20 }],
      ['tools-list', { from: 20, to: 35 }],
    ],
  );
  assert.deepEqual(announced, ['ping', 'tools-list']);
});
