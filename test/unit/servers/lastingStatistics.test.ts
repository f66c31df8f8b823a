import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Signal, signal } from '@preact/signals-core';
import type { ServerStatistics } from '../../../src/contract/browse.ts';
import { LastingStatistics } from '../../../src/core/servers/calls/lastingStatistics.ts';
import type { ManagedServer } from '../../../src/core/servers/model/server.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const none = { connects: 0, reconnects: 0, calls: 0, errors: 0, bytesIn: 0, bytesOut: 0 };

class CountedServer {
  readonly id = 'mail';
  readonly statistics = signal<ServerStatistics>({ ...none, latencyMs: { p50: 0, p95: 0, p99: 0 } });
  readStatistics = (): ServerStatistics => this.statistics.value;

  did(change: Partial<ServerStatistics>): void {
    this.statistics.value = { ...this.statistics.value, ...change };
  }
}

function open(store: FakeStore, now = 7) {
  const server = new CountedServer();
  const servers: Signal<readonly ManagedServer[]> = signal([server as unknown as ManagedServer]);
  const clock = { now: () => now, monotonicMs: () => 0 };
  const kept = new LastingStatistics({ store, clock, servers, scope: () => '/work' });
  return { kept, server, servers, total: () => kept.total(server as unknown as ManagedServer) };
}

test('what a server did is added to what it did in earlier sessions', () => {
  const store = new FakeStore();
  const first = open(store);
  assert.equal(first.total(), undefined);
  first.server.did({ connects: 1, calls: 3, errors: 1, bytesIn: 100 });
  assert.deepEqual(first.total(), { ...none, connects: 1, calls: 3, errors: 1, bytesIn: 100, since: 7 });
  first.kept.dispose();
  const second = open(store, 99);
  second.server.did({ connects: 1, calls: 2 });
  assert.deepEqual(second.total(), { ...none, connects: 2, calls: 5, errors: 1, bytesIn: 100, since: 7 });
  second.kept.dispose();
});

test('two windows lose nothing of each other, and a write repeats nothing', (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const store = new FakeStore();
  const [one, other] = [open(store), open(store)];
  one.server.did({ calls: 3 });
  other.server.did({ calls: 4 });
  t.mock.timers.tick(5_000);
  assert.deepEqual([one.total()?.calls, other.total()?.calls], [7, 7]);
  one.server.did({ calls: 5 });
  assert.deepEqual([one.total()?.calls, other.total()?.calls], [9, 7], 'the other sees it with the next write');
  t.mock.timers.tick(5_000);
  assert.deepEqual([one.total()?.calls, other.total()?.calls], [9, 9]);
  one.kept.dispose();
  other.kept.dispose();
  const later = open(store);
  assert.equal(later.total()?.calls, 9);
  later.kept.dispose();
});

test('a server that is made anew, or is gone, leaves its counters behind', () => {
  const store = new FakeStore();
  const { kept, server, servers, total } = open(store);
  server.did({ calls: 2 });
  const again = new CountedServer();
  servers.value = [again as unknown as ManagedServer];
  again.did({ calls: 1 });
  servers.value = [];
  assert.equal((store.get({ kind: 'statistics', scope: '/work', key: 'mail' }) as { calls: number }).calls, 3);
  assert.equal(total()?.since, 7);
  kept.dispose();
});

test('a row of another version is counted as far as it makes sense', () => {
  for (const value of [null, 1, {}, { since: 'x' }, { calls: 5 }]) {
    const store = new FakeStore();
    store.put([{ kind: 'statistics', scope: '/work', key: 'mail', value }]);
    const { kept, total } = open(store);
    assert.equal(total(), undefined);
    kept.dispose();
  }
  const store = new FakeStore();
  store.put([{ kind: 'statistics', scope: '/work', key: 'mail', value: { since: 1, calls: 5, errors: 'x' } }]);
  const { kept, total } = open(store);
  assert.deepEqual(total(), { ...none, calls: 5, since: 1 });
  kept.dispose();
});
