import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExposure } from '../../../src/core/gateway/exposure/agentPolicy.ts';
import {
  hasPolicy,
  mergeSettings,
  policyIn,
  withPolicy,
  withToolsOn,
  withoutPolicy,
  writtenOver,
} from '../../../src/core/gateway/exposure/writeAgentPolicy.ts';

test('a tool is switched off and on again without leaving a trace', () => {
  const off = withPolicy(true, 'echo', { enabled: false });
  assert.deepEqual(off, { tools: { echo: false } });
  assert.equal(withPolicy(off, 'echo', { enabled: true }), true);
});

test('under a server whose tools are off, one is switched on by name', () => {
  const off = withPolicy(true, '*', { enabled: false });
  assert.deepEqual(off, { tools: { '*': false } });
  assert.deepEqual(withPolicy(off, 'echo', { enabled: true }), { tools: { '*': false, echo: true } });
});

test('a limit for a tool that is off leaves it off', () => {
  const limited = withPolicy({ tools: { '*': false } }, 'echo', { perMinute: 3 });
  assert.deepEqual(limited, { tools: { '*': false, echo: { perMinute: 3, enabled: false } } });
  assert.equal(policyIn(limited, 'echo').enabled, false);
});

test('rules are added one by one, read back as intended, and removed', () => {
  const asked = withPolicy(true, 'echo', { approval: 'once' });
  const both = withPolicy(asked, 'echo', { cacheSeconds: 60 });
  assert.deepEqual(both, { tools: { echo: { approval: 'once', cacheSeconds: 60 } } });
  assert.deepEqual(policyIn(both, 'echo'), { enabled: true, approval: 'once', cacheSeconds: 60 });
  assert.deepEqual(withPolicy(both, 'echo', { cacheSeconds: undefined }), asked);
  assert.equal(withoutPolicy(both, 'echo'), true);
});

test('the rules of other tools stay as they are', () => {
  const before = { tools: { other: { perMinute: 1 }, '*': { approval: 'always' } } };
  assert.deepEqual(withPolicy(before, 'echo', { enabled: false }), {
    tools: { other: { perMinute: 1 }, '*': { approval: 'always' }, echo: false },
  });
});

test('a tool with an invalid rule is off until it is set again, and then needs approval', () => {
  const unclear = { tools: { echo: { approval: 'Always', perMinute: 3 }, other: false } };
  assert.equal(policyIn(unclear, 'echo').enabled, false);
  assert.deepEqual(withPolicy(unclear, 'echo', { enabled: true }), {
    tools: { other: false, echo: { approval: 'always' } },
  });
  assert.equal(policyIn({ tool: {} }, 'echo').enabled, false);
});

test('tools are switched together, and their other rules stay', () => {
  const before = { tools: { echo: { perMinute: 3, enabled: false }, sum: { approval: 'once' }, odd: 'off' } };
  assert.deepEqual(withToolsOn(before, ['echo', 'sum', 'odd', 'other'], new Set(['echo', 'other'])), {
    tools: { odd: 'off', echo: { perMinute: 3 }, sum: { approval: 'once', enabled: false } },
  });
  assert.equal(withToolsOn(undefined, ['echo'], new Set(['echo'])), true, 'a server that was not offered');
  const off = { tools: { '*': { enabled: false } } };
  assert.deepEqual(withToolsOn(off, ['echo', 'sum'], new Set(['echo'])), { tools: { ...off.tools, echo: true } });
});

test('a tool has a rule where one is written that makes a difference', () => {
  assert.ok(hasPolicy({ tools: { echo: { perMinute: 3 } } }, 'echo'));
  assert.ok(hasPolicy({ tools: { '*': false, echo: true } }, 'echo'));
  for (const entry of [true, { tools: { echo: true } }, { tools: { '*': false, echo: false } }])
    assert.ok(!hasPolicy(entry, 'echo'), JSON.stringify(entry));
  assert.ok(!hasPolicy({ tools: {} }, 'toString'));
});

test("a rule of the user's settings that was removed here is written explicitly", () => {
  const user = { notes: { tools: { del: false, find: { approval: 'always', perMinute: 3 } } } };
  const on = withPolicy(user.notes, 'del', { enabled: true });
  assert.deepEqual(
    { notes: writtenOver(user.notes, on) },
    {
      notes: { tools: { del: true, find: { approval: 'always', perMinute: 3 } } },
    },
  );
  const free = withPolicy(user.notes, 'find', { perMinute: undefined });
  assert.deepEqual(
    { notes: writtenOver(user.notes, free) },
    {
      notes: { tools: { del: false, find: { approval: 'always', perMinute: 999_999 } } },
    },
  );
  const every = { notes: { tools: { '*': false, del: { perMinute: 1 } } } };
  assert.deepEqual(
    { notes: writtenOver(every.notes, withoutPolicy(every.notes, 'del')) },
    {
      notes: { tools: { '*': false, del: false } },
    },
  );
  assert.deepEqual(
    { notes: writtenOver(every.notes, withoutPolicy(every.notes, '*')) },
    {
      notes: { tools: { '*': true, del: { perMinute: 1 } } },
    },
  );
});

test('merged with any user settings, the written value gives the choice made here', () => {
  const rules = [
    undefined,
    true,
    false,
    {},
    { enabled: false },
    { approval: 'always' },
    { perMinute: 3, cacheSeconds: 9 },
    { approval: 'once', enabled: false },
    { flows: 'allow', privateData: true },
    { flows: 'ask', privateData: false, sendsOut: null },
    'off',
    { perMinute: '3' },
  ];
  const written = (tools: object): object => JSON.parse(JSON.stringify({ tools })) as object;
  const entries = rules.flatMap((every) => rules.map((find) => written({ '*': every, find, toString: every })));
  for (const below of [true, false, ...entries])
    for (const wanted of [true, false, {}, ...entries]) {
      const together = mergeSettings({ it: below }, { it: writtenOver(below, wanted) });
      const [is, meant] = [together, { it: wanted }].map((value) => readExposure(value).get('it'));
      const words = JSON.stringify([below, wanted, together]);
      assert.equal(is === undefined, meant === undefined, words);
      for (const tool of ['find', 'toString', 'other', '*'])
        assert.deepEqual(limited(is?.rule(tool)), limited(meant?.rule(tool)), `${tool}: ${words}`);
    }
});

function limited(rule: object | undefined): object {
  return { perMinute: 999_999, flows: 'ask', ...rule };
}
