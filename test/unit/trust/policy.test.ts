import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type McpPolicy,
  type PolicyRule,
  policySubject,
  policyVerdict,
  readAccess,
  readPolicyLists,
  tighterMcpPolicy,
} from '../../../src/core/trust/policy.ts';
import { entryOf } from '../config/support.ts';

const local = policySubject(entryOf({ command: 'npx', args: ['-y', 'x@1'] }));
const remote = policySubject(entryOf({ url: 'https://mcp.example.com/mcp' }));

function readRules(effective: unknown): readonly PolicyRule[] | undefined {
  return readPolicyLists(false, { effective, scopes: [] }, { effective: undefined, scopes: [] }).allowed;
}

function allows(subject: typeof local, policy: Partial<McpPolicy>): boolean {
  return policyVerdict(subject, { access: 'all', ...policy }).allowed;
}

function matches(rule: PolicyRule, subject: typeof local): boolean {
  return allows(subject, { allowed: [rule] });
}

test('access none and registry start nothing from files', () => {
  assert.equal(allows(local, {}), true);
  assert.equal(allows(local, { access: 'none' }), false);
  assert.equal(allows(local, { access: 'registry' }), false);
});

test('an absent allow list allows all, an empty one allows none', () => {
  assert.equal(allows(local, { allowed: [] }), false);
  assert.equal(allows(remote, { denied: [] }), true);
});

test('a deny rule wins over an allow rule', () => {
  const rule = { serverName: 'it' };
  assert.equal(allows(local, { allowed: [rule] }), true);
  assert.equal(allows(local, { allowed: [rule], denied: [rule] }), false);
});

test('a command matches word for word', () => {
  assert.equal(matches({ serverCommand: ['npx', '-y', 'x@1'] }, local), true);
  for (const serverCommand of [
    ['npx'],
    ['npx', '-y', 'x'],
    ['npx', '-y', 'x@1', '--more'],
    ['npx', 'x@1', '-y'],
    ['NPX', '-y', 'x@1'],
  ]) {
    assert.equal(matches({ serverCommand }, local), false, serverCommand.join(' '));
  }
  assert.equal(matches({ serverCommand: ['npx', '-y', 'x@1'] }, remote), false);
});

const urls: readonly (readonly [string, string, boolean])[] = [
  ['https://mcp.example.com/mcp', 'https://mcp.example.com/mcp', true],
  ['https://mcp.example.com/mcp', 'HTTPS://MCP.example.com:443/mcp', true],
  ['https://mcp.example.com/mcp', 'https://user:pw@mcp.example.com/mcp', true],
  ['https://mcp.example.com/mcp', 'https://mcp.example.com/mcp#frag', true],
  ['https://mcp.example.com/mcp', 'https://mcp.example.com/other', false],
  ['https://mcp.example.com/mcp', 'http://mcp.example.com/mcp', false],
  ['https://*.example.com/*', 'https://a.b.example.com/mcp', true],
  ['https://*.example.com/*', 'https://example.com/mcp', false],
  ['https://*.example.com/*', 'https://evil.org/.example.com/', false],
  ['https://*.example.com/*', 'https://evil.org?.example.com/', false],
  ['https://*.example.com/*', 'https://evil.org#.example.com/', false],
  ['https://*.example.com/*', 'https://x.example.com.evil.org/', false],
  ['https://example.com:*/mcp', 'https://example.com:8443/mcp', true],
  ['https://example.com:*/mcp', 'https://example.com/mcp', true],
  ['https://example.com/*', 'https://example.com/a?b=c', true],
  ['https://ex.mple.com/*', 'https://example.com/a', false],
  ['https://*', 'https://example.com/', true],
  ['*', 'https://example.com/', false],
  ['https://[bad', 'https://example.com/', false],
];
for (const [pattern, url, expected] of urls) {
  test(`${pattern} ${expected ? 'matches' : 'does not match'} ${url}`, () => {
    assert.equal(matches({ serverUrl: pattern }, { name: 'x', url }), expected);
  });
}

test('while variables are in the way an allow rule counts as met, and a deny rule as not', () => {
  const open = policySubject(entryOf({ url: 'https://${HOST}/mcp' }));
  assert.equal(allows(open, { allowed: [{ serverUrl: 'https://a/*' }] }), true);
  assert.equal(allows(open, { allowed: [{ serverName: 'other' }] }), false);
  assert.equal(allows(open, { denied: [{ serverUrl: 'https://a/*' }] }), true);
  assert.equal(allows(open, { denied: [{ serverName: 'it' }] }), false);
});

test('rules of a wrong form are left out', () => {
  assert.equal(readRules(undefined), undefined);
  assert.equal(readRules(null), undefined);
  assert.deepEqual(
    readRules([
      { serverName: 'a' },
      { serverName: '' },
      {},
      5,
      null,
      { serverName: 'a', serverUrl: 'b' },
      { serverCommand: [] },
      { serverCommand: ['a', 1] },
      { serverCommand: ['a'] },
    ]),
    [{ serverName: 'a' }, { serverCommand: ['a'] }],
  );
});

test('where only managed servers are allowed, a list of the user or the workspace allows nothing', () => {
  const own = [{ serverName: 'it' }];
  const setting = (effective: unknown, ...scopes: unknown[]) => ({ effective, scopes });
  const lists = (allowed: unknown, ...scopes: unknown[]) =>
    readPolicyLists(true, setting(allowed, ...scopes), setting(undefined)).allowed;
  assert.deepEqual(lists(own, own), [], 'the user wrote it');
  assert.deepEqual(lists(own, undefined, own), [], 'the workspace wrote it');
  assert.deepEqual(lists(undefined, undefined), [], 'nobody wrote one');
  assert.deepEqual(lists(own, undefined, [{ serverName: 'other' }]), own, 'no scope has it: a policy does');
  assert.deepEqual(readPolicyLists(false, setting(own, own), setting(undefined)).allowed, own);
  assert.equal(readPolicyLists(false, setting(undefined), setting(undefined)).allowed, undefined);
});

test('where only managed servers are allowed, the deny lists of all scopes count together', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((serverName) => ({ serverName }));
  const denied = { effective: [a], scopes: [[b], undefined, [c, 7]] };
  const none = { effective: undefined, scopes: [] };
  assert.deepEqual(readPolicyLists(true, none, denied).denied, [a, b, c]);
  assert.deepEqual(readPolicyLists(false, none, denied).denied, [a]);
});

test('an access that is not known allows nothing', () => {
  assert.deepEqual([undefined, 'all', 'registry', 'none', 'allowlist', false].map(readAccess), [
    'all',
    'all',
    'registry',
    'none',
    'none',
    'none',
  ]);
});

test('a workspace cannot allow a server that the user does not, nor take back a denial', () => {
  const [npx, other] = [{ serverCommand: ['npx', '-y', 'x@1'] }, { serverName: 'other' }];
  const user: McpPolicy = { access: 'all', allowed: [other], denied: [{ serverUrl: 'https://mcp.example.com/*' }] };
  const together = tighterMcpPolicy(user, { access: 'all', allowed: [npx, other], denied: [] });
  assert.deepEqual(together, user);
  assert.equal(tighterMcpPolicy({ access: 'none' }, { access: 'all' }).access, 'none');
  assert.equal(tighterMcpPolicy({ access: 'all' }, { access: 'registry' }).access, 'registry');
  assert.deepEqual(tighterMcpPolicy({ access: 'all' }, { access: 'all', allowed: [npx], denied: [other] }), {
    access: 'all',
    allowed: [npx],
    denied: [other],
  });
  assert.deepEqual(tighterMcpPolicy({ access: 'all' }, { access: 'all' }), { access: 'all' });
});
