import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerEntry } from '../../../src/core/config/model/model.ts';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { Approvals } from '../../../src/core/trust/approval/approvals.ts';
import { describeChange, launchChanges } from '../../../src/core/trust/approval/launchChanges.ts';
import { fingerprintOf, launchFingerprint, launchShape } from '../../../src/core/trust/approval/launchShape.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { FakeWorkspace, entryOf } from '../config/support.ts';

type Body = Readonly<Record<string, unknown>>;

const remote = {
  url: 'https://good.example/mcp',
  headers: { 'X-A': 'a', 'X-B': 'b' },
  oauth: {
    clientId: 'client',
    clientSecret: '${env:S}',
    privateKey: '${env:K}',
    grantType: 'client_credentials',
    issuer: 'https://issuer.example',
  },
};
const local = {
  command: 'node',
  args: ['x.js', 'y'],
  env: { A: '1', B: '2', GONE: null },
  cwd: 'sub',
  envFile: '.env',
  sandboxEnabled: true,
};
const oauth = (change: Body): Body => ({ ...remote, oauth: { ...remote.oauth, ...change } });

/** One thing changed, everything else as it was approved. */
const changes: readonly (readonly [string, Body, Body, readonly string[]])[] = [
  [
    'the address',
    remote,
    { ...remote, url: 'https://evil.example/mcp' },
    ['URL: was https://good.example/mcp, is now https://evil.example/mcp'],
  ],
  [
    'the path of the address',
    remote,
    { ...remote, url: 'https://good.example/' },
    ['URL: was https://good.example/mcp, is now https://good.example/'],
  ],
  ['the transport', remote, { ...remote, type: 'sse' }, ['Transport: was http, is now sse']],
  ['a removed header', remote, { ...remote, headers: { 'X-A': 'a' } }, ['Header: removed X-B']],
  ['an added header', remote, { ...remote, headers: { ...remote.headers, 'X-C': 'c' } }, ['Header: added X-C']],
  [
    'the value of a header',
    remote,
    { ...remote, headers: { 'X-A': 'z', 'X-B': 'b' } },
    ['Header X-A: was one value, is now another value'],
  ],
  ['the OAuth client', remote, oauth({ clientId: 'evil' }), ['OAuth client: was client, is now evil']],
  ['the OAuth grant', remote, oauth({ grantType: undefined }), ['OAuth grant: removed client_credentials']],
  [
    'the OAuth issuer',
    remote,
    oauth({ issuer: 'https://evil.example' }),
    ['OAuth issuer: was https://issuer.example, is now https://evil.example'],
  ],
  ['the OAuth scopes', remote, oauth({ scopes: ['read', 'admin'] }), ['OAuth scopes: added read admin']],
  [
    'the OAuth private key',
    remote,
    oauth({ privateKey: '${env:OTHER}' }),
    ['OAuth credential privateKey: was one value, is now another value'],
  ],
  [
    'the OAuth client secret',
    remote,
    oauth({ clientSecret: '${env:OTHER}' }),
    ['OAuth credential clientSecret: was one value, is now another value'],
  ],
  [
    'a file with an OAuth assertion',
    remote,
    oauth({ assertionFile: '/run/jwt' }),
    ['OAuth credential: added assertionFile'],
  ],
  ['an OAuth assertion', remote, oauth({ assertion: '${env:JWT}' }), ['OAuth credential: added assertion']],
  [
    'an identity provider',
    remote,
    oauth({ identityProvider: { tokenEndpoint: 'https://idp.example/t', clientId: 'me', idToken: '${env:ID}' } }),
    ['Identity provider: added me https://idp.example/t', 'OAuth credential: added idToken'],
  ],
  [
    'an identity provider where the user signs in',
    remote,
    oauth({ identityProvider: { issuer: 'https://idp.example', clientId: 'me' } }),
    ['Identity provider: added me https://idp.example'],
  ],
  ['a removed OAuth private key', remote, oauth({ privateKey: undefined }), ['OAuth credential: removed privateKey']],
  ['the sandbox', local, { ...local, sandboxEnabled: false }, ['Sandbox: was on, is now off']],
  ['a removed sandbox', local, { ...local, sandboxEnabled: undefined }, ['Sandbox: removed on']],
  ['the command', local, { ...local, command: 'deno' }, ['Command: was node, is now deno']],
  ['an argument', local, { ...local, args: ['x.js', 'z'] }, ['Argument 2: was y, is now z']],
  ['an empty argument', local, { ...local, args: ['x.js', 'y', ''] }, ['Argument 3: added (empty)']],
  ['a removed variable', local, { ...local, env: { A: '1', GONE: null } }, ['Environment variable: removed B']],
  [
    'a variable that is unset',
    local,
    { ...local, env: { A: '1', B: null, GONE: null } },
    ['Environment variable B: was one value, is now another value'],
  ],
  [
    'a variable that is not unset any more',
    local,
    { ...local, env: { A: '1', B: '2' } },
    ['Environment variable: removed GONE'],
  ],
  ['the working folder', local, { ...local, cwd: 'other' }, ['Working folder: was sub, is now other']],
  ['the environment file', local, { ...local, envFile: 'b.env' }, ['Environment file: was .env, is now b.env']],
];

function approvalsFor(): Approvals {
  const workspace = new FakeWorkspace();
  return new Approvals({ store: new FakeStore(), workspace, clock: systemClock, policy: () => ({ access: 'all' }) });
}

function written(body: Body): ServerEntry {
  return entryOf(JSON.parse(JSON.stringify(body)) as Body);
}

for (const [what, before, after, expected] of changes) {
  test(`one change is enough to ask again, and it is named: ${what}`, async () => {
    const approvals = approvalsFor();
    await approvals.approve(written(before), {});
    assert.equal(approvals.state(written(before), {}).kind, 'approved');
    assert.notEqual(launchFingerprint(written(after), {}), launchFingerprint(written(before), {}));
    const state = approvals.state(written(after), {});
    assert.ok(state.kind === 'changed');
    assert.deepEqual(state.changes.map(describeChange), expected);
  });
}

test('what is the same is named nowhere', () => {
  for (const body of [remote, local]) {
    const shape = launchShape(written(body), {});
    assert.deepEqual(launchChanges(shape, shape), []);
  }
});

test('the quick fingerprint is that of the shape', () => {
  const context = {
    executable: '/usr/bin/node',
    envFile: [['A', '1']] as const,
    deciding: [{ file: '.npmrc', kind: 'settings', hash: 'h', lines: [] } as const],
  };
  for (const body of [remote, local])
    assert.equal(launchFingerprint(written(body), context), fingerprintOf(launchShape(written(body), context)));
});

test('a name with invisible characters is written out where its value changed', () => {
  const shape = (value: string) => launchShape(written({ command: 'x', env: { 'A\u200b\u001b[2J': value } }), {});
  assert.deepEqual(launchChanges(shape('1'), shape('2')).map(describeChange), [
    'Environment variable A[U+200B][U+001B][2J: was one value, is now another value',
  ]);
});

test('another secret behind the same text is a change that is said', () => {
  const token = (letter: string): string => `ghp_${letter.repeat(36)}`;
  const shape = (secret: string) => launchShape(written({ command: 'x', args: [secret] }), {});
  const [change] = launchChanges(shape(token('a')), shape(token('b'))).map(describeChange);
  assert.match(change ?? '', /^Argument 1: was (.+), is now \1 \(with another secret\)$/);
});
