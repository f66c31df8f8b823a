import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExposure } from '../../../src/core/gateway/exposure/agentPolicy.ts';
import {
  PolicyConsents,
  boundByUser,
  boundedExposeAs,
  boundedLimit,
  changeInWorkspace,
} from '../../../src/core/gateway/exposure/workspacePolicy.ts';
import { mergeSettings } from '../../../src/core/gateway/exposure/writeAgentPolicy.ts';
import { FakeStore } from '../../support/fakeStore.ts';

type Servers = Readonly<Record<string, unknown>>;

/** What is in force in a window with these settings, where the user has allowed nothing. */
function inForce(user: Servers | undefined, workspace: unknown, isAllowed: (key: string) => boolean = () => false) {
  const bounded = boundByUser({ user, merged: mergeSettings(user ?? {}, workspace) }, isAllowed);
  return { ...bounded, exposure: readExposure(bounded.servers) };
}

const always = { tools: { '*': { approval: 'always', perMinute: 3 } } } as const;
const ruled = { enabled: true, approval: 'always', perMinute: 3, cacheSeconds: 0 } as const;

const attempts: Readonly<Record<string, unknown>> = {
  'true over the rules': true,
  'no rule at all': { tools: {} },
  'another approval for all tools': { tools: { '*': { approval: 'agent' } } },
  'once in place of always': { tools: { '*': { approval: 'once' } } },
  'another approval for one tool': { tools: { del: { approval: 'agent' } } },
  'a plain true for all tools': { tools: { '*': true } },
  'a plain true for one tool': { tools: { del: true } },
  'a higher rate': { tools: { del: { perMinute: 999_999 } } },
  'a longer cache': { tools: { del: { cacheSeconds: 86_400 } } },
  'flows that are not asked about': { tools: { '*': { flows: 'allow' }, del: { flows: 'allow' } } },
  'tools that send nothing out': { tools: { '*': { sendsOut: false }, del: { sendsOut: false } } },
  'everything at once': { tools: { '*': { approval: 'agent', perMinute: 9, cacheSeconds: 9 } } },
};

for (const [what, entry] of Object.entries(attempts)) {
  test(`a workspace cannot lift a rule of the user with ${what}`, () => {
    const { exposure } = inForce({ notes: always }, { notes: entry });
    assert.deepEqual(exposure.get('notes')?.rule('del'), ruled);
    assert.deepEqual(exposure.get('notes')?.rule('any other tool'), ruled);
  });
}

test('a workspace cannot offer a server that the user does not, nor turn one on again', () => {
  const offers = { mine: true, off: true, strange: { tools: {} }, resources: { tools: { '*': false } } };
  const { exposure, loosened } = inForce({ off: false, strange: 'yes' }, offers);
  assert.deepEqual([...exposure.keys()], []);
  assert.deepEqual(
    loosened.map(({ server }) => server),
    ['off', 'strange', 'mine', 'resources'],
  );
});

test('a workspace cannot turn a tool on that the user has turned off', () => {
  const user = { notes: { tools: { del: false, '*': { enabled: false } } } };
  for (const entry of [
    true,
    { tools: { del: true } },
    { tools: { del: { enabled: true } } },
    { tools: { '*': true } },
  ]) {
    const { exposure } = inForce(user, { notes: entry });
    assert.equal(exposure.get('notes')?.rule('del').enabled, false, JSON.stringify(entry));
  }
});

test('a workspace may tighten, and then nothing has to be asked', () => {
  const user = { notes: { tools: { '*': { perMinute: 9, cacheSeconds: 60 } } }, mail: true };
  const workspace = {
    notes: { tools: { '*': { perMinute: 2, cacheSeconds: 0, approval: 'once' }, del: false } },
    mail: false,
  };
  const { exposure, loosened } = inForce(user, workspace);
  assert.deepEqual(loosened, []);
  assert.equal(exposure.has('mail'), false);
  assert.equal(exposure.get('notes')?.rule('del').enabled, false);
  const tightened = { enabled: true, approval: 'once', perMinute: 2, cacheSeconds: 0 };
  assert.deepEqual(exposure.get('notes')?.rule('find'), tightened);
});

test('a workspace that tightens one option and lifts another has the first in force', () => {
  const { exposure, loosened } = inForce(
    { notes: always },
    { notes: { tools: { del: { approval: 'agent', perMinute: 1 } } } },
  );
  assert.deepEqual(exposure.get('notes')?.rule('del'), { ...ruled, perMinute: 1 });
  assert.deepEqual(
    loosened[0]?.tools.map(({ tool }) => tool),
    ['del'],
  );
});

test("whatever the two settings are, nothing in force is looser than the user's own", () => {
  const rules = [undefined, true, false, {}, { enabled: false }, { approval: 'always' }, { approval: 'once' }, 'odd'];
  const limits = [{ perMinute: 3 }, { perMinute: 0, cacheSeconds: 9 }, { cacheSeconds: 99, approval: 'agent' }];
  const entries = [...rules, ...limits].flatMap((every) =>
    [...rules, ...limits].map((find) => JSON.parse(JSON.stringify({ tools: { '*': every, find } })) as unknown),
  );
  const strictness = { agent: 0, once: 1, always: 2 };
  for (const user of [true, false, ...entries])
    for (const workspace of [true, false, 7, ...entries]) {
      const own = readExposure({ it: user }).get('it');
      const is = inForce({ it: user }, { it: workspace }).exposure.get('it');
      const words = JSON.stringify([user, workspace]);
      assert.ok(own || !is, words);
      for (const tool of is && own ? ['find', 'other', '*'] : []) {
        const [mine, now] = [own!.rule(tool), is!.rule(tool)];
        assert.ok(mine.enabled || !now.enabled, words);
        assert.ok(strictness[now.approval] >= strictness[mine.approval] || !now.enabled, words);
        assert.ok((now.perMinute ?? Infinity) <= (mine.perMinute ?? Infinity) || !now.enabled, words);
        assert.ok(now.cacheSeconds <= mine.cacheSeconds || !now.enabled, words);
      }
    }
});

test('a workspace adds labels, and takes none away that the user gave', () => {
  const user = { notes: { tools: { '*': { privateData: true, sendsOut: false }, del: { flows: 'allow' } } } };
  const taken = {
    notes: { tools: { '*': { privateData: false, untrustedContent: true }, del: { privateData: null } } },
  };
  const { exposure, loosened } = inForce(user, taken);
  const { privateData, untrustedContent, sendsOut } = exposure.get('notes')!.rule('find');
  assert.deepEqual([privateData, untrustedContent, sendsOut], [true, true, false]);
  assert.equal(exposure.get('notes')?.rule('del').privateData, true);
  assert.deepEqual(
    loosened[0]?.tools.map(({ tool }) => tool),
    ['*', 'del'],
  );
  const tightened = { notes: { tools: { '*': { sendsOut: true }, del: { flows: 'ask', sendsOut: null } } } };
  const tighter = inForce(user, tightened);
  assert.deepEqual(tighter.loosened, []);
  assert.deepEqual(
    [tighter.exposure.get('notes')?.rule('find').sendsOut, tighter.exposure.get('notes')?.rule('del').flows],
    [true, 'ask'],
  );
});

function consentsIn(store = new FakeStore(), folder = '/work') {
  return new PolicyConsents(store, () => folder);
}

test("what a workspace would loosen holds after the user's word, and only as long as both settings stay", () => {
  const consents = consentsIn();
  const workspace = { notes: { tools: { del: { approval: 'agent' } } } };
  const isAllowed = (key: string): boolean => consents.has(key);
  consents.allow(inForce({ notes: always }, workspace).loosened);
  const allowed = inForce({ notes: always }, workspace, isAllowed);
  assert.deepEqual(allowed.loosened, []);
  assert.equal(allowed.exposure.get('notes')?.rule('del').approval, 'agent');
  assert.equal(allowed.exposure.get('notes')?.rule('find').approval, 'always');
  const more = inForce({ notes: always }, { notes: true }, isAllowed);
  assert.equal(more.exposure.get('notes')?.rule('del').approval, 'always', 'the workspace wants more now');
  const stricter = { notes: { tools: { '*': { approval: 'always', perMinute: 1 } } } };
  assert.equal(
    inForce(stricter, workspace, isAllowed).exposure.get('notes')?.rule('del').approval,
    'always',
    'the user has become stricter',
  );
});

test("the user's word does not outlive a stricter rule of the user, though the workspace stays the same", () => {
  const consents = consentsIn();
  const workspace = { notes: { tools: { '*': { approval: 'agent' } } } };
  consents.allow(inForce({ notes: { tools: { '*': { approval: 'once' } } } }, workspace).loosened);
  const { exposure } = inForce({ notes: { tools: { '*': { approval: 'always' } } } }, workspace, (key) =>
    consents.has(key),
  );
  assert.equal(exposure.get('notes')?.rule('del').approval, 'always');
});

test("the user's word holds for one workspace", () => {
  const store = new FakeStore();
  const { loosened } = inForce({}, { notes: true });
  consentsIn(store, '/work').allow(loosened);
  assert.ok(consentsIn(store, '/work').has(loosened[0]!.key));
  assert.ok(!consentsIn(store, '/elsewhere').has(loosened[0]!.key));
});

test('what the user chooses here is allowed with it, and nothing else of the workspace', () => {
  const user = { mail: true, notes: always };
  const workspace = { evil: true, notes: { tools: { find: { approval: 'agent' } } } };
  const { workspace: written, chosen } = changeInWorkspace({ user, workspace }, { tasks: true, mail: undefined });
  assert.deepEqual(written, { ...workspace, tasks: true, mail: false });
  const keys = new Set(chosen.map(({ key }) => key));
  const { exposure, loosened } = inForce(user, written, (key) => keys.has(key));
  assert.deepEqual([...exposure.keys()].toSorted(), ['notes', 'tasks']);
  assert.deepEqual(loosened.map(({ server }) => server).toSorted(), ['evil', 'notes']);
});

test('a rule that the user lifts here is lifted here', () => {
  const user = { notes: always };
  const wanted = { tools: { '*': { approval: 'agent' } } };
  const { workspace, chosen } = changeInWorkspace({ user, workspace: undefined }, { notes: wanted });
  const keys = new Set(chosen.map(({ key }) => key));
  const { exposure, loosened } = inForce(user, workspace, (key) => keys.has(key));
  assert.deepEqual(loosened, []);
  assert.equal(exposure.get('notes')?.rule('del').approval, 'agent');
});

test('a server that is neither exposed by the user nor here leaves no trace', () => {
  const { workspace, chosen } = changeInWorkspace({ user: {}, workspace: { notes: true } }, { notes: undefined });
  assert.deepEqual([workspace, chosen], [{}, []]);
});

test('a workspace cannot expose the embedded tools that the user has turned off', () => {
  assert.equal(boundedExposeAs('off', 'tools'), 'off');
  assert.equal(boundedExposeAs('off', 'mcp'), 'off');
  assert.equal(boundedExposeAs(undefined, 'off'), 'off');
  assert.equal(boundedExposeAs('tools', 'mcp'), 'mcp');
  assert.equal(boundedExposeAs(undefined, undefined), 'tools');
  assert.equal(boundedExposeAs('tools', 'anything else'), 'off');
});

test('a workspace cannot raise a limit above that of the user', () => {
  assert.equal(boundedLimit(64, 10_000, 128), 64);
  assert.equal(boundedLimit(64, 8, 128), 8);
  assert.equal(boundedLimit(undefined, 10_000, 128), 128);
  assert.equal(boundedLimit(400, 400, 128), 400);
  for (const odd of ['x', -1, 0, 1.5, null]) assert.equal(boundedLimit(odd, odd, 128), 128);
});
