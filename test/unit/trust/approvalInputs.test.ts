import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../src/core/ports/ports.ts';
import type { ServerEntry } from '../../../src/core/config/model/model.ts';
import type { LaunchContext } from '../../../src/core/config/variables/launchApproval.ts';
import { Approvals } from '../../../src/core/trust/approval/approvals.ts';
import { describeChange } from '../../../src/core/trust/approval/launchChanges.ts';
import { fingerprintOf, launchShape } from '../../../src/core/trust/approval/launchShape.ts';
import { requestApproval } from '../../../src/core/trust/approval/requestApproval.ts';
import { entryScope } from '../../../src/core/config/model/scope.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { FakeAsk, FakeWorkspace, entryOf } from '../config/support.ts';

function approvalsOver(store = new FakeStore()): Approvals {
  const workspace = new FakeWorkspace();
  return new Approvals({ store, workspace, clock: systemClock, policy: () => ({ access: 'all' }) });
}

const pick = {
  id: 'region',
  type: 'pickString',
  description: 'Where',
  options: [{ label: 'Europe', value: 'eu.example' }, 'us.example'],
};
const text = { id: 'name', type: 'promptString', description: 'Your name', default: 'me' };
const body = { command: 'node', args: ['x.js', '--host', '${input:region}', '${input:name}'] };

function withInputs(...inputs: readonly object[]): ServerEntry {
  return entryOf(body, { inputs });
}

/** What a repository may change behind an approved entry without touching the entry itself. */
const attacks: readonly (readonly [string, readonly object[], string])[] = [
  [
    'the value behind the label of a pick',
    [{ ...pick, options: [{ label: 'Europe', value: 'evil.example' }, 'us.example'] }, text],
    'Input region: was one of "Europe" = "eu.example", "us.example", described as "Where", is now one of "Europe" = "evil.example", "us.example", described as "Where"',
  ],
  [
    'the label of a value',
    [{ ...pick, options: [{ label: 'EU', value: 'eu.example' }, 'us.example'] }, text],
    'Input region: was one of "Europe" = "eu.example", "us.example", described as "Where", is now one of "EU" = "eu.example", "us.example", described as "Where"',
  ],
  [
    'one more option',
    [{ ...pick, options: [...pick.options, 'evil.example'] }, text],
    'Input region: was one of "Europe" = "eu.example", "us.example", described as "Where", is now one of "Europe" = "eu.example", "us.example", "evil.example", described as "Where"',
  ],
  [
    'a default',
    [pick, { ...text, default: '--eval=evil' }],
    'Input name: was text, default "me", described as "Your name", is now text, default "--eval=evil", described as "Your name"',
  ],
  [
    'a default of a pick',
    [{ ...pick, default: 'us.example' }, text],
    'Input region: was one of "Europe" = "eu.example", "us.example", described as "Where", is now one of "Europe" = "eu.example", "us.example", default "us.example", described as "Where"',
  ],
  [
    'the kind',
    [pick, { id: 'name', type: 'command', description: 'Your name', default: 'me', command: 'evil.run' }],
    'Input name: was text, default "me", described as "Your name", is now editor command "evil.run", default "me", described as "Your name"',
  ],
  [
    'whether it is a password',
    [pick, { ...text, password: true }],
    'Input name: was text, default "me", described as "Your name", is now password, default "me", described as "Your name"',
  ],
  [
    'what the user is asked for',
    [pick, { ...text, description: 'Your bank PIN' }],
    'Input name: was text, default "me", described as "Your name", is now text, default "me", described as "Your bank PIN"',
  ],
  [
    'a declaration of the same id before it, which counts',
    [{ ...text, default: 'evil' }, pick, text],
    'Input name: was text, default "me", described as "Your name", is now text, default "evil", described as "Your name"',
  ],
  ['a declaration that is gone', [pick], 'Input: removed name (text, default "me", described as "Your name")'],
];
for (const [what, inputs, expected] of attacks) {
  test(`an approval does not hold for an input that was changed later: ${what}`, async () => {
    const approvals = approvalsOver();
    await approvals.approve(withInputs(pick, text), {});
    assert.equal(approvals.state(withInputs(pick, text), {}).kind, 'approved');
    for (const context of [{}, undefined]) {
      const state = approvals.state(withInputs(...inputs), context);
      assert.equal(state.kind, 'changed');
      assert.deepEqual(state.kind === 'changed' ? state.changes.map(describeChange) : [], [expected]);
    }
  });
}

test('the command of an input is part of the approval', async () => {
  const approvals = approvalsOver();
  const input = (command: string): ServerEntry =>
    entryOf({ url: 'https://x/${input:c}' }, { inputs: [{ id: 'c', type: 'command', command }] });
  await approvals.approve(input('a.b'), {});
  assert.equal(approvals.state(input('a.c'), {}).kind, 'changed');
});

const places: readonly (readonly [string, object])[] = [
  ['command', { command: '${input:k}' }],
  ['args', { command: 'x', args: ['--a=${input:k}'] }],
  ['env', { command: 'x', env: { A: '${input:k}' } }],
  ['cwd', { command: 'x', cwd: '${input:k}' }],
  ['url', { url: 'https://x/${input:k}' }],
  ['headers', { url: 'https://x', headers: { A: '${input:k}' } }],
  ['oauth', { url: 'https://x', oauth: { clientId: '${input:k}' } }],
  ['the default of another variable', { command: 'x', args: ['${A:-${input:k}}'] }],
  ['a default in a default', { command: 'x', args: ['${env:A:-b${B:-${input:k}}}'] }],
  ['as deep as a variable is resolved', { command: 'x', args: ['${A:-${B:-${C:-${D:-${E:-${input:k}}}}}}'] }],
  ['an argument after one with an open brace', { command: 'x', args: ['${', '${input:k}'] }],
];
for (const [place, launch] of places) {
  test(`an input counts wherever the launch uses it: ${place}`, async () => {
    const approvals = approvalsOver();
    const entry = (value: string): ServerEntry =>
      entryOf({ ...launch }, { inputs: [{ id: 'k', type: 'promptString', default: value }] });
    await approvals.approve(entry('a'), {});
    assert.equal(approvals.state(entry('b'), {}).kind, 'changed');
  });
}

test('an id with characters that JSON escapes is found too', async () => {
  const entry = (value: string): ServerEntry =>
    entryOf(
      { command: 'x', args: ['${input:a"b}'] },
      { inputs: [{ id: 'a"b', type: 'promptString', default: value }] },
    );
  const approvals = approvalsOver();
  await approvals.approve(entry('1'), {});
  assert.equal(approvals.state(entry('2'), {}).kind, 'changed');
});

/** As they were before inputs and files beside the command counted: who approved these is not asked again. */
const earlier: readonly (readonly [string, Record<string, unknown>, LaunchContext])[] = [
  [
    'b67cb36ad82dd8f99546c363c61786735e7bd83e3d84d5a394afbf7e75f52724',
    { command: 'npx', args: ['-y', 'pkg@1.0.0'], env: { K: 'v' } },
    { executable: '/usr/bin/x' },
  ],
  ['ea7f92efc9f66c4229df806937fe2e63c7ea38207cc4fd4fa614a9cf494abdba', { url: 'https://x.example/mcp' }, {}],
  [
    'd69d7dd77069ac357f9e7138adf7183bbda5a36c244b91e5ac9e8c90684117e8',
    { url: 'https://x.example/mcp', headers: { A: 'b' }, oauth: { clientId: 'c' } },
    {},
  ],
  [
    '1e8de80860c16634b5c9767b1e2dc5565c657ece038d0f09a032fd393f210911',
    { command: 'node', args: ['x.js'], cwd: 'sub', envFile: '.env', env: { A: null }, sandboxEnabled: true },
    { executable: '/usr/bin/x', envFile: [['A', '1']] },
  ],
];

test('an entry that uses no input keeps the fingerprint that it was approved under', () => {
  for (const [fingerprint, launch, context] of earlier) {
    assert.equal(fingerprintOf(launchShape(entryOf(launch), context)), fingerprint);
    assert.equal(fingerprintOf(launchShape(entryOf(launch, { inputs: [pick, text] }), context)), fingerprint);
  }
});

test('an input that is called like a part of the launch does not stand in for it', async () => {
  const entry = (arg: string): ServerEntry =>
    entryOf({ command: 'x', args: [arg, '${input:args}'] }, { inputs: [{ id: 'args', type: 'promptString' }] });
  const approvals = approvalsOver();
  await approvals.approve(entry('a'), {});
  assert.equal(approvals.state(entry('b'), {}).kind, 'changed');
});

test('an approval from before inputs counted is asked for once more, and the dialog says why', async () => {
  const store = new FakeStore();
  const entry = withInputs(pick);
  const { inputs: _, ...shape } = launchShape(entry, {});
  const key = fingerprintOf(shape);
  store.put([{ kind: 'approval', scope: entryScope(entry), key, value: { fingerprint: key, at: 1, shape } }]);
  const ask = new FakeAsk('Approve');
  assert.deepEqual(await requestApproval(entry, {}, approvalsOver(store), ask), { kind: 'approved' });
  assert.match(
    ask.choices[0]?.detail ?? '',
    /^Changed:\n {2}• Input \(part of an approval from now on\): added region \(one of "Europe" = "eu.example", "us.example", described as "Where"\)\n\n/,
  );
  assert.deepEqual(await requestApproval(entry, {}, approvalsOver(store), ask), { kind: 'approved' });
  assert.equal(ask.choices.length, 1);
});

test('the dialog shows what each input offers, with what cannot be seen written out', async () => {
  const ask = new FakeAsk();
  const hidden = { ...pick, options: [{ label: 'Europe', value: 'eu\u200b.example' }] };
  await requestApproval(withInputs(hidden, text, { id: 'unused', type: 'promptString' }), {}, approvalsOver(), ask);
  assert.match(
    ask.choices[0]?.detail ?? '',
    /\nInputs:\n {4}region: one of "Europe" = "eu\[U\+200B\]\.example", described as "Where"\n {4}name: text, default "me", described as "Your name"\n[A-Z]/,
  );
});

test('the dialog lists every variable that is resolved, also behind an open brace and in a default', async () => {
  const ask = new FakeAsk();
  await requestApproval(
    entryOf({ command: 'x', args: ['${', '${env:SECRET}', '${A:-${env:OTHER}}'] }),
    {},
    approvalsOver(),
    ask,
  );
  assert.match(
    ask.choices[0]?.detail ?? '',
    /Variables resolved at start:\n {4}\$\{env:SECRET\}\n {4}\$\{A:-\$\{env:OTHER\}\}\n {4}\$\{env:OTHER\}\n/,
  );
});

test('a label cannot imitate the options around it', async () => {
  const ask = new FakeAsk();
  const label = 'Europe" = "eu.example", "x';
  await requestApproval(withInputs({ ...pick, options: [{ label, value: 'evil' }] }, text), {}, approvalsOver(), ask);
  assert.ok(ask.choices[0]?.detail.includes('one of "Europe\\" = \\"eu.example\\", \\"x" = "evil"'));
});

test('variables in variables without end do not use up the stack', () => {
  const deep = '${A:-'.repeat(50_000) + '}'.repeat(50_000);
  assert.match(fingerprintOf(launchShape(entryOf({ command: 'x', args: [deep] }), {}, () => '')), /^[0-9a-f]{64}$/);
});

test('no secret in a default is remembered with an approval', async () => {
  const token = 'ghp_' + 'aB3dE5gH7j'.repeat(4);
  const store = new FakeStore();
  await approvalsOver(store).approve(withInputs(pick, { ...text, default: token }), {});
  assert.ok(!store.text.includes(token.slice(8)));
});

test('a broken shape of inputs in the store counts for nothing', async () => {
  const store = new FakeStore();
  const entry = withInputs(pick, text);
  await approvalsOver(store).approve(entry, {});
  for (const inputs of [5, 'x', null, [1], { region: 5 }, { region: null }]) {
    const [{ value } = { value: {} }] = store.list('approval', entryScope(entry));
    const shape = { ...(value as { shape: object }).shape, inputs };
    const forged = { ...(value as object), shape };
    const [key = ''] = store.keys('approval', entryScope(entry));
    store.put([{ kind: 'approval', scope: entryScope(entry), key, value: forged }]);
    assert.equal(approvalsOver(store).state(entry, {}).kind, 'new', JSON.stringify(inputs));
  }
});
