// Which servers the list of an agent starts, and how long it waits for them.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { signal } from '@preact/signals-core';
import { EndpointServers } from '../../../src/core/gateway/endpoint/endpointServers.ts';
import type { EndpointParts } from '../../../src/core/gateway/endpoint/endpointParts.ts';
import type { ManagedServer, ServerState } from '../../../src/core/servers/model/server.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();
beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

const known = [{ name: 'one', inputSchema: {} }];

interface Fake {
  readonly state: ServerState;
  readonly connects?: number;
  readonly tools?: typeof known;
  start?(): Promise<void>;
}

function endpointOf({ state, connects = 0, tools = known, start = async () => {} }: Fake) {
  const calls: string[] = [];
  const server = {
    id: 'a',
    transport: 'stdio',
    state: signal(state),
    tools: signal(tools),
    readStatistics: () => ({ connects }),
    onNotification: () => ({ dispose: () => {} }),
    tryAgain: async () => void calls.push('tryAgain'),
    start: () => (calls.push('start'), start()),
  } as unknown as ManagedServer;
  const parts = {
    servers: signal([server]),
    exposure: signal(new Map([['a', {}]])),
    accepted: (_: string, __: string, values: readonly object[]) => values,
  } as unknown as EndpointParts;
  return { calls, servers: new EndpointServers({ kind: 'all' }, parts) };
}

async function isStarted(fake: Fake): Promise<boolean> {
  const { servers, calls } = endpointOf(fake);
  await servers.ready();
  servers.dispose();
  return calls.includes('start');
}

test('a server that has listed nothing to this process is started, whatever is remembered of it', async () => {
  assert.equal(await isStarted({ state: { kind: 'disconnected', reason: 'never' } }), true);
  assert.equal(await isStarted({ state: { kind: 'connecting', since: 0 } }), true);
});

test('a server that has listed its tools is not started again for a list, nor waited for', async () => {
  assert.equal(await isStarted({ state: { kind: 'disconnected', reason: 'idle' }, connects: 1 }), false);
  assert.equal(await isStarted({ state: { kind: 'connecting', since: 0 }, connects: 1 }), false);
  assert.equal(await isStarted({ state: { kind: 'disconnected', reason: 'idle' }, connects: 1, tools: [] }), true);
});

test('a server that a user has stopped, disabled or not approved is not started', async () => {
  for (const reason of ['stopped', 'disabled'] as const)
    assert.equal(await isStarted({ state: { kind: 'disconnected', reason } }), false);
  assert.equal(await isStarted({ state: { kind: 'pending', reason: 'new' } }), false);
});

test('a list waits ten seconds at most for a server that hangs at its start', async () => {
  const { servers } = endpointOf({
    state: { kind: 'disconnected', reason: 'never' },
    start: () => new Promise<never>(() => {}),
  });
  let isReady = false;
  const ready = servers.ready().then(() => (isReady = true));
  mock.timers.tick(9_999);
  await Promise.resolve();
  assert.equal(isReady, false);
  mock.timers.tick(1);
  await ready;
  servers.dispose();
});
