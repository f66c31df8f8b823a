import { proves } from '../requirements.ts';
// The life of a server: on demand, idle, lost and found again, trusted first, and never in the way of another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { negotiationCacheFor } from '../../src/core/servers/connection/negotiationCache.ts';
import type { HttpLaunch } from '../../src/core/servers/model/launch.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { settled, until } from '../support/until.ts';
import { fixture } from './serversFixture.ts';
import { type HttpFixture, httpFixture } from './serversHttpFixture.ts';
import { bad, isAlive, manage, stateOf, textOf } from './serversSupport.ts';
import { FakeStore } from '../support/fakeStore.ts';

failOnLeaks();

const http = (subject: HttpFixture): HttpLaunch => ({ kind: 'http', url: subject.url, headers: {} });
/** No waiting between attempts is worth testing twice: the unit test counts the seconds. */
const hurry = { random: () => 0 };

test(`nothing starts by itself; a call starts the server, and calls that come together share the start${proves('R94', 'R163')}`, async () => {
  await using subject = manage(bad('crashes'));
  await settled();
  assert.deepEqual(subject.taps.rows, []);
  assert.deepEqual(subject.server.state.value, { kind: 'disconnected', reason: 'never' });
  const pids = await Promise.all([1, 2, 3].map(() => subject.server.callTool('pid', {})));
  assert.equal(new Set(pids.map(textOf)).size, 1);
  assert.equal(subject.server.readStatistics().connects, 1);
});

test(`an idle server is stopped, and the next call starts it again${proves('R92', 'R94', 'R163', 'R164')}`, async () => {
  await using subject = manage(bad('crashes'), { idleStopMs: 150, checkEveryMs: 30 });
  const first = textOf(await subject.server.callTool('pid', {}));
  await until(() => subject.server.state.value.kind === 'disconnected', 'the idle stop');
  assert.deepEqual(subject.server.state.value, { kind: 'disconnected', reason: 'idle' });
  await until(() => !isAlive(Number(first)), 'its process is gone');
  assert.ok(subject.server.tools.value.length > 0, 'its tools are still known');
  assert.notEqual(textOf(await subject.server.callTool('pid', {})), first);
});

test(`a server that crashes in a call fails that call by name, and comes back${proves('R91', 'R92')}`, async () => {
  await using subject = manage(bad('crashes'), {}, hurry);
  const crash = subject.server.callTool('crash', {});
  await assert.rejects(
    crash,
    (error: Fault) => error.code === 'server/exited' && /exited with code 9/.test(error.message),
  );
  const waiting = stateOf(subject.server, 'waiting');
  assert.equal(waiting.attempt, 1);
  assert.match(String(waiting.fault.data?.['stderrTail']), /everything is lost/);
  await until(() => subject.server.state.value.kind === 'connected', 'it is back');
  assert.equal(subject.server.readStatistics().reconnects, 1);
});

test('the approval is asked for right before each spawn, with the exact launch', async () => {
  const asked: string[] = [];
  let approved = true;
  const launch = bad('exitsOnProbe');
  await using subject = manage(
    launch,
    {},
    {
      ...hurry,
      mayStart: async (exact) => {
        asked.push(JSON.stringify(exact));
        if (!approved) throw new Fault('trust/changed-since-approval', 'It has changed');
      },
    },
  );
  await subject.server.start();
  assert.deepEqual(asked, [JSON.stringify(launch), JSON.stringify(launch)], 'the second spawn of the probe is one too');
  await subject.server.stop();
  approved = false;
  await assert.rejects(subject.server.callTool('echo', {}), { code: 'trust/changed-since-approval' });
  assert.deepEqual(subject.server.state.value, { kind: 'pending', reason: 'changed' });
  assert.ok(!subject.taps.texts('state').slice(-1)[0]?.includes('connected'));
});

test('taking the approval away stops a running server at once', async () => {
  await using subject = manage(bad('crashes'));
  const pid = Number(textOf(await subject.server.callTool('pid', {})));
  await subject.server.suspend('untrusted-workspace');
  assert.equal(isAlive(pid), false);
  await assert.rejects(subject.server.start(), { code: 'trust/workspace-untrusted' });
  subject.server.approve();
  await subject.server.start();
});

test('a stop in the middle of a start leaves no process behind', async () => {
  await using subject = manage(bad('silent'));
  const starting = subject.server.start();
  await until(() => subject.taps.sent().length > 0, 'its first request');
  await subject.server.stop();
  await assert.rejects(starting, { code: 'cancelled' });
  assert.deepEqual(subject.server.state.value, { kind: 'disconnected', reason: 'stopped' });
  assert.ok(subject.taps.texts('state').some((row) => row.startsWith('process ended')));
});

test(`the failure of one server never affects another${proves('R88', 'R173')}`, async () => {
  await using good = manage(bad('crashes'), {}, { id: 'good' });
  const troubles = [bad('silent'), bad('exits'), bad('flood'), bad('stubborn'), bad('crashes', '50')].map(
    (launch, at) => manage(launch, { connectTimeoutMs: 2_000, reconnectAttempts: 1 }, { id: `bad${at}` }),
  );
  await good.server.start();
  const over = new AbortController();
  const starts = Promise.all(troubles.map(({ server }) => server.start().catch(() => {}))).then(() => over.abort());
  for (let calls = 0; calls < 100 || !over.signal.aborted; calls++) await good.server.callTool('ok', {});
  await starts;
  await Promise.all(troubles.map((trouble) => trouble[Symbol.asyncDispose]()));
  assert.equal(good.server.readStatistics().errors, 0);
});

test('the negotiated era is remembered: the second start of a legacy server does not probe', async () => {
  const store = new FakeStore();
  const launch = bad('crashes');
  const cache = negotiationCacheFor(store, systemClock, launch);
  await using first = manage(launch, {}, { negotiation: cache });
  await first.server.start();
  assert.equal(first.taps.sent()[0], 'server/discover');
  await using second = manage(launch, {}, { negotiation: cache });
  await second.server.start();
  assert.equal(second.taps.sent()[0], 'initialize');
});

test('a remembered era that is out of date is corrected', async () => {
  const store = new FakeStore();
  await using modern = await httpFixture('modern');
  const cache = negotiationCacheFor(store, systemClock, http(modern));
  cache.write({ kind: 'http', era: 'legacy', version: '0' });
  await using subject = manage(http(modern), {}, { negotiation: cache });
  await subject.server.start();
  assert.equal(stateOf(subject.server, 'connected').info.era, 'modern');
  assert.equal(cache.read()?.era ?? 'modern', 'modern');
});

test('HTTP 404 with a session means a new session: the same call gets its answer', async () => {
  await using remote = await httpFixture('legacy');
  await using subject = manage(http(remote));
  await subject.server.callTool('echo', { n: 1 });
  remote.forgetSessions();
  assert.equal(textOf(await subject.server.callTool('echo', { n: 2 })), '{"n":2}');
  assert.ok(remote.seen.includes('POST 404'));
  const { connects, reconnects, errors } = subject.server.readStatistics();
  assert.deepEqual([connects, reconnects, errors], [2, 1, 0]);
});

for (const era of ['legacy', 'modern'] as const) {
  test(`${era}: a remote server that goes away and comes back is found again, with its changes${proves('R91', 'R165')}`, async () => {
    await using remote = await httpFixture(era);
    await using subject = manage(http(remote), { connectTimeoutMs: 5_000 }, hurry);
    await subject.server.start();
    await remote.down();
    remote.addTool('added_meanwhile');
    // A request that could not be sent waits; one that was sent on a connection that broke is lost.
    const call = subject.server.callTool('echo', {}, { timeoutMs: 100 });
    await assert.rejects(call, ({ code }: Fault) => /^server\/(?:connect-failed|not-reachable)$/.test(code));
    const { fault } = stateOf(subject.server, 'waiting');
    assert.match(fault.hint ?? '', /Nothing listens on|Connection reset/);
    await remote.up();
    remote.forgetSessions();
    await until(() => subject.server.state.value.kind === 'connected', 'it is back');
    assert.deepEqual(
      subject.server.tools.value.map(({ name }) => name),
      ['echo', 'slow', 'added_meanwhile'],
    );
    assert.equal(textOf(await subject.server.callTool('echo', { back: true })), '{"back":true}');
    remote.addTool('newcomer');
    await until(() => {
      remote.tellToolsChanged();
      return subject.server.tools.value.some(({ name }) => name === 'newcomer');
    }, 'the new tool');
  });

  test(`${era}: a remote server that is not there at first is waited for`, async () => {
    await using remote = await httpFixture(era);
    await remote.down();
    await using subject = manage(http(remote), {}, hurry);
    await assert.rejects(subject.server.start(), (error: Fault) => /ECONNREFUSED/.test(JSON.stringify(error.data)));
    assert.equal(subject.server.state.value.kind, 'waiting');
    await remote.up();
    await subject.server.retryNow();
    assert.equal(subject.server.state.value.kind, 'connected');
  });
}

test('a cancelled call over modern HTTP closes its stream', async () => {
  await using remote = await httpFixture('modern');
  await using subject = manage(http(remote));
  await subject.server.start();
  const cancel = new AbortController();
  const call = subject.server.callTool('slow', {}, { signal: cancel.signal });
  await until(() => remote.slowCalls() === 1, 'the call at the server');
  cancel.abort();
  await assert.rejects(call, { code: 'cancelled' });
  await until(() => remote.slowCalls() === 0, 'its end at the server');
  assert.ok(!subject.taps.sent().includes('notifications/cancelled'));
});

test('a message beyond the limit fails its call by name over HTTP too, and the next call works', async () => {
  await using remote = await httpFixture('modern');
  await using subject = manage(http(remote), { maxMessageBytes: 100_000 });
  const call = subject.server.callTool('echo', { long: 'x'.repeat(200_000) });
  await assert.rejects(call, { code: 'limit/message-too-large' });
  assert.equal(textOf(await subject.server.callTool('echo', { ok: 1 })), '{"ok":1}');
});

test('a web page, a closed port and a wrong path have different errors', async () => {
  const cases = [
    [
      () => new Response('<html>hello</html>', { headers: { 'content-type': 'text/html' } }),
      'server/connect-failed',
      /web page|does not take messages/,
    ],
    [() => new Response('no', { status: 401 }), 'server/auth-required', /Authorization/],
    [() => new Response('no', { status: 403 }), 'server/auth-required', /not sufficient|credentials/],
    [() => new Response('no', { status: 404 }), 'server/connect-failed', /There is nothing at/],
    [() => new Response('no', { status: 500 }), 'server/connect-failed', /internal error/],
  ] as const;
  for (const [answer, code, hint] of cases) {
    await using remote = await httpFixture('modern', answer);
    await using subject = manage(http(remote), { reconnectAttempts: 0 });
    await assert.rejects(subject.server.start(), (error: Fault) => {
      assert.equal(error.code, code, error.message);
      assert.match(error.hint ?? '', hint);
      return true;
    });
  }
});

test('stopping a server ends its calls with a reason', async () => {
  const made = fixture('modern');
  await using subject = manage(made.launch);
  await subject.server.start();
  const call = subject.server.callTool('wait', {});
  await until(() => made.waiting() === 1, 'the call at the server');
  await subject.server.stop();
  await assert.rejects(
    call,
    (error: Fault) => error.code === 'server/exited' || error.code === 'server/connect-failed',
  );
});

test(`a restart by hand gives a new process, and the statistics go on${proves('R138')}`, async () => {
  await using subject = manage(bad('crashes'));
  const first = textOf(await subject.server.callTool('pid', {}));
  await subject.server.restart();
  assert.notEqual(textOf(await subject.server.callTool('pid', {})), first);
  const { connects, calls, bytesIn, bytesOut, latencyMs, upSince } = subject.server.readStatistics();
  assert.deepEqual([connects, calls], [2, 2]);
  assert.ok(
    bytesIn > 100 && bytesOut > 100 && latencyMs.p50 > 0 && latencyMs.p99 >= latencyMs.p50 && upSince !== undefined,
  );
});

test(`a quiet server is pinged, also one that does not support ping${proves('R81', 'C8')}`, async () => {
  for (const name of ['silentCall', 'noPing']) {
    await using subject = manage(bad(name), { checkEveryMs: 60, idleStopMs: 0 });
    await subject.server.start();
    await until(() => subject.taps.sent().filter((method) => method === 'ping').length >= 3, 'three pings');
    assert.ok((await subject.server.ping()) >= 0);
    assert.equal(subject.server.state.value.kind, 'connected', name);
    assert.equal(subject.server.readStatistics().connects, 1, name);
  }
  await using modern = manage(fixture('modern').launch, { checkEveryMs: 60, idleStopMs: 0 });
  await modern.server.start();
  await until(
    () => modern.taps.sent().filter((method) => method === 'server/discover').length >= 2,
    'a second discover',
  );
  assert.equal(modern.server.state.value.kind, 'connected');
});
