import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unmatchedNames, isSelected } from '../../../src/core/servers/model/toolSelection.ts';

test('a selection accepts names and wildcards, and exclusions win', () => {
  const cases: readonly (readonly [string, Parameters<typeof isSelected>[1], boolean])[] = [
    ['a', {}, true],
    ['a', { include: [] }, false],
    ['a', { include: ['a'] }, true],
    ['a', { include: ['A'] }, false],
    ['a', { exclude: ['a'] }, false],
    ['a', { include: ['a'], exclude: ['a'] }, false],
    ['get_x', { include: ['get_*'] }, true],
    ['get_', { include: ['get_*'] }, true],
    ['forget_x', { include: ['get_*'] }, false],
    ['a.b', { include: ['a?b', 'a.c'] }, false],
    ['read_big_file', { include: ['read_*_file'] }, true],
    ['read_file', { include: ['read_*_file'] }, false],
    ['abab', { include: ['a*b*b'] }, true],
    ['ab', { include: ['a*b*b'] }, false],
    ['anything', { include: ['*'] }, true],
    ['anything', { exclude: ['*'] }, false],
  ];
  for (const [name, choice, expected] of cases)
    assert.equal(isSelected(name, choice), expected, `${name} in ${JSON.stringify(choice)}`);
});

test('a pattern made to be slow is not', () => {
  const choice = { include: [`${'*a'.repeat(2_000)}*b`] };
  const begin = process.cpuUsage();
  assert.equal(isSelected('a'.repeat(20_000), choice), false);
  assert.ok(process.cpuUsage(begin).user < 1_000_000);
});

test('a name that no tool has is reported', () => {
  const tools = [{ name: 'read', inputSchema: {} }];
  assert.deepEqual(unmatchedNames(tools, { include: ['read', 'raed'], exclude: ['w*'] }), ['raed', 'w*']);
});
