import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExposure } from '../../../src/core/gateway/exposure/agentPolicy.ts';

test('true exposes a server with all its tools', () => {
  const rule = readExposure({ notes: true }).get('notes')?.rule('any');
  assert.deepEqual(rule, { enabled: true, approval: 'agent', cacheSeconds: 0 });
});

test('an invalid rule exposes nothing', () => {
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
    assert.equal(readExposure(value).size, 0, JSON.stringify(value));
});

test('the rule for every other tool is below the rule of a tool', () => {
  const choice = readExposure({
    notes: { tools: { '*': { perMinute: 5, approval: 'once' }, find: { cacheSeconds: 30 }, drop: false } },
  }).get('notes');
  assert.deepEqual(choice?.rule('other'), { enabled: true, approval: 'once', perMinute: 5, cacheSeconds: 0 });
  assert.deepEqual(choice?.rule('find'), { enabled: true, approval: 'once', perMinute: 5, cacheSeconds: 30 });
  assert.equal(choice?.rule('drop').enabled, false);
});

test('with every other tool off, a tool that has a rule is on', () => {
  const choice = readExposure({ notes: { tools: { '*': false, find: { approval: 'always' } } } }).get('notes');
  assert.equal(choice?.rule('find').enabled, true);
  assert.equal(choice?.rule('other').enabled, false);
});

const isOff = { enabled: false, approval: 'always', cacheSeconds: 0 };

test('a server with invalid rules is not exposed at all', () => {
  for (const entry of [
    { tool: { del: false } },
    { cacheSeconds: 60 },
    { tools: ['find'] },
    { tools: null },
    { tools: true },
  ])
    assert.equal(readExposure({ notes: entry }).size, 0, JSON.stringify(entry));
  assert.equal(readExposure({ notes: {} }).size, 1);
});

const unclear = [
  'off',
  null,
  1,
  [],
  { enabled: 'false' },
  { enabled: null },
  { approval: 'Always' },
  { perMinute: '3' },
  { perMinute: -1 },
  { perMinute: null },
  { cacheSeconds: Number.POSITIVE_INFINITY },
  { approve: 'always' },
];

test('a tool with an invalid rule is off, and the others are unchanged', () => {
  for (const rule of unclear) {
    const choice = readExposure({ notes: { tools: { del: rule, find: { perMinute: 3 } } } }).get('notes');
    assert.deepEqual(choice?.rule('del'), isOff, JSON.stringify(rule));
    assert.deepEqual(choice?.rule('find'), { enabled: true, approval: 'agent', perMinute: 3, cacheSeconds: 0 });
    assert.equal(choice?.rule('other').enabled, true);
  }
});

test('with an invalid rule for every other tool they are off; a named one needs approval', () => {
  for (const rule of unclear) {
    const tools = { '*': rule, find: true, look: { approval: 'once' }, del: rule };
    const choice = readExposure({ notes: { tools } }).get('notes');
    for (const tool of ['other', 'del', '*']) assert.deepEqual(choice?.rule(tool), isOff, JSON.stringify(rule));
    assert.deepEqual([choice?.rule('find').enabled, choice?.rule('find').approval], [true, 'always']);
    assert.deepEqual([choice?.rule('look').enabled, choice?.rule('look').approval], [true, 'once']);
  }
});

test('each invalid rule is reported in one sentence, and nothing else is', () => {
  const problems: string[] = [];
  const tools = { '*': 'off', find: true, del: { approval: 'Always' } };
  readExposure({ notes: { tools }, mail: { tool: {} }, plain: true, gone: false }, (problem) => problems.push(problem));
  assert.deepEqual(problems, [
    'The rule for all tools of "notes" is not valid: tools without a rule of their own are off.',
    'The rule for the tool "del" of "notes" is not valid: the tool is off.',
    'The rules for the server "mail" are not valid: it is not exposed to agents.',
  ]);
});
