import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchesOf, branchesTaken } from '../../../src/core/checks/coverage/branches.ts';
import { toolCoverage } from '../../../src/core/checks/coverage/toolCoverage.ts';
import { readCheckFile } from '../../../src/core/checks/read/readCheckFile.ts';

const schema = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string' },
    kind: { enum: ['a', 'b'] },
    loud: { type: 'boolean' },
    to: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  },
};

test('branches are arguments given and left out, values of enums, and alternatives', () => {
  assert.deepEqual(branchesOf(schema), [
    '/text',
    '/kind',
    '/kind?',
    '/kind = "a"',
    '/kind = "b"',
    '/loud',
    '/loud?',
    '/loud = true',
    '/loud = false',
    '/to',
    '/to?',
    '/to anyOf 1',
    '/to anyOf 2',
  ]);
});

test('arguments take the branches that they fit', () => {
  assert.deepEqual(branchesTaken(schema, { text: 'x', kind: 'b', to: 3 }), [
    '/text',
    '/kind',
    '/kind = "b"',
    '/loud?',
    '/to',
    '/to anyOf 2',
  ]);
});

test('a schema that is none, or refers to itself, has an end', () => {
  const loop: Record<string, unknown> = { type: 'object' };
  loop['properties'] = { next: loop };
  assert.ok(branchesOf(loop).length < 20);
  assert.deepEqual(branchesOf(undefined), []);
});

test('tools that no step calls count as offered', () => {
  const text = JSON.stringify({ mcptest: 1, server: 's', checks: [{ id: 'a', call: 'add', args: { text: 'x' } }] });
  const steps = readCheckFile('/a.mcptest.json', text).checkFile?.checks[0]?.steps ?? [];
  const covered = toolCoverage(
    [
      { name: 'add', inputSchema: schema },
      { name: 'remove', inputSchema: {} },
    ],
    steps,
  );
  assert.deepEqual(covered, [
    { name: 'add', calls: 1, branches: 13, taken: 4 },
    { name: 'remove', calls: 0, branches: 0, taken: 0 },
  ]);
});
