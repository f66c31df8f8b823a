import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposeInPattern } from '../../../src/core/knowledge/pattern/proposeInPattern.ts';

/** The place is marked by `|`. */
function labelsAt(marked: string): readonly string[] {
  const lines = marked.split('\n');
  const line = lines.findIndex((text) => text.includes('|'));
  const column = lines[line]?.indexOf('|') ?? 0;
  return proposeInPattern(marked.replace('|', ''), line, column).map(({ label }) => label);
}

test('at the beginning of a line the fields that are still missing are proposed', () => {
  const labels = labelsAt('id: A-001\ntitle: x\nse|\nthreat: y\n');
  assert.ok(labels.includes('severity') && labels.includes('triggers'));
  assert.ok(!labels.includes('id') && !labels.includes('threat'));
});

test('after a field with fixed values these are proposed', () => {
  assert.deepEqual(labelsAt('severity: |'), ['critical', 'high', 'medium', 'low']);
  assert.ok(labelsAt('id: x\ncategory: mem|').includes('memory-safety'));
});

test('inside triggers and inside a list the inner names are proposed', () => {
  assert.deepEqual(labelsAt('triggers:\n  terms: [a]\n  |'), ['actions', 'apis', 'files']);
  assert.ok(labelsAt('mitigations:\n  - text: a\n    |').includes('effort'));
  assert.deepEqual(labelsAt('mitigations:\n  - text: a\n    effort: |'), ['high', 'medium', 'low']);
  assert.ok(labelsAt('languages:\n  - py|').includes('python'));
});

test('inside free text nothing is proposed', () => {
  assert.deepEqual(labelsAt('threat: some words |'), []);
  assert.deepEqual(labelsAt('title: |'), []);
});
