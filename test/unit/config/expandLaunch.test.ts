import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { type Expansion, expandLaunch } from '../../../src/core/config/variables/expandLaunch.ts';
import { InputValues } from '../../../src/core/config/variables/inputs.ts';
import type { ServerEntry } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { type LaunchContext, LaunchApproval } from '../../../src/core/config/variables/launchApproval.ts';
import { Resolver, type VariableSources } from '../../../src/core/config/variables/resolver.ts';
import { FakeAsk, FakeSecrets, entryOf, folder } from './support.ts';
import { FakeStore } from '../../support/fakeStore.ts';

const other = { name: 'lib', path: '/work/lib' };

function inputs(ask = new FakeAsk()): InputValues {
  return new InputValues({ ask, store: new FakeStore(), secrets: new FakeSecrets(), onValue: () => {} });
}

function expand(
  entry: ServerEntry,
  more: Partial<VariableSources> = {},
  context: LaunchContext = {},
): Promise<Expansion> {
  const env = { HOME: '/home/u', TOKEN: 'tok', EMPTY: '', TRICK: '${env:TOKEN}' };
  const sources = { env, folders: [folder], userHome: '/home/u', pathSeparator: '/', inputs: inputs(), ...more };
  return expandLaunch(new Resolver(LaunchApproval.grant(entry, context), sources));
}

async function argument(template: string, more: Partial<VariableSources> = {}): Promise<string> {
  const result = await expand(entryOf({ command: 'x', args: [template] }), more);
  if (!result.ok) return result.unresolved.map(({ message }) => message).join(' ');
  return result.launch.kind === 'stdio' ? (result.launch.args[0] ?? '') : '';
}

const expected: readonly (readonly [string, string])[] = [
  ['plain', 'plain'],
  ['${env:TOKEN}', 'tok'],
  ['${TOKEN}', 'tok'],
  ['a${TOKEN}b${TOKEN}c', 'atokbtokc'],
  ['${TOKEN:-no}', 'tok'],
  ['${MISSING:-yes}', 'yes'],
  ['${EMPTY:-yes}', 'yes'],
  ['${EMPTY}', ''],
  ['${MISSING:-}', ''],
  ['${MISSING:-${TOKEN}}', 'tok'],
  ['${MISSING:-http://x:1}', 'http://x:1'],
  ['${env:MISSING:-yes}', 'yes'],
  ['${workspaceFolder}/x', '/work/app/x'],
  ['${workspaceFolderBasename}', 'app'],
  ['${workspaceFolder:app}', '/work/app'],
  ['${userHome}${/}x${pathSeparator}y', '/home/u/x/y'],
  ['$TOKEN and $(TOKEN)', '$TOKEN and $(TOKEN)'],
  ['${unclosed', '${unclosed'],
  // What a variable holds is data: it names no other variable.
  ['${TRICK}', '${env:TOKEN}'],
  ['${env:MISSING}', 'The environment variable MISSING is not set.'],
  ['${MISSING}', 'The environment variable MISSING is not set.'],
  ['${workspaceFolder:nope}', 'No folder of this workspace is called "nope"; available: app.'],
  ['${config:editor.fontSize}', 'Switchboard does not support the variable ${config:editor.fontSize}.'],
  ['${constructor}', 'The environment variable constructor is not set.'],
  ['${}', 'Switchboard does not support the variable ${}.'],
  [
    '${command:extension.pick}',
    '${command:extension.pick} is not supported: Switchboard does not run editor commands to resolve a configuration. Use ${input:…} or ${env:…} instead.',
  ],
  ['${input:nope}', 'Input "nope" is not declared under "inputs" of its file.'],
];
for (const [template, value] of expected) {
  test(`${template} becomes ${value || 'nothing'}${proves('R104', 'C35')}`, async () => {
    assert.equal(await argument(template), value);
  });
}

test('an environment with no prototype tricks: only own variables count', async () => {
  assert.equal(await argument('${toString}'), 'The environment variable toString is not set.');
});

test('in a workspace of several folders each file means its own folder', async () => {
  const result = await argument('${workspaceFolder} ${workspaceFolder:lib}', { folders: [other, folder] });
  assert.equal(result, '/work/app /work/lib');
});

test("the user's file must name the folder where there are several", async () => {
  const [entry] = parseConfig('{"servers":{"u":{"command":"${workspaceFolder}/x"}}}', 'user', '/u/mcp.json').servers;
  const one = await expand(entry!);
  assert.equal(one.ok && one.launch.kind === 'stdio' && one.launch.command, '/work/app/x');
  const many = await expand(entry!, { folders: [folder, other] });
  assert.deepEqual(!many.ok && many.unresolved, [
    {
      place: 'command',
      reason: 'unset',
      message: '${workspaceFolder} is ambiguous: write ${workspaceFolder:name} with one of app, lib.',
    },
  ]);
  const none = await expand(entry!, { folders: [] });
  assert.equal(!none.ok && none.unresolved[0]?.message, '${workspaceFolder} has no value: no folder is open.');
});

test('all that cannot be resolved is named at once, with its place', async () => {
  const entry = entryOf({ command: '${A1}', args: ['ok', '${B2}'], env: { K: '${C3}', GONE: null }, cwd: '${D4}' });
  const result = await expand(entry);
  assert.deepEqual(!result.ok && result.unresolved.map(({ place }) => place), ['command', 'args[1]', 'env.K', 'cwd']);
});

test('the working folder is the folder of the file, or relative to it, or the home', async () => {
  const cwdOf = async (cwd?: string) => {
    const result = await expand(entryOf({ command: 'x', ...(cwd !== undefined && { cwd }) }));
    return result.ok && result.launch.kind === 'stdio' && result.launch.cwd;
  };
  assert.equal(await cwdOf(), '/work/app');
  assert.equal(await cwdOf('tools'), '/work/app/tools');
  assert.equal(await cwdOf('${workspaceFolder}/../x'), '/work/x');
  assert.equal(await cwdOf('/abs'), '/abs');
  assert.equal(await cwdOf('~/x'), '/home/u/x');
  const [user] = parseConfig('{"servers":{"u":{"command":"~/bin/x"}}}', 'user', '/u/mcp.json').servers;
  const result = await expand(user!);
  assert.deepEqual(result.ok && result.launch, {
    kind: 'stdio',
    command: '/home/u/bin/x',
    args: [],
    env: {},
    cwd: '/home/u',
  });
});

test('variables of the file come first, those of the entry win, and null stays null', async () => {
  const entry = entryOf({ command: 'x', env: { A: 'entry', GONE: null }, envFile: '.env' });
  const result = await expand(
    entry,
    {},
    {
      envFile: [
        ['A', 'file'],
        ['B', '${TOKEN}'],
        ['GONE', 'file'],
      ],
    },
  );
  assert.deepEqual(result.ok && result.launch.kind === 'stdio' && result.launch.env, {
    A: 'entry',
    B: '${TOKEN}',
    GONE: null,
  });
});

test('a missing variables file stops the launch and is reported', async () => {
  const entry = entryOf({ command: 'x', envFile: '.env' });
  const result = await expand(entry, {}, { envFile: [], envFileProblem: 'There is no file /work/app/.env.' });
  assert.deepEqual(!result.ok && result.unresolved, [
    { place: 'envFile', reason: 'unset', message: 'There is no file /work/app/.env.' },
  ]);
});

test('a URL and its headers are filled in', async () => {
  const entry = entryOf({ url: 'https://${HOST:-x.example}/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } });
  const result = await expand(entry);
  assert.deepEqual(result.ok && result.launch, {
    kind: 'http',
    url: 'https://x.example/mcp',
    headers: { Authorization: 'Bearer tok' },
  });
});

test('a value can neither change the scheme of a URL nor add a header', async () => {
  const entry = entryOf({ url: '${BASE}', headers: { A: '${EVIL}' } });
  const env = { BASE: 'javascript:alert(1)', EVIL: 'x\r\nCookie: y' };
  const result = await expand(entry, { env });
  assert.deepEqual(!result.ok && result.unresolved.map(({ place }) => place), ['url', 'headers.A']);
});

test('only trust grants an approval, so nothing else can expand anything', () => {
  const root = new URL('../../../src/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const granting = files.filter((file) =>
    readFileSync(new URL(file.replaceAll('\\', '/'), root), 'utf8').includes('LaunchApproval.grant('),
  );
  assert.ok(files.length > 50);
  assert.deepEqual(
    granting.map((file) => file.replaceAll('\\', '/')),
    ['core/trust/approval/approvals.ts'],
  );
});

test('the secret of a client is filled in like any other value', async () => {
  const oauth = { clientId: 'me', clientSecret: '${env:TOKEN}', grantType: 'client_credentials' };
  const result = await expand(entryOf({ url: 'https://a/mcp', oauth }));
  assert.ok(result.ok && result.launch.kind === 'http');
  assert.deepEqual(result.launch.oauth, { clientId: 'me', clientSecret: 'tok', grant: 'client_credentials' });
  const missing = await expand(entryOf({ url: 'https://a/mcp', oauth: { clientSecret: '${env:NOT_THERE}' } }));
  assert.ok(!missing.ok && missing.unresolved[0]?.place === 'oauth.clientSecret');
});
