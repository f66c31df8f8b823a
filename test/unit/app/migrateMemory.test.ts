import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OldMemory, migrateCalls, migrateMemory } from '../../../src/core/app/migrateMemory.ts';
import { CallHistory } from '../../../src/core/calls/callHistory.ts';
import { InputValues } from '../../../src/core/config/variables/inputs.ts';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { RootsStore } from '../../../src/core/servers/rootsStore.ts';
import { Approvals } from '../../../src/core/trust/approval/approvals.ts';
import { fingerprintOf, launchShape } from '../../../src/core/trust/approval/launchShape.ts';
import { definitionOf } from '../../../src/core/trust/pins/definition.ts';
import { pinOf } from '../../../src/core/trust/pins/pin.ts';
import { DefinitionPins } from '../../../src/core/trust/pins/definitionPins.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { FakeAsk, FakeSecrets, FakeWorkspace, entryOf, folder } from '../config/support.ts';

failOnLeaks();

const inputs = [{ id: 'name', type: 'promptString' }];
const entry = entryOf({ command: 'npx', args: ['${input:name}'] }, { inputs });
const read = { name: 'read', description: 'Reads.', inputSchema: { type: 'object' } };
const workspace = new FakeWorkspace();

function approvedAs(shape = launchShape(entry, {})): object {
  return { fingerprint: fingerprintOf(shape), at: 5, shape };
}

function workspaceMemento(): OldMemory {
  const key = JSON.stringify([folder.path, 'it']);
  return [
    ['trust.approvals', { [key]: approvedAs() }],
    [`trust.pins:${key}`, { read: pinOf(definitionOf('tool', read)), broken: 5 }],
    ['config.inputs:/work/app/.vscode/mcp.json', { name: 'Ann' }],
    ['servers.tools.it', { launchKey: 'launch', tools: [read] }],
    ['servers.roots', { all: ['file:///all'], servers: { it: ['file:///own'], bad: [1] } }],
    ['tasks.started', [{ server: 'it', tool: 'read', id: 't1' }, 5]],
    ['gateway.port', 4000],
    ['unknown', {}],
  ];
}

function approvalsOver(store: FakeStore): Approvals {
  return new Approvals({ store, workspace, clock: systemClock, policy: () => ({ access: 'all' }) });
}

test('what a window remembered of its workspace is found in the store', async () => {
  const store = new FakeStore();
  migrateMemory(store, { mark: 'm', workspace, read: workspaceMemento });
  assert.equal(approvalsOver(store).state(entry, {}).kind, 'approved');
  const pins = new DefinitionPins(store);
  const changed = { ...read, description: 'Other.' };
  assert.deepEqual(pins.judge(entry, 'tool', [read, changed]), ['accepted', 'changed']);
  assert.equal(pins.compare(entry, definitionOf('tool', changed)).changes[0]?.before, 'Reads.');
  const values = new InputValues({ ask: new FakeAsk(), store, secrets: new FakeSecrets(), onValue: () => {} });
  assert.deepEqual(await values.value(entry.inputs[0]!, entry), { ok: true, value: 'Ann' });
  assert.deepEqual(store.list('definitions', 'user'), []);
  const roots = new RootsStore({ store, scope: () => folder.path, window: () => [] });
  assert.deepEqual([roots.of('it').chosenFor, roots.of('bad').chosenFor], ['server', 'all']);
  roots.dispose();
  assert.deepEqual(
    store.list('task', folder.path).map(({ value }) => value),
    [{ server: 'it', tool: 'read', id: 't1' }],
  );
});

test('entries of the user and of a workspace file, which had no folder, keep their approvals apart', () => {
  const store = new FakeStore();
  const old: OldMemory = [
    ['trust.approvals', { '[null,"it"]': approvedAs() }],
    ['servers.eras', { abc: { kind: 'stdio', era: 'legacy', version: '1', at: 5 } }],
  ];
  migrateMemory(store, { mark: 'user', read: () => old });
  const at = (kind: 'user' | 'codeWorkspace', file: string): typeof entry => ({ ...entry, source: { kind, file } });
  assert.equal(approvalsOver(store).state(at('user', '/home/mcp.json'), {}).kind, 'approved');
  assert.equal(approvalsOver(store).state(at('codeWorkspace', '/work/a.code-workspace'), {}).kind, 'new');
  migrateMemory(store, {
    mark: 'workspace',
    workspace: { folders: [], file: '/work/a.code-workspace' },
    read: () => old,
  });
  assert.equal(approvalsOver(store).state(at('codeWorkspace', '/work/a.code-workspace'), {}).kind, 'approved');
  assert.equal(store.keys('negotiation', 'user').length, 1);
});

test('it is read once, and never replaces what was decided since', async () => {
  const store = new FakeStore();
  const next = entryOf({ command: 'npx', args: ['other'] });
  await approvalsOver(store).approve(next, {});
  migrateMemory(store, { mark: 'm', workspace, read: workspaceMemento });
  await approvalsOver(store).withdraw(entry);
  migrateMemory(store, { mark: 'm', workspace, read: () => assert.fail('read again') });
  assert.equal(approvalsOver(store).state(entry, {}).kind, 'new');
});

test('broken memories are passed over', () => {
  const store = new FakeStore();
  const broken: OldMemory = [
    ['trust.approvals', { 'no json': {}, '[1]': {}, '["/a","b"]': 5 }],
    ['trust.pins:no json', { read: pinOf(definitionOf('tool', read)) }],
    ['servers.tools.x', 5],
    ['servers.roots', 5],
    ['tasks.started', 5],
    ['servers.eras', 5],
  ];
  migrateMemory(store, { mark: 'm', workspace, read: () => broken });
  assert.deepEqual(store.keys('approval', '["/a","b"]'), []);
});

test('the calls of the old file are in the history, newest first as they were', () => {
  const store = new FakeStore();
  const call = (id: string, startedAt: number, state: object, outcome?: object): object => ({
    view: { id, number: 1, server: 's', tool: 't', args: {}, startedAt, state, rounds: [] },
    ...(outcome && { outcome }),
  });
  const end = { status: 'ok', durationMs: 1, bytes: 2, preview: '', kept: true };
  const outcome = { status: 'ok', content: [], durationMs: 1 };
  const old = [call('2', 20, { kind: 'running' }), call('1', 10, { kind: 'done', end }, outcome), 5];
  migrateCalls(store, 'calls', () => old, workspace);
  const history = new CallHistory({ store, scope: () => folder.path, redactor: new Redactor() });
  assert.deepEqual(
    history.read().map(({ id, state }) => [id, state.kind]),
    [
      ['1', 'done'],
      ['2', 'lost'],
    ],
  );
  assert.deepEqual(history.outcome('1'), outcome);
  migrateCalls(store, 'calls', () => assert.fail('read again'), workspace);
});
