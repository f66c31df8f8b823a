import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Core } from '../../src/core/app/core.ts';
import { entryScopeOf } from '../../src/core/config/model/scope.ts';
import { Store } from '../../src/core/store/store.ts';
import { notesServer, stateOf, stdio } from '../support/coreFixture.ts';
import { type FakePorts, createFakePorts } from '../support/fakePorts.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { openCore } from '../support/openCore.ts';
import { until } from '../support/until.ts';
import { type Ended, cliPath, runCli } from '../integration/support/cliProcess.ts';

failOnLeaks();

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-shared-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;

/** A workspace of its own with these servers, and a state folder of its own. */
function workspace(servers: Record<string, object>): { at: string; config: string; state: string; file: string } {
  const at = path.join(folder, String(++count));
  const config = path.join(at, '.vscode', 'mcp.json');
  mkdirSync(path.dirname(config), { recursive: true });
  writeFileSync(config, JSON.stringify({ servers }));
  const state = path.join(at, 'state');
  return { at, config, state, file: path.join(state, 'mcp-switchboard', 'switchboard.db') };
}

function switchboard(state: string, ...args: string[]): Promise<Ended> {
  return runCli(args, '', { ...process.env, XDG_STATE_HOME: state });
}

interface Window {
  readonly core: Core;
  readonly ports: FakePorts;
  readonly store: Store;
  close(): void;
}

/** A core as a window has it, with a connection of its own to the store. */
async function openWindow(at: string, file: string): Promise<Window> {
  const store = new Store(file, { now: Date.now, tell: (fault) => assert.fail(fault.text) });
  const ports = Object.assign(createFakePorts(at), { store });
  const core = await openCore(ports, { keepsCalls: true });
  const close = (): void => {
    core.dispose();
    store.dispose();
  };
  return { core, ports, store, close };
}

test('24 command lines at once with --trust lose no approval and no pin, and none of them is refused', async () => {
  const names = Array.from({ length: 24 }, (_, at) => `notes${at}`);
  const { at, config, state, file } = workspace(Object.fromEntries(names.map((name) => [name, stdio(notesServer)])));
  const call = (name: string, ...more: string[]): Promise<Ended> =>
    switchboard(state, 'call', name, 'find_notes', '--args', '{"text":"x"}', '--config', config, ...more);
  const ended = await Promise.all(names.map((name) => call(name, '--trust')));
  assert.deepEqual(
    ended.filter(({ code }) => code !== 0).map(({ code, stderr }) => [code, stderr]),
    [],
  );
  const store = new Store(file, { now: Date.now, tell: (fault) => assert.fail(fault.text) });
  const scopes = names.map((name) => entryScopeOf(at, name));
  assert.deepEqual(
    scopes.map((scope) => [store.keys('approval', scope).length, store.keys('pin', scope).length]),
    names.map(() => [1, 2]),
  );
  store.dispose();
  const again = await Promise.all(names.slice(0, 4).map((name) => call(name)));
  assert.deepEqual(
    again.map(({ code }) => code),
    again.map(() => 0),
  );
});

test('what one window approves or withdraws, the other shows at once', async () => {
  const { at, file } = workspace({ notes: stdio(notesServer) });
  const [one, two] = [await openWindow(at, file), await openWindow(at, file)];
  assert.deepEqual([stateOf(one.core, 'notes'), stateOf(two.core, 'notes')], ['pending new', 'pending new']);
  one.ports.answer = 'Approve';
  await one.core.approve('notes');
  await until(() => stateOf(two.core, 'notes') === 'disconnected', 'the approval is seen in the other window');
  assert.equal(two.ports.asked.length, 0);
  await two.core.reset('notes', ['approval']);
  await until(() => stateOf(one.core, 'notes') === 'pending new', 'the withdrawal is seen in the other window');
  one.close();
  two.close();
});

test('a window and the command line agree on what is approved, through a symbolic link too', async () => {
  const { at, config, state, file } = workspace({ notes: stdio(notesServer) });
  const linked = `${at}-link`;
  symlinkSync(at, linked);
  const window = await openWindow(linked, file);
  const find = (...more: string[]): Promise<Ended> =>
    switchboard(state, 'call', 'notes', 'find_notes', '--args', '{"text":"x"}', '--config', config, ...more);
  assert.equal((await find()).code, 2, 'not approved yet');
  assert.equal((await find('--trust')).code, 0);
  await until(() => stateOf(window.core, 'notes') === 'disconnected', 'the approval is seen in the window');
  await window.core.reset('notes', ['approval']);
  assert.equal((await find()).code, 2);
  window.ports.answer = 'Approve';
  await window.core.approve('notes');
  assert.equal((await find()).code, 0);
  window.close();
});

test('two windows on one folder see the calls of each other, and the next one those of both', async () => {
  const { at, file } = workspace({ notes: stdio(notesServer) });
  const [one, two] = [await openWindow(at, file), await openWindow(at, file)];
  one.ports.answer = 'Approve';
  await one.core.approve('notes');
  const run = (window: Window, call: string): void =>
    window.core.calls.run({ call, server: 'notes', tool: 'find_notes', args: { text: call } });
  run(one, 'first');
  await until(() => two.core.calls.get('first')?.state.kind === 'done', 'the other window sees the call');
  assert.equal(two.core.calls.outcome('first').status, 'ok');
  await until(() => stateOf(two.core, 'notes') !== 'pending new', 'the approval is there too');
  run(two, 'second');
  await until(() => one.core.calls.get('second')?.state.kind === 'done', 'and the other way round');
  const servers = [one, two].flatMap(({ core }) => core.servers.value);
  one.close();
  two.close();
  await Promise.all(servers.map((server) => server.dispose()));
  const three = await openWindow(at, file);
  assert.deepEqual(
    three.core.calls.views.value.map(({ id, state }) => [id, state.kind]),
    [
      ['second', 'done'],
      ['first', 'done'],
    ],
  );
  three.close();
});

test('what an older command line remembered is taken over once, and its file stays', async () => {
  const { at, config, state, file } = workspace({ notes: stdio(notesServer) });
  assert.equal((await switchboard(state, 'list', '--config', config, '--trust')).code, 0);
  const old = path.join(state, 'mcp-switchboard', 'state.json');
  const source = new Store(file, { now: Date.now, tell: (fault) => assert.fail(fault.text) });
  const scope = entryScopeOf(at, 'notes');
  const [approval] = source.list('approval', scope);
  source.dispose();
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
  const text = JSON.stringify({
    'workspace.trust.approvals': { [JSON.stringify([at, 'notes'])]: approval?.value },
    'user.servers.eras': {},
  });
  writeFileSync(old, text);
  const list = (): Promise<Ended> => switchboard(state, 'list', '--config', config, '--server', 'notes');
  assert.equal((await list()).code, 0);
  assert.equal(readFileSync(old, 'utf8'), text);
  const next = new Store(file, { now: Date.now, tell: (fault) => assert.fail(fault.text) });
  next.put(next.keys('approval', scope).map((key) => ({ kind: 'approval', scope, key, value: undefined })));
  next.dispose();
  assert.equal((await list()).code, 2, 'what was withdrawn since does not come back');
});

test('a store of a later version is said in one line, and the command still runs', async () => {
  const { config, state, file } = workspace({ notes: stdio(notesServer) });
  assert.equal((await switchboard(state, 'list', '--config', config, '--trust')).code, 0);
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(file);
  db.exec('pragma user_version = 99');
  db.close();
  const { code, stderr } = await switchboard(state, 'list', '--config', config);
  assert.equal(code, 0, stderr);
  assert.equal(stderr.match(/written by a later version of MCP Switchboard\. It is read but not changed/g)?.length, 1);
});

test('an older Node is told in one sentence what is needed', () => {
  const versions = '{ ...process.versions, node: "20.20.2" }';
  const older = `data:text/javascript,Object.defineProperty(process, "versions", { value: ${versions} })`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, cliPath, 'list'], {
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout, stderr], [2, '', 'switchboard needs Node 22.13 or newer. This is Node 20.20.2.\n']);
});
