// A session of a legacy HTTP server that is lost is replaced, however the server says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { type HttpFixture, httpFixture } from './serversHttpFixture.ts';
import { manage, textOf } from './serversSupport.ts';

failOnLeaks();

type Refusal = () => Response;

const rpcError = (message: string, status: number): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status });

const refusals: Readonly<Record<string, Refusal>> = {
  'HTTP 404': () => new Response(null, { status: 404 }),
  'HTTP 400 of the reference server': () => rpcError('Bad Request: No valid session ID provided', 400),
  'HTTP 400 of a new transport': () => rpcError('Bad Request: Server not initialized', 400),
  'HTTP 400 in plain text': () => new Response('Invalid or expired session ID', { status: 400 }),
  'HTTP 410': () => new Response('Session expired', { status: 410 }),
};

interface Forgetful extends HttpFixture {
  /** From now on the sessions so far are refused. */
  forget(): void;
}

/** `refuse` also gets the id of the request. */
async function forgetful(refuse: (id: unknown) => Response): Promise<Forgetful> {
  const known = new Set<string>();
  const lost = new Set<string>();
  const remote = await httpFixture('legacy', async (request) => {
    const session = request.headers.get('mcp-session-id');
    if (session === null) return undefined;
    known.add(session);
    if (!lost.has(session)) return undefined;
    return request.method === 'POST' ? refuse(((await request.json()) as { id: unknown }).id) : refuse(null);
  });
  return Object.assign(remote, { forget: () => known.forEach((session) => lost.add(session)) });
}

for (const [what, refuse] of Object.entries(refusals)) {
  test(`a session that is lost with ${what} is replaced, and the same call gets its answer`, async () => {
    await using remote = await forgetful(refuse);
    for (const fastPath of [true, false]) {
      await using subject = manage({ kind: 'http', url: remote.url, headers: {} }, {}, { fastPath });
      await subject.server.callTool('echo', { n: 1 });
      remote.forget();
      assert.equal(textOf(await subject.server.callTool('echo', { n: 2 })), '{"n":2}');
      const { connects, errors } = subject.server.readStatistics();
      assert.deepEqual([connects, errors], [2, 0]);
    }
  });
}

test('HTTP 400 without a word of sessions is an error of the call, and the session stays', async () => {
  await using remote = await forgetful(() => rpcError('Bad Request: no such city', 400));
  await using subject = manage({ kind: 'http', url: remote.url, headers: {} });
  await subject.server.callTool('echo', {});
  remote.forget();
  await assert.rejects(subject.server.callTool('echo', {}), { code: 'server/call-failed' });
  assert.equal(subject.server.readStatistics().connects, 1);
});

test('a session that is lost with an error in a normal response is replaced, and the call is not repeated', async () => {
  await using remote = await forgetful((id) =>
    Response.json({ jsonrpc: '2.0', id, error: { code: -32_001, message: 'Session not found' } }),
  );
  await using subject = manage({ kind: 'http', url: remote.url, headers: {} });
  await subject.server.callTool('echo', {});
  remote.forget();
  await assert.rejects(subject.server.callTool('echo', {}), /Session not found/); // it may have run
  await until(() => subject.server.readStatistics().connects === 2, 'a new session');
  assert.equal(textOf(await subject.server.callTool('echo', { n: 2 })), '{"n":2}');
});

test('a restart of the server is noticed by its event stream, and the session is replaced without a call', async () => {
  await using remote = await forgetful(refusals['HTTP 400 of the reference server']!);
  await using subject = manage({ kind: 'http', url: remote.url, headers: {} });
  await subject.server.start();
  await until(() => remote.seen.includes('GET 200'), 'the event stream');
  remote.forget();
  await remote.down();
  await remote.up();
  await until(() => subject.server.readStatistics().connects === 2, 'a new session');
  assert.ok(remote.seen.filter((row) => row === 'GET 400').length <= 1, 'at the first refusal');
});
