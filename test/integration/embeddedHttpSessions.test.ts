import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTimeout } from '../../src/base/async.ts';
import { type Tap, silentTap } from '../../src/core/wire/tap.ts';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import {
  type Json,
  createInitializeRequest,
  createNotification,
  createRequest,
  createToolsCallRequest,
} from '../unit/mcpServer/support/messages.ts';
import { Waiting, changingTools, echo } from '../unit/mcpServer/support/tools.ts';
import { bearer, connectClient, messagesOf, openSession, post, postModern, start } from './support/loopbackFixture.ts';

failOnLeaks();

test('a legacy session: only with its id, with the same strictness as elsewhere, and gone after DELETE', async () => {
  const fixture = await start();
  assert.equal((await post(fixture, createRequest(1, 'tools/list'))).status, 400);
  assert.equal((await post(fixture, createRequest(1, 'tools/list'), { 'mcp-session-id': 'unknown' })).status, 404);
  const response = await post(fixture, createInitializeRequest(1));
  const session = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
  assert.match(session['mcp-session-id'], /^[\u0021-\u007E]{20,}$/);
  const early = await messagesOf(await post(fixture, createRequest(2, 'tools/list'), session));
  assert.deepEqual(early, [
    {
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32600, message: 'Server not initialized. Send initialized notification first.' },
    },
  ]);
  await post(fixture, createNotification('notifications/initialized'), session);
  const [called] = await messagesOf(await post(fixture, createToolsCallRequest(3, 'echo', { text: 'hi' }), session));
  assert.deepEqual(called?.['result'], { content: [{ type: 'text', text: 'hi' }], isError: false });
  const [thrown] = await messagesOf(await post(fixture, createToolsCallRequest(4, 'throws'), session));
  assert.deepEqual(thrown?.['error'], { code: -32603, message: 'Internal error' });
  assert.equal((await post(fixture, [createRequest(5, 'ping')], session)).status, 400);
  assert.equal(
    (await fetch(fixture.url, { method: 'DELETE', headers: { ...bearer(fixture), ...session } })).status,
    200,
  );
  assert.equal((await post(fixture, createRequest(6, 'ping'), session)).status, 404);
});

test('a batch is accepted in the one version that has them', async () => {
  const fixture = await start();
  const session = await openSession(fixture, '2025-03-26');
  const answers = await messagesOf(await post(fixture, [createRequest(2, 'ping'), createRequest(3, 'ping')], session));
  assert.deepEqual(answers.map(({ id }) => id).toSorted(), [2, 3]);
});

test('sessions have a limit: the one idle for longest is closed, and busy ones are not', async () => {
  const waiting = new Waiting();
  const fixture = await start({ maxSessions: 2 }, [waiting.tool]);
  const first = await openSession(fixture);
  const second = await openSession(fixture);
  const busy = post(fixture, createToolsCallRequest(9, 'waits'), first);
  await waiting.started.promise;
  const third = await openSession(fixture);
  assert.equal((await post(fixture, createRequest(2, 'ping'), second)).status, 404);
  assert.equal((await post(fixture, createRequest(2, 'ping'), third)).status, 200);
  waiting.released.resolve();
  assert.equal((await messagesOf(await busy)).length, 1);
});

test('a session that idles too long ends by itself, unless a stream of it is open', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const fixture = await start({ sessionIdleMs: 200 });
  const idle = await openSession(fixture);
  const listening = await openSession(fixture);
  const stream = await fetch(fixture.url, {
    headers: { ...bearer(fixture), ...listening, accept: 'text/event-stream' },
  });
  assert.equal(stream.status, 200);
  now += 2_000;
  t.mock.timers.tick(2_000);
  assert.equal((await post(fixture, createRequest(2, 'ping'), idle)).status, 404);
  assert.equal((await post(fixture, createRequest(2, 'ping'), listening)).status, 200);
  await stream.body?.cancel();
});

test(`the modern era: stateless, and each refusal with its own status${proves('C5')}`, async () => {
  const fixture = await start();
  const listed = await postModern(fixture, 'tools/list');
  assert.equal(listed.status, 200);
  assert.equal(listed.headers.get('mcp-session-id'), null);
  const [list] = await messagesOf(listed);
  const result = list?.['result'] as Json;
  assert.deepEqual([result['resultType'], result['ttlMs'], result['cacheScope']], ['complete', 5000, 'private']);
  const statuses = {
    unknownMethod: [await postModern(fixture, 'no/such'), 404, -32601],
    unknownTool: [await postModern(fixture, 'tools/call', { name: 'nope', arguments: {} }, {}, 'nope'), 200, -32602],
    wrongHeader: [await postModern(fixture, 'tools/call', { name: 'echo', arguments: {} }, {}, 'other'), 400, -32020],
    wrongVersion: [
      await postModern(fixture, 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } }),
      400,
      undefined,
    ],
  } as const;
  for (const [name, [response, status, code]] of Object.entries(statuses)) {
    const [message] = await messagesOf(response);
    assert.equal(response.status, status, name);
    if (code !== undefined) assert.equal((message as { error: Json }).error['code'], code, name);
  }
});

test(`a modern call is cancelled by closing its stream, and its work stops${proves('R136')}`, async () => {
  const waiting = new Waiting();
  const states: string[] = [];
  const tap: Tap = { ...silentTap, lost: (_, reason) => void states.push(reason) };
  const fixture = await start({}, [waiting.tool], [], tap);
  const abort = new AbortController();
  const call = postModern(
    fixture,
    'tools/call',
    { name: 'waits', arguments: {} },
    { signal: abort.signal },
    'waits',
  ).catch(() => 'gone');
  await waiting.started.promise;
  abort.abort();
  await withTimeout(waiting.stopped.promise, 5000, 'the work goes on');
  assert.equal(await call, 'gone');
  assert.deepEqual(states, ['the client closed the stream']);
});

test(`a legacy call is cancelled by a notification: its work stops and its stream ends${proves('R136')}`, async () => {
  const waiting = new Waiting();
  const fixture = await start({}, [waiting.tool]);
  const session = await openSession(fixture);
  const call = post(fixture, createToolsCallRequest(7, 'waits'), session);
  await waiting.started.promise;
  await post(fixture, createNotification('notifications/cancelled', { requestId: 7 }), session);
  await withTimeout(waiting.stopped.promise, 5000, 'the work goes on');
  assert.deepEqual(await messagesOf(await withTimeout(call, 5000, 'the stream stays open')), []);
});

test(`progress is sent on the stream of the call, in both eras${proves('R136')}`, async () => {
  const fixture = await start();
  const session = await openSession(fixture);
  const legacy = await messagesOf(
    await post(fixture, createToolsCallRequest(2, 'tells_progress', {}, { progressToken: 'p' }), session),
  );
  const params = { name: 'tells_progress', arguments: {}, _meta: { progressToken: 'p' } };
  const modern = await messagesOf(await postModern(fixture, 'tools/call', params, {}, 'tells_progress'));
  for (const messages of [legacy, modern]) {
    assert.deepEqual(
      messages.map((message) => (message['params'] as Json | undefined)?.['progress']),
      [1, 2, 3, undefined],
    );
  }
});

test(`a change of the tools reaches clients of both eras${proves('R142', 'C10')}`, async () => {
  const changing = changingTools([]);
  const fixture = await start({}, [], [changing.source]);
  let [legacyNotifications, modernNotifications] = [0, 0];
  const legacy = await connectClient(fixture, 'legacy', () => void legacyNotifications++);
  const modern = await connectClient(fixture, 'auto', () => void modernNotifications++);
  assert.deepEqual([legacy.getProtocolEra(), modern.getProtocolEra()], ['legacy', 'modern']);
  for (const client of [legacy, modern]) await client.listTools();
  await until(() => {
    changing.set([{ ...echo, name: 'new_tool' }]); // again and again: the streams for changes open beside the first requests
    return legacyNotifications > 0 && modernNotifications > 0;
  }, 'the change in both eras');
  for (const client of [legacy, modern]) {
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' });
    assert.ok(tools.some(({ name }) => name === 'new_tool'));
    await client.callTool({ name: 'new_tool', arguments: { text: 'x' } });
  }
});
