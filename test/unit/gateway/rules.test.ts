import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChoice } from '../../../src/core/gateway/rules.ts';

test('true offers a server with all its tools', () => {
  const rule = readChoice({ notes: true }).get('notes')?.rule('any');
  assert.deepEqual(rule, { enabled: true, approval: 'agent', cacheSeconds: 0 });
});

test('what is not understood offers nothing', () => {
  for (const value of [
    undefined,
    null,
    'all',
    ['notes'],
    { notes: 'yes' },
    { notes: false },
    { notes: null },
    { notes: 1 },
  ])
    assert.equal(readChoice(value).size, 0, JSON.stringify(value));
});

test('the rule for every other tool is below the rule of a tool', () => {
  const choice = readChoice({
    notes: { tools: { '*': { perMinute: 5, approval: 'once' }, find: { cacheSeconds: 30 }, drop: false } },
  }).get('notes');
  assert.deepEqual(choice?.rule('other'), { enabled: true, approval: 'once', perMinute: 5, cacheSeconds: 0 });
  assert.deepEqual(choice?.rule('find'), { enabled: true, approval: 'once', perMinute: 5, cacheSeconds: 30 });
  assert.equal(choice?.rule('drop').enabled, false);
});

test('with every other tool off, a tool that has a rule is on', () => {
  const choice = readChoice({ notes: { tools: { '*': false, find: { approval: 'always' } } } }).get('notes');
  assert.equal(choice?.rule('find').enabled, true);
  assert.equal(choice?.rule('other').enabled, false);
});

test('a part of a rule that makes no sense is as if it were not there', () => {
  const tools = { find: { perMinute: -1, cacheSeconds: 'long', approval: 'sometimes' } };
  assert.deepEqual(readChoice({ notes: { tools } }).get('notes')?.rule('find'), {
    enabled: true,
    approval: 'agent',
    cacheSeconds: 0,
  });
});
