import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleIn, withRule, withoutRule } from '../../../src/core/gateway/writeRules.ts';

test('a tool is switched off and on again without leaving a trace', () => {
  const off = withRule(true, 'echo', { enabled: false });
  assert.deepEqual(off, { tools: { echo: false } });
  assert.equal(withRule(off, 'echo', { enabled: true }), true);
});

test('under a server whose tools are off, one is switched on by name', () => {
  const off = withRule(true, '*', { enabled: false });
  assert.deepEqual(off, { tools: { '*': false } });
  assert.deepEqual(withRule(off, 'echo', { enabled: true }), { tools: { '*': false, echo: true } });
});

test('a limit for a tool that is off leaves it off', () => {
  const limited = withRule({ tools: { '*': false } }, 'echo', { perMinute: 3 });
  assert.deepEqual(limited, { tools: { '*': false, echo: { perMinute: 3, enabled: false } } });
  assert.equal(ruleIn(limited, 'echo').enabled, false);
});

test('rules are added one by one, read back as they were meant, and taken away', () => {
  const asked = withRule(true, 'echo', { approval: 'once' });
  const both = withRule(asked, 'echo', { cacheSeconds: 60 });
  assert.deepEqual(both, { tools: { echo: { approval: 'once', cacheSeconds: 60 } } });
  assert.deepEqual(ruleIn(both, 'echo'), { enabled: true, approval: 'once', cacheSeconds: 60 });
  assert.deepEqual(withRule(both, 'echo', { cacheSeconds: undefined }), asked);
  assert.equal(withoutRule(both, 'echo'), true);
});

test('the rules of other tools stay as they are', () => {
  const before = { tools: { other: { perMinute: 1 }, '*': { approval: 'always' } } };
  assert.deepEqual(withRule(before, 'echo', { enabled: false }), {
    tools: { other: { perMinute: 1 }, '*': { approval: 'always' }, echo: false },
  });
});

test('a rule that is not understood is off until it is set anew, and then asks', () => {
  const unclear = { tools: { echo: { approval: 'Always', perMinute: 3 }, other: false } };
  assert.equal(ruleIn(unclear, 'echo').enabled, false);
  assert.deepEqual(withRule(unclear, 'echo', { enabled: true }), {
    tools: { other: false, echo: { approval: 'always' } },
  });
  assert.equal(ruleIn({ tool: {} }, 'echo').enabled, false);
});
