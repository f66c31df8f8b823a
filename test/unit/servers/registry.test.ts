import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { effect, signal } from '@preact/signals-core';
import { Fault } from '../../../src/base/fault.ts';
import { silentLog } from '../../../src/base/log.ts';
import { DefinitionCache } from '../../../src/core/servers/catalog/definitionCache.ts';
import { ServerRegistry, type ServerSpec } from '../../../src/core/servers/registry.ts';
import type { ManagedServer, ServerState } from '../../../src/core/servers/model/server.ts';
import type { ToolDefinition } from '../../../src/core/wire/definitions.ts';
import { modelNames, swapDashes, swapTable } from '../../../src/core/servers/catalog/toolNames.ts';
import { ToolRegistry } from '../../../src/core/servers/catalog/toolRegistry.ts';
import { FakeStore } from '../../support/fakeStore.ts';

const tool = (name: string): ToolDefinition => ({ name, inputSchema: { type: 'object' } });
const connected = { kind: 'connected', since: 0, info: {} } as unknown as ServerState;

class FakeServer {
  readonly state = signal<ServerState>({ kind: 'disconnected', reason: 'never' });
  readonly tools = signal<readonly ToolDefinition[]>([]);
  readonly listedTools = this.tools;
  readonly calls: string[] = [];
  readonly id: string;

  constructor(id: string, known: readonly ToolDefinition[]) {
    this.id = id;
    this.tools.value = known;
  }

  async start(): Promise<void> {
    this.calls.push('start');
    this.state.value = connected;
  }

  async dispose(): Promise<void> {
    this.calls.push('dispose');
    this.state.value = { kind: 'disconnected', reason: 'stopped' };
  }
}

function setup(cache?: DefinitionCache): {
  registry: ServerRegistry;
  made: FakeServer[];
  spec(id: string, key: string): ServerSpec;
} {
  const made: FakeServer[] = [];
  return {
    made,
    registry: new ServerRegistry({ log: silentLog, ...(cache && { cache }) }),
    spec: (id, launchKey) => ({
      id,
      source: 'mcp',
      launchKey,
      create: (known) => {
        const server = new FakeServer(id, known);
        made.push(server);
        return server as unknown as ManagedServer;
      },
    }),
  };
}

test(`a change touches only the servers whose launch changed, and what ran runs again${proves('R173')}`, async () => {
  const { registry, made, spec } = setup();
  await registry.apply([spec('a', '1'), spec('b', '1'), spec('c', '1'), spec('d', '1')]);
  const [a, b, c, d] = made as [FakeServer, FakeServer, FakeServer, FakeServer];
  for (const server of [a, b, d]) server.state.value = connected;
  await registry.apply([spec('a', '1'), spec('b', '2'), spec('c', '2'), spec('e', '1')]);
  assert.deepEqual(a.calls, [], 'unchanged: untouched');
  assert.deepEqual(b.calls, ['dispose']);
  assert.deepEqual(c.calls, ['dispose']);
  assert.deepEqual(d.calls, ['dispose'], 'removed');
  const [newB, newC, e] = made.slice(4) as [FakeServer, FakeServer, FakeServer];
  assert.deepEqual(newB.calls, ['start'], 'it ran before');
  assert.deepEqual(newC.calls, [], 'it did not run before');
  assert.deepEqual(e.calls, []);
  assert.deepEqual(
    registry.servers.value.map(({ id }) => id),
    ['a', 'b', 'c', 'e'],
  );
  assert.throws(() => registry.get('d'), { code: 'server/unknown' });
  await registry.dispose();
});

test('a configuration of many servers is one change of the tools', async () => {
  const cache = new DefinitionCache(new FakeStore());
  cache.write('1', [tool('x')]);
  const { registry, made, spec } = setup(cache);
  let looked = 0;
  const stop = effect(() => void (registry.tools.tools.value, looked++));
  const [a, b, c] = ['a', 'b', 'c'].map((id) => spec(id, '1'));
  await registry.apply([a!, b!]);
  for (const server of made) server.state.value = connected;
  const before = looked;
  await registry.apply([c!]);
  assert.equal(looked, before + 1);
  stop();
  await registry.dispose();
});

test('a server that cannot be made fails its own change only', async () => {
  const { registry, spec } = setup();
  const broken: ServerSpec = { ...spec('a', '1'), create: () => assert.fail('cannot be made') };
  await assert.rejects(registry.apply([broken]), { message: 'cannot be made' });
  await registry.apply([spec('b', '1')]);
  assert.deepEqual(
    registry.servers.value.map(({ id }) => id),
    ['b'],
  );
  await registry.dispose();
});

test(`a stop by hand and a missing approval remove the tools; an idle stop, a loss and a failed start do not${proves('R84', 'R96', 'R165')}`, async () => {
  const { registry, made, spec } = setup();
  await registry.apply([spec('a', '1')]);
  const [a] = made as [FakeServer];
  a.tools.value = [tool('one'), tool('two')];
  a.state.value = connected;
  const names = (): string[] => registry.tools.tools.value.map(({ displayName }) => displayName);
  assert.deepEqual(names(), ['mcp:a:one', 'mcp:a:two']);
  a.state.value = { kind: 'disconnected', reason: 'idle' };
  assert.equal(names().length, 2);
  a.state.value = { kind: 'disconnected', reason: 'stopped' };
  assert.deepEqual(names(), []);
  a.state.value = connected;
  assert.equal(names().length, 2);
  a.state.value = { kind: 'error', fault: new Fault('server/exited', 'x'), stderrTail: '' };
  assert.equal(names().length, 2, 'a call gets the reason');
  a.state.value = { kind: 'pending', reason: 'changed' };
  assert.deepEqual(names(), []);
  const lost = new Fault('server/connect-failed', 'x', { data: { attempts: 8 } });
  a.state.value = { kind: 'error', fault: lost, stderrTail: '' };
  assert.equal(names().length, 2, 'it was there, and the next call tries again');
  await registry.dispose();
});

test(`a name with swapped characters finds its tool, unless two tools match${proves('C1')}`, () => {
  const table = swapTable(new Map(['get-sum', 'do_it', 'a-b_c', 'a_b-c'].map((name) => [name, name])));
  const find = (name: string): string | undefined => table.get(swapDashes(name));
  assert.equal(find('get_sum'), 'get-sum');
  assert.equal(find('do-it'), 'do_it');
  assert.equal(find('a_b_c'), undefined);
  assert.equal(find('Get-sum'), undefined, 'the case counts');
});

test(`definitions of the last session are there before anything starts, and only for the same launch${proves('R97', 'R164', 'R166')}`, async () => {
  const store = new FakeStore();
  const first = setup(new DefinitionCache(store));
  await first.registry.apply([first.spec('a', '1')]);
  first.made[0]!.tools.value = [tool('one')];
  first.made[0]!.state.value = connected;
  await first.registry.dispose();
  const second = setup(new DefinitionCache(store));
  await second.registry.apply([second.spec('a', '1')]);
  assert.deepEqual(
    second.registry.tools.tools.value.map(({ displayName }) => displayName),
    ['mcp:a:one'],
  );
  assert.deepEqual(second.made[0]!.calls, []);
  await second.registry.apply([second.spec('a', 'another launch')]);
  assert.deepEqual(second.registry.tools.tools.value, []);
});

test(`tools are listed by source and removed by prefix${proves('R86', 'R166')}`, () => {
  const registry = new ToolRegistry();
  registry.register('embedded', 'local', [tool('kimi_analyze')]);
  registry.register('a', 'mcp', [tool('x'), tool('y')]);
  registry.register('ab', 'mcp', [tool('x')]);
  assert.deepEqual(
    registry.listBySource('local').map(({ modelName }) => modelName),
    ['kimi_analyze'],
  );
  assert.deepEqual(
    registry.listBySource('mcp').map(({ modelName }) => modelName),
    ['mcp_a_x', 'mcp_a_y', 'mcp_ab_x'],
  );
  assert.equal(registry.unregisterByPrefix('mcp:a:'), 2);
  assert.deepEqual(
    registry.tools.value.map(({ displayName }) => displayName),
    ['kimi_analyze', 'mcp:ab:x'],
  );
  assert.equal(registry.unregisterByPrefix('mcp:a:'), 0);
  assert.equal(registry.unregisterByPrefix('kimi_'), 1);
});

test(`names for models are fit, unique, and do not depend on an order${proves('R85', 'C1')}`, () => {
  const keys = [
    { server: 'git hub', tool: 'search' },
    { server: 'a', tool: 'b_c' },
    { server: 'a_b', tool: 'c' },
    { server: 's', tool: 'x'.repeat(80) },
    { server: 's', tool: `${'x'.repeat(79)}y` },
    { server: 'ünï', tool: '日本' },
    { server: 'plain', tool: 'tool' },
  ];
  const names = [...modelNames(keys).values()];
  assert.equal(new Set(names).size, keys.length);
  for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
  assert.equal(names[6], 'mcp_plain_tool');
  for (const name of names.slice(0, 6)) assert.match(name, /_[0-9a-f]{8}$/, 'sanitised, colliding or cut');
  assert.match(names[0]!, /^mcp_git_hub_search_[0-9a-f]{8}$/);
  assert.match(names[1]!, /^mcp_a_b_c_[0-9a-f]{8}$/);
  const reversed = modelNames(keys.toReversed());
  for (const [at, key] of keys.entries()) assert.equal(reversed.get(key), names[at]);
});

test('a name changes when another server gets an equal one, and back when that goes', () => {
  const registry = new ToolRegistry();
  const names = (): readonly string[] => registry.tools.value.map(({ modelName }) => modelName);
  registry.register('a', 'mcp', [tool('b_c')]);
  assert.deepEqual(names(), ['mcp_a_b_c']);
  registry.register('a-b', 'mcp', [tool('c')]);
  for (const name of names()) assert.match(name, /^mcp_a[-_]b_c_[0-9a-f]{8}$/);
  registry.register('a-b', 'mcp', [tool('d')]);
  assert.deepEqual(names(), ['mcp_a_b_c', 'mcp_a-b_d']);
});

test('a change of one server makes no tool of another one anew', () => {
  const registry = new ToolRegistry();
  registry.register('a', 'mcp', [tool('x')]);
  const [before] = registry.tools.value;
  registry.register('b', 'mcp', [tool('x')]);
  assert.equal(registry.tools.value.length, 2);
  assert.equal(registry.tools.value[0], before);
});

test('50 servers with 2,000 tools are named and found', () => {
  const registry = new ToolRegistry();
  for (let server = 0; server < 50; server++) {
    registry.register(
      `server-${server}`,
      'mcp',
      Array.from({ length: 40 }, (_, at) => tool(`tool_${at}`)),
    );
  }
  assert.equal(registry.tools.value.length, 2_000);
  assert.ok(registry.tools.value.some(({ modelName }) => modelName === 'mcp_server-49_tool_39'));
});
