import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { signal } from '@preact/signals-core';
import { silentLog } from '../../../src/base/log.ts';
import { ConfiguredServers } from '../../../src/core/app/configured/configuredServers.ts';
import type { LaunchResolver } from '../../../src/core/servers/launchResolver.ts';
import { mergeSources } from '../../../src/core/config/sources/merge.ts';
import type { ConfigKind } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { ServerRegistry } from '../../../src/core/servers/registry.ts';
import type { ManagedServer, ServerState } from '../../../src/core/servers/model/server.ts';
import type { ToolDefinition } from '../../../src/core/wire/definitions.ts';
import { ServerEntries } from '../../../src/core/app/configured/serverEntries.ts';
import { Approvals } from '../../../src/core/trust/approval/approvals.ts';
import { proves } from '../../requirements.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { FakeWorkspace, entryOf, folder } from '../config/support.ts';
import { FakeStore } from '../../support/fakeStore.ts';

failOnLeaks();

/** Writes down what is done to it; nothing is spawned. */
class WatchedServer {
  readonly state = signal<ServerState>({ kind: 'disconnected', reason: 'never' });
  readonly tools = signal<readonly ToolDefinition[]>([]);
  readonly listedTools = this.tools;
  readonly id: string;
  readonly #events: string[];

  constructor(id: string, events: string[]) {
    this.id = id;
    this.#events = events;
    events.push(`create ${id}`);
  }

  async start(): Promise<void> {
    this.#events.push(`start ${this.id}`);
    this.state.value = { kind: 'connected', since: 0, info: {} } as unknown as ServerState;
  }

  async dispose(): Promise<void> {
    this.#events.push(`dispose ${this.id}`);
    this.state.value = { kind: 'disconnected', reason: 'stopped' };
  }

  async setDisabled(disabled: boolean): Promise<void> {
    if (disabled) this.#events.push(`disable ${this.id}`);
  }

  async suspend(): Promise<void> {}
  approve(): void {}
}

interface Where {
  readonly kind?: ConfigKind;
  readonly file?: string;
  readonly folder?: string;
}

interface Setup {
  readonly approvals: Approvals;
  /** Applies a file as the product does: by the real parser, merge and registry. Returns what happened to which server. */
  apply(text: string, where?: Where): Promise<readonly string[]>;
  startAll(): Promise<void>;
  dispose(): Promise<void>;
}

function setup(readContext: LaunchResolver['readContext'] = async () => ({})): Setup {
  const events: string[] = [];
  const workspace = new FakeWorkspace();
  const registry = new ServerRegistry({ log: silentLog });
  const create = (id: string): ManagedServer => new WatchedServer(id, events) as unknown as ManagedServer;
  const approvals = new Approvals({
    store: new FakeStore(),
    workspace,
    clock: systemClock,
    policy: () => ({ access: 'all' }),
  });
  const servers = new ConfiguredServers({
    registry,
    entries: new ServerEntries(),
    embedded: { id: 'embedded', source: 'local', launchKey: '', create: () => create('embedded') },
    approvals,
    launchResolver: { readContext } as unknown as LaunchResolver,
    workspace,
    create,
    adjust: ({ id }) => void events.push(`adjust ${id}`),
  });
  return {
    approvals,
    apply: async (text, { kind = 'vscode', file = '/work/app/.vscode/mcp.json', folder: path = folder.path } = {}) => {
      events.length = 0;
      await servers.apply(mergeSources([parseConfig(text, kind, file, { name: 'it', path })]));
      return [...events];
    },
    startAll: async () => void (await Promise.all(registry.servers.value.map((server) => server.start()))),
    dispose: async () => {
      servers.dispose();
      await registry.dispose();
    },
  };
}

test(`a changed env restarts only that server${proves('R173')}`, async () => {
  const { apply, startAll, dispose } = setup();
  const text = (env: string): string =>
    JSON.stringify({ servers: { a: { command: 'a', env: { X: env } }, b: { command: 'b' } } });
  await apply(text('1'));
  await startAll();
  assert.deepEqual(await apply(text('1')), ['adjust a', 'adjust b']);
  assert.deepEqual(await apply(text('2')), ['dispose a', 'create a', 'adjust b', 'start a']);
  await dispose();
});

test('a disabled server is so before its program was looked up', async () => {
  const { apply, dispose } = setup(() => new Promise(() => {}));
  assert.ok((await apply('{"servers":{"a":{"command":"a","disabled":true}}}')).includes('disable a'));
  await dispose();
});

const base = { command: 'npx', args: ['-y', 'x'], env: { A: '1', B: '2' } };

/** `restart`, or `adjust` where the running server goes on. */
async function changeOf(before: object, after: object): Promise<string> {
  const { apply, startAll, dispose } = setup();
  await apply(JSON.stringify({ servers: { it: before } }));
  await startAll();
  const events = await apply(JSON.stringify({ servers: { it: after } }));
  await dispose();
  return events.join(' ').replace('dispose it create it start it', 'restart').replace(' it', '');
}

test('only what changes the launch restarts a server', async () => {
  assert.equal(await changeOf(base, { env: { B: '2', A: '1' }, args: ['-y', 'x'], command: 'npx' }), 'adjust');
  assert.equal(await changeOf(base, { ...base, note: 'for people' }), 'adjust');
  assert.equal(await changeOf(base, { ...base, env: ['A=1', 'B=2'] }), 'adjust');
  assert.equal(await changeOf(base, { ...base, type: 'stdio' }), 'adjust');
  assert.equal(await changeOf(base, { ...base, timeout: 60 }), 'adjust');
  assert.match(await changeOf(base, { ...base, disabled: true }), /^adjust(?: disable it)*$/);
  assert.equal(await changeOf(base, { ...base, args: ['x', '-y'] }), 'restart');
  assert.equal(await changeOf(base, { ...base, env: { A: '1', B: '3' } }), 'restart');
  assert.equal(await changeOf(base, { ...base, env: { A: '1', B: null } }), 'restart');
  assert.equal(await changeOf(base, { ...base, cwd: 'x' }), 'restart');
  assert.equal(await changeOf({ url: 'https://x' }, { url: 'https://x', headers: { A: '1' } }), 'restart');
  assert.equal(await changeOf({ type: 'http', url: 'https://x' }, { type: 'sse', url: 'https://x' }), 'restart');
});

test('a move to another file of the same folder, comments and layout restart nothing', async () => {
  const { apply, startAll, dispose } = setup();
  await apply('{"servers":{"s":{"command":"x"}}}', { file: '/a/.vscode/mcp.json', folder: '/a' });
  await startAll();
  const moved = '{\n  // moved\n  "mcpServers": { "s": { "command": "x", }, },\n}';
  assert.deepEqual(await apply(moved, { kind: 'mcpJson', file: '/a/.mcp.json', folder: '/a' }), ['adjust s']);
  const elsewhere = await apply('{"s":{"command":"x"}}', { kind: 'mcpJson', file: '/b/.mcp.json', folder: '/b' });
  assert.deepEqual(elsewhere, ['dispose s', 'create s', 'start s']);
  await dispose();
});

test('added and removed servers are distinguished', async () => {
  const { apply, startAll, dispose } = setup();
  const read = (...names: readonly string[]): string =>
    JSON.stringify({ servers: Object.fromEntries(names.map((name) => [name, { command: 'x' }])) });
  await apply(read('a', 'b'));
  await startAll();
  assert.deepEqual(await apply(read('b', 'c')), ['adjust b', 'create c', 'dispose a']);
  await dispose();
});

test('an approval makes only the entries of its name be looked at again, one of another window all of them', async () => {
  const looked: string[] = [];
  const { apply, approvals, dispose } = setup(async ({ name }) => (looked.push(name), {}));
  await apply(JSON.stringify({ servers: { a: { command: 'x' }, b: { command: 'x' } } }));
  await turn();
  looked.length = 0;
  await approvals.approve({ ...entryOf({ command: 'x' }), name: 'b' }, {});
  await turn();
  assert.deepEqual(looked, ['b']);
  approvals.changedElsewhere();
  await turn();
  assert.deepEqual(looked, ['b', 'a', 'b']);
  await dispose();
});
