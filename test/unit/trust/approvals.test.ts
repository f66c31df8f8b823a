import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { useBundle } from '../../../src/base/l10n.ts';
import type { ServerEntry } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import type { LaunchContext } from '../../../src/core/config/variables/launchApproval.ts';
import { Approvals } from '../../../src/core/trust/approval/approvals.ts';
import { describeChange } from '../../../src/core/trust/approval/launchChanges.ts';
import { fingerprintOf, launchShape } from '../../../src/core/trust/approval/launchShape.ts';
import type { McpPolicy } from '../../../src/core/trust/policy.ts';
import { requestApproval } from '../../../src/core/trust/approval/requestApproval.ts';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { readJson } from '../../support/sources.ts';
import { FakeAsk, FakeWorkspace, entryOf, folder } from '../config/support.ts';
import { proves } from '../../requirements.ts';
import { entryScope } from '../../../src/core/config/model/scope.ts';
import { FakeStore } from '../../support/fakeStore.ts';

interface Bench {
  readonly approvals: Approvals;
  readonly store: FakeStore;
  readonly workspace: FakeWorkspace;
}

function bench(policy: McpPolicy = { access: 'all' }, store = new FakeStore()): Bench {
  const workspace = new FakeWorkspace();
  return {
    approvals: new Approvals({ store, workspace, clock: systemClock, policy: () => policy }),
    store,
    workspace,
  };
}

function faultOf(run: () => unknown): Fault {
  try {
    run();
  } catch (error) {
    if (Fault.is(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const base = { command: 'npx', args: ['-y', 'pkg@1.0.0'], env: { KEY: 'a', MODE: 'b' }, cwd: '.' };

test(`a new server may not start${proves('R105')}`, () => {
  const { approvals } = bench();
  assert.deepEqual(approvals.state(entryOf(base)), { kind: 'new' });
  assert.equal(faultOf(() => approvals.assertApproved(entryOf(base), {})).code, 'trust/not-approved');
});

test(`an approved server may start, in the next session too${proves('R105')}`, async () => {
  const { approvals, store } = bench();
  const entry = entryOf(base);
  await approvals.approve(entry, {});
  assert.equal(approvals.assertApproved(entry, {}).entry, entry);
  assert.deepEqual(bench(undefined, store).approvals.state(entry), { kind: 'approved' });
});

test('the order of keys, unknown keys and options do not change a launch', () => {
  const fingerprint = fingerprintOf(launchShape(entryOf(base), {}));
  assert.match(fingerprint, /^[0-9a-f]{64}$/);
  for (const body of [
    { cwd: '.', env: { MODE: 'b', KEY: 'a' }, args: base.args, command: 'npx' },
    { ...base, timeout: 5, description: 'x', dev: {} },
    { ...base, env: ['KEY=a', 'MODE=b'] },
  ]) {
    assert.equal(fingerprintOf(launchShape(entryOf(body), {})), fingerprint);
  }
});

// CVE-2025-54136 (MCPoison): what was approved once must not start in another form.
const changes: readonly (readonly [string, Record<string, unknown>, LaunchContext, readonly string[]])[] = [
  ['another command', { ...base, command: 'bash' }, {}, ['Command: was npx, is now bash']],
  ['another argument', { ...base, args: ['-y', 'evil@1.0.0'] }, {}, ['Argument 2: was pkg@1.0.0, is now evil@1.0.0']],
  ['one more argument', { ...base, args: [...base.args, '--eval'] }, {}, ['Argument 3: added --eval']],
  ['one argument less', { ...base, args: ['-y'] }, {}, ['Argument 2: removed pkg@1.0.0']],
  [
    'arguments in another order',
    { ...base, args: base.args.toReversed() },
    {},
    ['Argument 1: was -y, is now pkg@1.0.0', 'Argument 2: was pkg@1.0.0, is now -y'],
  ],
  [
    'an invisible character',
    { ...base, args: ['-y', 'pkg@1.0.0\u200b'] },
    {},
    ['Argument 2: was pkg@1.0.0, is now pkg@1.0.0[U+200B]'],
  ],
  [
    'another value of a variable',
    { ...base, env: { KEY: 'z', MODE: 'b' } },
    {},
    ['Environment variable KEY: was one value, is now another value'],
  ],
  [
    'one more variable',
    { ...base, env: { ...base.env, NODE_OPTIONS: '-r x' } },
    {},
    ['Environment variable: added NODE_OPTIONS'],
  ],
  ['another working folder', { ...base, cwd: '/tmp' }, {}, ['Working folder: was ., is now /tmp']],
  ['a variables file', { ...base, envFile: '.env' }, {}, ['Environment file: added .env']],
  ['another program under the same name', base, { executable: '/tmp/npx' }, ['Program: added /tmp/npx']],
  [
    'another transport',
    { url: 'https://x/mcp' },
    {},
    [
      'Transport: was stdio, is now http',
      'Command: removed npx',
      'Argument 1: removed -y',
      'Argument 2: removed pkg@1.0.0',
      'Working folder: removed .',
      'Environment variable: removed KEY',
      'Environment variable: removed MODE',
      'URL: added https://x/mcp',
    ],
  ],
];
for (const [what, body, context, expected] of changes) {
  test(`${what} makes an approved server pending again, and the dialog says what changed`, async () => {
    const { approvals } = bench();
    await approvals.approve(entryOf(base), {});
    const ask = new FakeAsk();
    assert.equal((await requestApproval(entryOf(body), context, approvals, ask)).kind, 'changed');
    const shown = ['Changed:', ...expected.map((line) => `  • ${line}`), '', ''].join('\n');
    assert.ok(ask.choices[0]?.detail.startsWith(shown), ask.choices[0]?.detail);
    assert.equal(faultOf(() => approvals.assertApproved(entryOf(body), context)).code, 'trust/changed-since-approval');
  });
}

test('a header that newly names a variable is a change: its value would be sent away', async () => {
  const { approvals } = bench();
  await approvals.approve(entryOf({ url: 'https://x/mcp', headers: { 'X-A': 'plain' } }), {});
  const state = approvals.state(entryOf({ url: 'https://x/mcp', headers: { 'X-A': '${env:AWS_SECRET}' } }));
  assert.deepEqual(state.kind === 'changed' && state.changes.map(describeChange), [
    'Header X-A: was one value, is now another value',
  ]);
});

test('the content of the variables file is part of the launch', async () => {
  const { approvals } = bench();
  const entry = entryOf({ ...base, envFile: '.env' });
  await approvals.approve(entry, { envFile: [['A', '1']] });
  assert.equal(approvals.state(entry, { envFile: [['A', '1']] }).kind, 'approved');
  const state = approvals.state(entry, {
    envFile: [
      ['A', '1'],
      ['NODE_OPTIONS', '--require ./evil.js'],
    ],
  });
  assert.deepEqual(state.kind === 'changed' && state.changes.map(describeChange), [
    'Variable in the environment file: added NODE_OPTIONS',
  ]);
});

test('a tree can be drawn without looking at programs and files', async () => {
  const { approvals } = bench();
  const entry = entryOf({ ...base, envFile: '.env' });
  await approvals.approve(entry, { executable: '/usr/bin/npx', envFile: [['A', '1']] });
  assert.equal(approvals.state(entry).kind, 'approved');
  assert.equal(approvals.state(entry, {}).kind, 'changed');
  assert.equal(approvals.state(entryOf({ ...base, envFile: '.env', command: 'bash' })).kind, 'changed');
});

test('no secret is remembered with an approval', async () => {
  const { approvals, store } = bench();
  const token = 'ghp_' + 'aB3dE5gH7j'.repeat(4);
  await approvals.approve(entryOf({ command: 'x', args: ['--token', token], env: { K: 'hunter2-value' } }), {});
  await approvals.approve(
    entryOf({ url: `https://x/?api_key=${token}`, headers: { Authorization: `Bearer ${token}` } }),
    {},
  );
  assert.ok(!store.text.includes(token.slice(8)));
  assert.ok(!store.text.includes('hunter2'));
});

test('an approval holds for a folder and a name, not for others of that name', async () => {
  const { approvals } = bench();
  await approvals.approve(entryOf(base), {});
  const read = (kind: 'mcpJson' | 'user', where?: typeof folder): ServerEntry =>
    parseConfig(JSON.stringify(kind === 'user' ? { servers: { it: base } } : { it: base }), kind, '/x', where)
      .servers[0]!;
  assert.equal(approvals.state(read('mcpJson', folder)).kind, 'approved');
  assert.equal(approvals.state(read('mcpJson', { name: 'b', path: '/b' })).kind, 'new');
  assert.equal(approvals.state(read('user')).kind, 'new');
});

test('Restricted Mode starts nothing, approved or not', async () => {
  const { approvals, workspace } = bench();
  await approvals.approve(entryOf(base), {});
  workspace.set({ trusted: false });
  assert.deepEqual(approvals.state(entryOf(base)), { kind: 'untrusted-workspace' });
  assert.equal(faultOf(() => approvals.assertApproved(entryOf(base), {})).code, 'trust/workspace-untrusted');
  const ask = new FakeAsk('Approve');
  await requestApproval(entryOf(base), {}, approvals, ask);
  assert.deepEqual(ask.choices, []);
});

test('a policy overrides an approval', async () => {
  let policy: McpPolicy = { access: 'all' };
  const store = new FakeStore();
  const approvals = new Approvals({ store, workspace: new FakeWorkspace(), clock: systemClock, policy: () => policy });
  await approvals.approve(entryOf(base), {});
  policy = { access: 'none' };
  assert.equal(faultOf(() => approvals.assertApproved(entryOf(base), {})).code, 'trust/policy');
});

test('the allow and deny lists are checked again once the variables are filled in', async () => {
  const { approvals } = bench({ access: 'all', denied: [{ serverUrl: 'https://evil.example/*' }] });
  const entry = entryOf({ url: '${BASE}/mcp' });
  await approvals.approve(entry, {});
  const permit = approvals.assertApproved(entry, {});
  approvals.assertAllowed(permit, { kind: 'http', url: 'https://good.example/mcp', headers: {} });
  const fault = faultOf(() =>
    approvals.assertAllowed(permit, { kind: 'http', url: 'https://evil.example/mcp', headers: {} }),
  );
  assert.equal(fault.code, 'trust/policy');
});

test('an entry with a mistake inside never starts', async () => {
  const { approvals } = bench();
  const entry = { ...entryOf(base), incomplete: true };
  await approvals.approve(entry, {});
  assert.equal(faultOf(() => approvals.assertApproved(entry, {})).code, 'trust/not-approved');
});

test('what is remembered may be broken or forged, and then counts for nothing', async () => {
  const { approvals, store } = bench();
  const entry = entryOf(base);
  await approvals.approve(entry, {});
  const scope = entryScope(entry);
  const [{ key, value } = { key: '', value: {} }] = store.list('approval', scope);
  for (const stored of [
    5,
    null,
    [],
    {},
    { fingerprint: 'x' },
    { fingerprint: key, at: 1 },
    { fingerprint: key, at: 1, shape: { args: 5 } },
    { fingerprint: key, at: 1, shape: {} },
    { ...(value as object), fingerprint: 'x' },
  ]) {
    store.put([{ kind: 'approval', scope, key, value: stored }]);
    assert.equal(approvals.state(entry).kind, 'new', JSON.stringify(stored));
    assert.equal(approvals.state(entry, {}).kind, 'new', JSON.stringify(stored));
  }
});

test(`closing the dialog, or any other answer, leaves the server pending${proves('C23')}`, async () => {
  for (const answer of [undefined, 'approve', 'Cancel', '']) {
    const { approvals } = bench();
    const state = await requestApproval(entryOf(base), {}, approvals, new FakeAsk(answer));
    assert.deepEqual(state, { kind: 'new' });
  }
});

test(`"Approve" approves what was shown${proves('R105')}`, async () => {
  const { approvals } = bench();
  const ask = new FakeAsk('Approve', 'Approve');
  assert.deepEqual(await requestApproval(entryOf(base), {}, approvals, ask), { kind: 'approved' });
  assert.equal(ask.choices[0]?.modal, true);
  assert.deepEqual(await requestApproval(entryOf(base), {}, approvals, ask), { kind: 'approved' });
  assert.equal(ask.choices.length, 1);
});

test('a withdrawn approval is needed again, and it is said whose it was', async () => {
  const { approvals } = bench();
  await approvals.approve(entryOf(base), {});
  const heard: (string | undefined)[] = [];
  const listening = approvals.onDidChange((name) => heard.push(name));
  await approvals.withdraw(entryOf(base));
  assert.deepEqual(approvals.state(entryOf(base)), { kind: 'new' });
  assert.deepEqual(heard, [entryOf(base).name]);
  listening.dispose();
});

test('the dialog shows the whole launch: nothing is cut, nothing is hidden', async () => {
  const long = 'x'.repeat(5_000);
  const entry = entryOf(
    {
      command: 'npx',
      args: ['-y', 'pkg@1.0.0', 'with space ', 'zero\u200bwidth', 'two\nlines', long],
      env: { KEY: '${input:k}', GONE: null },
      cwd: 'tools',
      envFile: '.env',
    },
    { inputs: [{ id: 'k', type: 'promptString' }] },
  );
  const ask = new FakeAsk();
  await requestApproval(entry, { executable: '/usr/bin/npx', envFile: [['FROM_FILE', 'v']] }, bench().approvals, ask);
  assert.equal(ask.choices[0]?.title, 'Allow "it" to run on this computer?');
  const detail = ask.choices[0]?.detail ?? '';
  assert.ok(
    detail.endsWith(`Command:
    npx
Program:
    /usr/bin/npx
Arguments (6):
    1. -y
    2. pkg@1.0.0
    3. "with space "
    4. zero[U+200B]width
    5. "two[U+000A]lines"
    6. ${long}
Working folder:
    tools
Environment variables:
    KEY
    GONE (removed)
Environment file:
    .env
Variables in that file:
    FROM_FILE
Variables resolved at start:
    \${input:k}
Inputs:
    k: text
Configured in:
    /work/app/.vscode/mcp.json`),
    detail,
  );
  assert.ok(
    detail.startsWith('Warning:\n  • ⚠ It contains invisible characters: zero[U+200B]width'),
    detail.slice(0, 200),
  );
});

test('a changed server shows first what changed, and a remote one its address', async () => {
  const { approvals } = bench();
  await approvals.approve(entryOf({ url: 'https://good.example/mcp' }), {});
  const ask = new FakeAsk();
  await requestApproval(
    entryOf({ url: 'https://evil.example/mcp', headers: { Authorization: 'Bearer ${env:T}' } }),
    {},
    approvals,
    ask,
  );
  assert.equal(ask.choices[0]?.title, '"it" has changed since it was approved. Connect to it?');
  assert.equal(
    ask.choices[0]?.detail,
    `Changed:
  • URL: was https://good.example/mcp, is now https://evil.example/mcp
  • Header: added Authorization

URL (http):
    https://evil.example/mcp
Headers:
    Authorization
Variables resolved at start:
    \${env:T}
Configured in:
    /work/app/.vscode/mcp.json`,
  );
});

test('the dialog and its risks are in the language of the user', async () => {
  useBundle(readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json'));
  const ask = new FakeAsk();
  await requestApproval(entryOf({ command: 'sudo', args: ['node'] }), {}, bench().approvals, ask);
  useBundle({});
  const [{ title, detail = '', choices } = { title: '', choices: [] }] = ask.choices;
  assert.deepEqual([title, choices], ['允许“it”在此计算机上运行吗？', ['批准']]);
  assert.match(detail, /^警告：\n  • ⚠ 它要求管理员权限。\n\n命令：\n    sudo\n参数（1）：\n/);
});

test('another way to sign in is another launch, and the dialog names the receiver of the credentials', async () => {
  const remote = (oauth: object): ServerEntry => entryOf({ url: 'https://a.example/mcp', oauth });
  const { approvals } = bench();
  await approvals.approve(remote({ clientId: 'c' }), {});
  assert.deepEqual(approvals.state(remote({ clientId: 'c' }), {}), { kind: 'approved' });
  for (const oauth of [
    { clientId: 'c', clientSecret: '${env:OTHER}' },
    { clientId: 'c', grantType: 'client_credentials' },
    { clientId: 'c', issuer: 'https://evil.example' },
  ])
    assert.equal(approvals.state(remote(oauth), {}).kind, 'changed', JSON.stringify(oauth));
  const ask = new FakeAsk();
  const entry = remote({ clientId: 'c', clientSecret: '${env:S}', grantType: 'client_credentials' });
  await requestApproval(entry, {}, approvals, ask);
  assert.match(ask.choices[0]?.detail ?? '', /client secret, sent to the authorization server that this server names/);
});
