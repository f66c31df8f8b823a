// Servers that are proxies themselves: what we send before `initialize` must not leave a trace in them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/core/ports/ports.ts';
import { negotiationCacheFor } from '../../src/core/servers/connection/negotiationCache.ts';
import { FakeStore } from '../support/fakeStore.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { httpFixture } from './serversHttpFixture.ts';
import { bad, manage, real, stateOf, textOf } from './serversSupport.ts';

failOnLeaks();

test('a legacy HTTP server behind supergateway is connected, and the next start does not probe', async () => {
  await using remote = await httpFixture('legacy');
  const launch = real('supergateway/dist/index.js', ['--streamableHttp', remote.url]);
  const negotiation = negotiationCacheFor(new FakeStore(), systemClock, launch);
  await using subject = manage(launch, {}, { negotiation });
  assert.equal(textOf(await subject.server.callTool('echo', { n: 1 })), '{"n":1}');
  assert.equal(stateOf(subject.server, 'connected').info.name, 'http-fixture');
  await using again = manage(launch, {}, { negotiation });
  await again.server.start();
  assert.equal(again.taps.sent()[0], 'initialize');
  assert.equal(again.taps.sent().filter((method) => method === 'initialize').length, 1);
});

test('a server that counts the probe as its initialization is started once more without it', async () => {
  await using subject = manage(bad('initializedByProbe'));
  await subject.server.start();
  assert.deepEqual(subject.taps.sent().slice(0, 3), ['server/discover', 'initialize', 'initialize']);
  assert.equal(stateOf(subject.server, 'connected').info.era, 'legacy');
});

test('a server that refuses to be initialized says why, after one more start without the probe', async () => {
  await using subject = manage(bad('initializedByProbe', 'always'));
  await assert.rejects(subject.server.start(), /already initialized/);
  assert.equal(subject.taps.sent().filter((method) => method === 'initialize').length, 2);
});
