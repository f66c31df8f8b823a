import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { FakeStore } from '../../support/fakeStore.ts';
import { DefinitionCache } from '../../../src/core/servers/catalog/definitionCache.ts';
import { negotiationCacheFor } from '../../../src/core/servers/connection/negotiationCache.ts';
import { headerParameterProblem } from '../../../src/core/servers/catalog/headerParameters.ts';
import { StatisticsCounter } from '../../../src/core/servers/calls/serverStatistics.ts';
import { Meter } from '../../../src/core/servers/transports/channel.ts';
import type { StdioLaunch } from '../../../src/core/servers/model/launch.ts';

const day = 24 * 3_600_000;

const launch: StdioLaunch = { kind: 'stdio', command: 'npx', args: ['x'], env: { API_KEY: 'hush' } };

test('the era of a server is remembered for a week, for this launch, and without its secrets', () => {
  let now = 0;
  const clock = { now: () => now, monotonicMs: () => now };
  const store = new FakeStore();
  const cache = negotiationCacheFor(store, clock, launch);
  cache.write({ kind: 'stdio', era: 'legacy', version: '1' });
  assert.equal(cache.read()?.era, 'legacy');
  assert.equal(negotiationCacheFor(store, clock, { ...launch, args: ['y'] }).read(), undefined);
  assert.ok(!store.text.includes('hush'));
  now = 8 * day;
  assert.equal(cache.read(), undefined);
  cache.write({ kind: 'stdio', era: 'legacy', version: '1' });
  assert.equal(cache.read()?.era, 'legacy', 'seen again: it counts for another week');
});

test('a new version of a legacy server is asked for its era at the next start', () => {
  const clock = { now: () => 0, monotonicMs: () => 0 };
  const cache = negotiationCacheFor(new FakeStore(), clock, launch);
  cache.write({ kind: 'stdio', era: 'legacy', version: '1' });
  cache.write({ kind: 'stdio', era: 'legacy', version: '2' });
  assert.equal(cache.read(), undefined);
});

test('enormous definitions are remembered by their names only, and too many names not at all', () => {
  const cache = new DefinitionCache(new FakeStore());
  cache.write('k', [{ name: 'big', title: 'Big', inputSchema: { description: 'x'.repeat(300_000) } }]);
  assert.deepEqual(cache.read('k'), [{ name: 'big', title: 'Big' }]);
  assert.equal(cache.read('other'), undefined);
  cache.write(
    'k',
    Array.from({ length: 20_000 }, (_, at) => ({ name: `tool ${at}`, inputSchema: {} })),
  );
  assert.equal(cache.read('k'), undefined);
});

test('definitions are remembered for clients with the same capabilities only', () => {
  const store = new FakeStore();
  const tools = [{ name: 'one', inputSchema: {} }];
  new DefinitionCache(store, { sampling: {} }).write('k', tools);
  assert.deepEqual(new DefinitionCache(store, { sampling: {} }).read('k'), tools);
  assert.equal(new DefinitionCache(store, { elicitation: {} }).read('k'), undefined);
  assert.equal(new DefinitionCache(store).read('k'), undefined);
});

test(`statistics count over connections, with percentiles of the latest calls${proves('R92', 'R138')}`, () => {
  const statistics = new StatisticsCounter();
  const [first, second] = [new Meter(), new Meter()];
  statistics.connected(first, 1, false);
  first.received(10);
  statistics.disconnected(first);
  statistics.connected(second, 5, true);
  second.received(5);
  second.sent(7);
  for (let ms = 1; ms <= 100; ms++) statistics.called(ms, ms > 98);
  const { connects, reconnects, calls, errors, bytesIn, bytesOut, latencyMs, upSince } = statistics.snapshot.value;
  assert.deepEqual([connects, reconnects, calls, errors, bytesIn, bytesOut, upSince], [2, 1, 100, 2, 15, 7, 5]);
  assert.deepEqual(latencyMs, { p50: 50, p95: 95, p99: 99 });
});

test('invalid x-mcp-header marks are found wherever they are', () => {
  const on = (part: object): object => ({ type: 'object', properties: { a: part } });
  assert.equal(headerParameterProblem(on({ type: 'string', 'x-mcp-header': 'Region' })), undefined);
  assert.equal(
    headerParameterProblem(on({ type: 'object', properties: { b: { type: 'integer', 'x-mcp-header': 'B' } } })),
    undefined,
  );
  for (const wrong of [
    on({ type: 'number', 'x-mcp-header': 'N' }),
    on({ type: 'string', 'x-mcp-header': '' }),
    on({ type: 'string', 'x-mcp-header': 'two words' }),
    on({ type: 'array', items: { type: 'string', 'x-mcp-header': 'I' } }),
    { type: 'object', 'x-mcp-header': 'Root' },
    { type: 'object', $defs: { d: { type: 'string', 'x-mcp-header': 'D' } } },
    { properties: { a: { type: 'string', 'x-mcp-header': 'Same' }, b: { type: 'string', 'x-mcp-header': 'same' } } },
  ]) {
    assert.notEqual(headerParameterProblem(wrong), undefined, JSON.stringify(wrong));
  }
});
