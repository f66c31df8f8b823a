import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Signal, signal } from '@preact/signals-core';
import type { ManagedServer, ServerState } from '../../../src/core/servers/model/server.ts';
import { watchStarts } from '../../../src/core/servers/watchStarts.ts';

const connecting: ServerState = { kind: 'connecting', since: 0 };
const stopped: ServerState = { kind: 'disconnected', reason: 'stopped' };
const connected = (since: number): ServerState => ({ kind: 'connected', since }) as ServerState;
const waiting = { kind: 'waiting', attempt: 1, attempts: 5 } as ServerState;

function watched(
  id: string,
  first: ServerState,
): { readonly state: Signal<ServerState>; readonly server: ManagedServer } {
  const state = signal(first);
  return { state, server: { id, state } as unknown as ManagedServer };
}

test('a server that is started or restarted is named, and one that was running already is not', () => {
  const notes = watched('notes', connected(1));
  const idle = watched('idle', stopped);
  const started: string[] = [];
  const watching = watchStarts(signal([notes.server, idle.server]), (id) => started.push(id));
  assert.deepEqual(started, []);
  for (const state of [stopped, connecting, connected(2)]) notes.state.value = state;
  for (const state of [connecting, connected(3)]) idle.state.value = state;
  assert.deepEqual(started, ['notes', 'idle']);
  watching.dispose();
  notes.state.value = connected(4);
  assert.deepEqual(started, ['notes', 'idle']);
});

test('a server that was lost and comes back does not count, and its next restart does', () => {
  const notes = watched('notes', connected(1));
  const started: string[] = [];
  const watching = watchStarts(signal([notes.server]), (id) => started.push(id));
  for (const state of [waiting, connecting, waiting, connecting, connected(2)]) notes.state.value = state;
  assert.deepEqual(started, []);
  for (const state of [stopped, connecting, connected(3)]) notes.state.value = state;
  assert.deepEqual(started, ['notes']);
  watching.dispose();
});

test('a server whose entry has changed is named when it runs', () => {
  const before = watched('notes', connected(1));
  const after = watched('notes', connecting);
  const servers = signal<readonly ManagedServer[]>([before.server]);
  const started: string[] = [];
  const watching = watchStarts(servers, (id) => started.push(id));
  servers.value = [after.server];
  after.state.value = connected(2);
  assert.deepEqual(started, ['notes']);
  watching.dispose();
});
