import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { Fault } from '../../../src/base/fault.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { keepFailures } from '../../../src/core/app/keepFailures.ts';
import type { ServerEntry } from '../../../src/core/config/model/model.ts';
import { DiagnosedFault } from '../../../src/core/diagnosis/diagnosedFault.ts';
import { readFailures } from '../../../src/core/diagnosis/lastFailures.ts';
import type { ManagedServer, ServerState } from '../../../src/core/servers/model/server.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const info = { era: 'legacy', protocolVersion: 'x', name: 'x', version: '1', capabilities: {}, raw: {} } as const;

function watched() {
  let now = 0;
  const store = new FakeStore();
  const redactor = new Redactor();
  redactor.learn('hunter2hunter2');
  const state = signal<ServerState>({ kind: 'disconnected', reason: 'never' });
  const server = { id: 'a', state } as unknown as ManagedServer;
  const entry = { name: 'notes', source: { file: '/w/mcp.json' }, raw: { command: 'x' } } as unknown as ServerEntry;
  const lifetime = new Lifetime();
  const kept = { servers: signal([server]), redactor, entry: () => entry, curedEntry: () => undefined };
  keepFailures(kept, { store, clock: { now: () => now, monotonicMs: () => now } }, lifetime);
  const cause = { rule: 'r', cause: 'No hunter2hunter2 here.', certainty: 'certain', remedies: [] } as const;
  const fault = new DiagnosedFault(new Fault('server/exited', 'It ended with hunter2hunter2'), [cause]);
  return {
    store,
    lifetime,
    pass: (ms: number) => void (now += ms),
    connect: () => void (state.value = { kind: 'connected', since: now, info }),
    lose: (attempt: number) => void (state.value = { kind: 'waiting', attempt, attempts: 8, retryAt: 0, fault }),
    kept: () => readFailures(store, now),
  };
}

test('what the last start found is kept without secrets, and dropped when the server connects', () => {
  const { store, lifetime, lose, connect, kept } = watched();
  lose(1);
  const [found] = kept();
  assert.deepEqual([found?.name, found?.file], ['notes', '/w/mcp.json']);
  assert.match(found?.diagnosis?.cause ?? '', /^No .* here\.$/);
  assert.doesNotMatch(store.text, /hunter2/);
  connect();
  assert.deepEqual(kept(), []);
  lifetime.dispose();
});

test('each attempt of one outage finds the same, and is written once', () => {
  const { store, lifetime, lose, pass } = watched();
  lose(1);
  const { text } = store;
  pass(1_000);
  lose(2);
  assert.equal(store.text, text);
  lifetime.dispose();
});

test('what was found a week ago is not told any more', () => {
  const { lifetime, lose, pass, kept } = watched();
  lose(1);
  pass(8 * 24 * 3_600_000);
  assert.deepEqual(kept(), []);
  lifetime.dispose();
});
