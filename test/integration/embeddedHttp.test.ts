import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { sleep, withTimeout } from '../../src/base/async.ts';
import { Loopback, type LoopbackAddress, type LoopbackOptions } from '../../src/core/embedded/http/loopback.ts';
import { listenSocket } from '../../src/core/embedded/socketFace.ts';
import type { EmbeddedTool, EmbeddedToolSource } from '../../src/core/embedded/tool.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { writeRecording } from '../../src/core/traffic/recordingWriter.ts';
import { TrafficLog } from '../../src/core/traffic/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redact.ts';
import { type Tap, silentTap } from '../../src/core/traffic/tap.ts';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import {
  type Json,
  createInitializeRequest,
  createNotification,
  createRequest,
  createToolsCallRequest,
  modernMeta,
} from '../unit/embedded/support/messages.ts';
import { type TestServer, makeServer } from '../unit/embedded/support/session.ts';
import { Waiting, changingTools, echo, tellsProgress, throws } from '../unit/embedded/support/tools.ts';
import { until } from '../support/until.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});
failOnLeaks();

interface Rig extends LoopbackAddress {
  readonly made: TestServer;
  readonly loopback: Loopback;
  readonly token: string;
}

async function start(
  options: LoopbackOptions = {},
  more: readonly EmbeddedTool[] = [],
  sources: readonly EmbeddedToolSource[] = [],
  tap?: Tap,
): Promise<Rig> {
  const made = makeServer({
    parts: { tools: [echo, throws, tellsProgress, ...more], toolSources: sources, resources: [], prompts: [] },
    ...(tap && { taps: { open: () => tap } }),
  });
  open.push(() => made.server.dispose());
  const loopback = new Loopback(made.server, options);
  const address = await loopback.start();
  return { made, loopback, url: address.url, token: address.token ?? '' };
}

const both = 'application/json, text/event-stream';

function post(
  rig: Rig,
  body: Json | string | readonly Json[],
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(rig.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${rig.token}`, 'content-type': 'application/json', accept: both, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function postModern(
  rig: Rig,
  method: string,
  params: Json = {},
  init: RequestInit = {},
  name?: string,
): Promise<Response> {
  return fetch(rig.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${rig.token}`,
      'content-type': 'application/json',
      accept: both,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
    body: JSON.stringify(
      createRequest(1, method, { ...params, _meta: { ...modernMeta(), ...(params['_meta'] as Json | undefined) } }),
    ),
    ...init,
  });
}

/** The messages of an answer, be it JSON or a stream of events. */
async function messagesOf(response: Response): Promise<Json[]> {
  const text = await response.text();
  if (response.headers.get('content-type') !== 'text/event-stream') return [JSON.parse(text) as Json];
  return text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as Json] : []));
}

async function openSession(rig: Rig, version = '2025-11-25'): Promise<Record<string, string>> {
  const response = await post(rig, createInitializeRequest(1, version));
  assert.equal(response.status, 200);
  await response.text();
  const headers = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
  assert.equal((await post(rig, createNotification('notifications/initialized'), headers)).status, 202);
  return headers;
}

async function connectClient(rig: Rig, mode: 'legacy' | 'auto', onChanged: () => void = () => {}): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, listChanged: { tools: { onChanged, debounceMs: 0 } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(rig.url), {
      requestInit: { headers: { authorization: `Bearer ${rig.token}` } },
    }),
  );
  open.push(() => client.close());
  return client;
}

/** With headers that fetch would not let us set. */
function rawRequest(
  rig: Rig,
  headers: Record<string, string>,
  method = 'POST',
  path = '/mcp',
): Promise<{ readonly status: number; readonly headers: Record<string, unknown>; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      new URL(path, rig.url),
      { method, headers: { 'content-type': 'application/json', accept: both, ...headers } },
      (answer) => {
        let text = '';
        answer
          .on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    sent.on('error', reject).end(method === 'POST' ? JSON.stringify(createInitializeRequest(1)) : undefined);
  });
}

const bearer = (rig: Rig): Record<string, string> => ({ authorization: `Bearer ${rig.token}` });

test(`it listens on 127.0.0.1 alone, on a free port, with a token of 32 random bytes${proves('C27')}`, async () => {
  const rig = await start();
  assert.match(rig.url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  assert.equal(Buffer.from(rig.token, 'base64url').length, 32);
  assert.notEqual(rig.token, (await start()).token);
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  if (!outside) return;
  await assert.rejects(
    fetch(`http://${outside.address}:${new URL(rig.url).port}/mcp`, { signal: AbortSignal.timeout(2000) }),
  );
});

test(`a missing or wrong token is not found: nothing that would make VS Code look for an OAuth server${proves('C27')}`, async () => {
  const rig = await start();
  for (const authorization of [
    undefined,
    'Bearer wrong',
    `Basic ${rig.token}`,
    `Bearer ${rig.token}x`,
    `Bearer ${rig.token.slice(1)}`,
    'Bearer ',
  ]) {
    const answer = await rawRequest(rig, authorization === undefined ? {} : { authorization });
    assert.equal(answer.status, 404, authorization);
    assert.equal(answer.headers['www-authenticate'], undefined);
    assert.doesNotMatch(answer.text, /"id"/);
  }
  for (const path of [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-authorization-server',
    '/',
    '/mcp/',
    '/sse',
  ]) {
    assert.equal((await rawRequest(rig, bearer(rig), 'GET', path)).status, 404, path);
  }
  assert.equal((await rawRequest(rig, { authorization: `bearer ${rig.token}` })).status, 200);
});

test(`foreign hosts and origins are refused, even with the token${proves('C27')}`, async () => {
  const rig = await start();
  for (const host of [
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
  ]) {
    assert.equal((await rawRequest(rig, { ...bearer(rig), host })).status, 403, host);
  }
  for (const origin of [
    'https://evil.example',
    'null',
    'file://',
    'vscode-webview://x',
    'http://localhost.evil.example',
    'nonsense',
  ]) {
    assert.equal((await rawRequest(rig, { ...bearer(rig), origin })).status, 403, origin);
  }
  for (const good of [
    { host: 'localhost:9' },
    { host: 'LOCALHOST' },
    { origin: 'http://localhost:3000' },
    { origin: 'http://127.0.0.1' },
  ]) {
    assert.equal((await rawRequest(rig, { ...bearer(rig), ...good })).status, 200, JSON.stringify(good));
  }
});

test('nothing is said about CORS, and no method but three is allowed', async () => {
  const rig = await start();
  for (const method of ['OPTIONS', 'PUT', 'PATCH', 'HEAD']) {
    const answer = await rawRequest(
      rig,
      { ...bearer(rig), origin: 'http://localhost', 'access-control-request-method': 'POST' },
      method,
    );
    assert.equal(answer.status, 405, method);
    assert.ok(!Object.keys(answer.headers).some((name) => name.startsWith('access-control')));
  }
  for (const method of ['GET', 'DELETE'])
    assert.equal((await rawRequest(rig, bearer(rig), method)).status, 405, method);
});

test(`bad bodies: not JSON, not JSON-RPC, not of this type, too large${proves('R8', 'R29', 'C30')}`, async () => {
  const rig = await start({ maxBodyBytes: 100_000 });
  const bad = await post(rig, '{oops');
  assert.deepEqual(
    [bad.status, await bad.json()],
    [400, { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } }],
  );
  assert.equal((await post(rig, '')).status, 400);
  assert.equal((await post(rig, '42')).status, 400);
  assert.equal((await post(rig, createRequest(1, 'ping'), { 'content-type': 'text/plain' })).status, 415);
  const large = await post(rig, JSON.stringify(createToolsCallRequest(1, 'echo', { text: 'x'.repeat(100_000) })));
  assert.deepEqual(
    [large.status, await large.json()],
    [413, { jsonrpc: '2.0', error: { code: -32600, message: 'Message exceeds limit of 100000 bytes' } }],
  );
  assert.equal((await post(rig, createInitializeRequest(1))).status, 200);
});

test('a legacy session: only with its id, with the same strictness as elsewhere, and gone after DELETE', async () => {
  const rig = await start();
  assert.equal((await post(rig, createRequest(1, 'tools/list'))).status, 400);
  assert.equal((await post(rig, createRequest(1, 'tools/list'), { 'mcp-session-id': 'unknown' })).status, 404);
  const response = await post(rig, createInitializeRequest(1));
  const session = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
  assert.match(session['mcp-session-id'], /^[\u0021-\u007E]{20,}$/);
  const early = await messagesOf(await post(rig, createRequest(2, 'tools/list'), session));
  assert.deepEqual(early, [
    {
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32600, message: 'Server not initialized. Send initialized notification first.' },
    },
  ]);
  await post(rig, createNotification('notifications/initialized'), session);
  const [called] = await messagesOf(await post(rig, createToolsCallRequest(3, 'echo', { text: 'hi' }), session));
  assert.deepEqual(called?.['result'], { content: [{ type: 'text', text: 'hi' }], isError: false });
  const [thrown] = await messagesOf(await post(rig, createToolsCallRequest(4, 'throws'), session));
  assert.deepEqual(thrown?.['error'], { code: -32603, message: 'Internal error' });
  assert.equal((await post(rig, [createRequest(5, 'ping')], session)).status, 400);
  assert.equal((await fetch(rig.url, { method: 'DELETE', headers: { ...bearer(rig), ...session } })).status, 200);
  assert.equal((await post(rig, createRequest(6, 'ping'), session)).status, 404);
});

test('a batch is taken in the one version that has them', async () => {
  const rig = await start();
  const session = await openSession(rig, '2025-03-26');
  const answers = await messagesOf(await post(rig, [createRequest(2, 'ping'), createRequest(3, 'ping')], session));
  assert.deepEqual(answers.map(({ id }) => id).toSorted(), [2, 3]);
});

test('sessions have a limit: the one idle for longest makes room, and busy ones do not', async () => {
  const waiting = new Waiting();
  const rig = await start({ maxSessions: 2 }, [waiting.tool]);
  const first = await openSession(rig);
  const second = await openSession(rig);
  await sleep(5);
  const busy = post(rig, createToolsCallRequest(9, 'waits'), first);
  await waiting.started.promise;
  const third = await openSession(rig);
  assert.equal((await post(rig, createRequest(2, 'ping'), second)).status, 404);
  assert.equal((await post(rig, createRequest(2, 'ping'), third)).status, 200);
  waiting.released.resolve();
  assert.equal((await messagesOf(await busy)).length, 1);
});

test('a session that idles too long ends by itself, unless a stream of it is open', async () => {
  const rig = await start({ sessionIdleMs: 200 });
  const idle = await openSession(rig);
  const listening = await openSession(rig);
  const stream = await fetch(rig.url, { headers: { ...bearer(rig), ...listening, accept: 'text/event-stream' } });
  assert.equal(stream.status, 200);
  await sleep(1600);
  assert.equal((await post(rig, createRequest(2, 'ping'), idle)).status, 404);
  assert.equal((await post(rig, createRequest(2, 'ping'), listening)).status, 200);
  await stream.body?.cancel();
});

test(`the modern era: stateless, and each refusal with its own status${proves('C5')}`, async () => {
  const rig = await start();
  const listed = await postModern(rig, 'tools/list');
  assert.equal(listed.status, 200);
  assert.equal(listed.headers.get('mcp-session-id'), null);
  const [list] = await messagesOf(listed);
  const result = list?.['result'] as Json;
  assert.deepEqual([result['resultType'], result['ttlMs'], result['cacheScope']], ['complete', 5000, 'private']);
  const statuses = {
    unknownMethod: [await postModern(rig, 'no/such'), 404, -32601],
    unknownTool: [await postModern(rig, 'tools/call', { name: 'nope', arguments: {} }, {}, 'nope'), 200, -32602],
    wrongHeader: [await postModern(rig, 'tools/call', { name: 'echo', arguments: {} }, {}, 'other'), 400, -32020],
    wrongVersion: [
      await postModern(rig, 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } }),
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
  const rig = await start({}, [waiting.tool], [], tap);
  const abort = new AbortController();
  const call = postModern(rig, 'tools/call', { name: 'waits', arguments: {} }, { signal: abort.signal }, 'waits').catch(
    () => 'gone',
  );
  await waiting.started.promise;
  abort.abort();
  await withTimeout(waiting.stopped.promise, 5000, 'the work goes on');
  assert.equal(await call, 'gone');
  assert.deepEqual(states, ['the client closed the stream']);
});

test(`a legacy call is cancelled by a notification: its work stops and its stream ends${proves('R136')}`, async () => {
  const waiting = new Waiting();
  const rig = await start({}, [waiting.tool]);
  const session = await openSession(rig);
  const call = post(rig, createToolsCallRequest(7, 'waits'), session);
  await waiting.started.promise;
  await post(rig, createNotification('notifications/cancelled', { requestId: 7 }), session);
  await withTimeout(waiting.stopped.promise, 5000, 'the work goes on');
  assert.deepEqual(await messagesOf(await withTimeout(call, 5000, 'the stream stays open')), []);
});

test(`progress comes on the stream of the call, in both eras${proves('R136')}`, async () => {
  const rig = await start();
  const session = await openSession(rig);
  const legacy = await messagesOf(
    await post(rig, createToolsCallRequest(2, 'tells_progress', {}, { progressToken: 'p' }), session),
  );
  const params = { name: 'tells_progress', arguments: {}, _meta: { progressToken: 'p' } };
  const modern = await messagesOf(await postModern(rig, 'tools/call', params, {}, 'tells_progress'));
  for (const messages of [legacy, modern]) {
    assert.deepEqual(
      messages.map((message) => (message['params'] as Json | undefined)?.['progress']),
      [1, 2, 3, undefined],
    );
  }
});

test(`a change of the tools reaches clients of both eras${proves('R142', 'C10')}`, async () => {
  const changing = changingTools([]);
  const rig = await start({}, [], [changing.source]);
  let [legacyTold, modernTold] = [0, 0];
  const legacy = await connectClient(rig, 'legacy', () => void legacyTold++);
  const modern = await connectClient(rig, 'auto', () => void modernTold++);
  assert.deepEqual([legacy.getProtocolEra(), modern.getProtocolEra()], ['legacy', 'modern']);
  for (const client of [legacy, modern]) await client.listTools();
  await sleep(100); // the streams for changes open beside the first requests
  changing.set([{ ...echo, name: 'new_tool' }]);
  await withTimeout(
    until(() => legacyTold > 0 && modernTold > 0, 'the change in both eras'),
    5000,
    'told',
  );
  for (const client of [legacy, modern]) {
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' });
    assert.ok(tools.some(({ name }) => name === 'new_tool'));
    await client.callTool({ name: 'new_tool', arguments: { text: 'x' } });
  }
});

test('the tap sees both eras, refusals and streams of changes', async () => {
  const seen: string[] = [];
  const note = (direction: string, message: Readonly<Record<string, unknown>>): void =>
    void seen.push(`${direction} ${String(message['method'] ?? ('error' in message ? 'error' : 'result'))}`);
  const tap: Tap = {
    ...silentTap,
    frame: note,
    malformed: (direction) => void seen.push(`${direction} malformed`),
  };
  const changing = changingTools([]);
  const rig = await start({}, [], [changing.source], tap);
  await openSession(rig);
  await (await postModern(rig, 'tools/call', { name: 'echo', arguments: { text: 'x' } }, {}, 'echo')).text();
  await (await postModern(rig, 'no/such')).text();
  await (await post(rig, '{oops')).text();
  const listen = await postModern(rig, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  changing.set([]);
  await withTimeout(
    until(() => seen.includes('toClient notifications/tools/list_changed'), 'the change'),
    5000,
    'seen',
  );
  await listen.body?.cancel();
  assert.deepEqual(seen, [
    'toServer initialize',
    'toClient result',
    'toServer notifications/initialized',
    'toServer tools/call',
    'toClient result',
    'toServer no/such',
    'toClient error',
    'toServer malformed',
    'toServer subscriptions/listen',
    'toClient notifications/subscriptions/acknowledged',
    'toClient notifications/tools/list_changed',
  ]);
});

test('each answer says what HTTP said around it, without the token, in the log and in what is exported', async () => {
  const log = new TrafficLog({ rows: 100, bytes: 1_000_000 }, systemClock, new Redactor());
  const rig = await start({}, [], [], log.open('embedded'));
  const headers = await openSession(rig);
  await (await post(rig, createToolsCallRequest(2, 'echo', { text: 'x' }), headers)).text();
  await (await postModern(rig, 'tools/call', { name: 'echo', arguments: { text: 'y' } }, {}, 'echo')).text();
  await (await postModern(rig, 'no/such')).text();
  const answers = log.recent(0, 100).rows.filter(({ kind }) => kind === 'response');
  assert.deepEqual(
    answers.map(({ method, httpStatus }) => [method, httpStatus]),
    [
      ['initialize', 200],
      ['tools/call', 200],
      ['tools/call', 200],
      ['no/such', 404],
    ],
  );
  const { http } = await log.body(answers[2]?.seq ?? 0);
  assert.deepEqual([http?.method, http?.path], ['POST', '/mcp']);
  assert.equal(http?.requestHeaders?.['authorization'], '[redacted]');
  assert.match(http?.responseHeaders?.['content-type'] ?? '', /json|event-stream/);
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
  await writeRecording(log, join(folder, 'a.mcptrace'), { product: 'test', created: 0 });
  const exported = readFileSync(join(folder, 'a.mcptrace'), 'utf8');
  rmSync(folder, { recursive: true });
  assert.ok(exported.includes('"httpStatus":200') && !exported.includes(rig.token));
});

test('it starts once, prefers the port it is given, and takes another if that one is in use', async () => {
  const made = makeServer({ parts: { tools: [], toolSources: [], resources: [], prompts: [] } });
  open.push(() => made.server.dispose());
  const loopback = new Loopback(made.server);
  assert.equal(await Promise.all([loopback.start(), loopback.start()]).then(([one, two]) => one === two), true);
  const { url } = await loopback.start();
  const port = Number(new URL(url).port);
  const other = await start({ port });
  assert.notEqual(new URL(other.url).port, String(port));
  loopback.dispose();
  await assert.rejects(fetch(url));
  assert.equal(new URL((await start({ port })).url).port, String(port));
});

test(`before it ends it finishes the calls under way and takes no new ones${proves('R31')}`, async () => {
  const waiting = new Waiting();
  const rig = await start({}, [waiting.tool]);
  const session = await openSession(rig);
  const call = post(rig, createToolsCallRequest(2, 'waits'), session);
  await waiting.started.promise;
  const finished = rig.loopback.finish();
  const refused = await postModern(rig, 'tools/list');
  assert.deepEqual(
    [refused.status, await refused.json()],
    [503, { jsonrpc: '2.0', error: { code: -32600, message: 'Server is shutting down' } }],
  );
  waiting.released.resolve();
  assert.equal((await messagesOf(await call)).length, 1);
  await withTimeout(finished, 5000, 'finish');
  await assert.rejects(fetch(rig.url));
});

test('after dispose nothing listens, streams are over and calls are stopped', async () => {
  const waiting = new Waiting();
  const rig = await start({}, [waiting.tool]);
  const session = await openSession(rig);
  const stream = await fetch(rig.url, { headers: { ...bearer(rig), ...session, accept: 'text/event-stream' } });
  const call = postModern(rig, 'tools/call', { name: 'waits', arguments: {} }, {}, 'waits').catch(() => 'gone');
  await waiting.started.promise;
  rig.made.server.dispose();
  await withTimeout(waiting.stopped.promise, 5000, 'the work goes on');
  await stream.text().catch(() => 'gone');
  await call;
  await assert.rejects(fetch(rig.url));
});

test(
  `a Unix socket serves HTTP to this user alone, without a token${proves('C27')}`,
  { skip: process.platform === 'win32' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-'));
    open.push(() => rmSync(folder, { recursive: true, force: true }));
    const socketPath = join(folder, 'run', 'http.sock');
    const rig = await start({ socketPath });
    assert.equal(rig.url, `unix://${socketPath}#/mcp`);
    assert.equal(rig.token, '');
    assert.equal(statSync(socketPath).mode & 0o777, 0o600);
    assert.equal(statSync(join(folder, 'run')).mode & 0o777, 0o700);
    const ask = (headers: Record<string, string>): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = httpRequest(
          {
            socketPath,
            path: '/mcp',
            method: 'POST',
            headers: { 'content-type': 'application/json', accept: both, ...headers },
          },
          (answer) => {
            answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
          },
        );
        sent.on('error', reject).end(JSON.stringify(createInitializeRequest(1)));
      });
    assert.equal(await ask({}), 200);
    assert.equal(await ask({ origin: 'https://evil.example' }), 403);
    await assert.rejects(start({ socketPath }), { code: 'embedded/listen-failed' });
  },
);

test(
  'a stale socket file is replaced; anything else in its place is not',
  { skip: process.platform === 'win32' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-'));
    open.push(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'file.sock');
    writeFileSync(file, 'precious');
    await assert.rejects(start({ socketPath: file }));
    assert.equal(statSync(file).size, 8);
  },
);

test(
  'a Unix socket also speaks lines, each client on a connection of its own',
  { skip: process.platform === 'win32' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-'));
    open.push(() => rmSync(folder, { recursive: true, force: true }));
    const made = makeServer({ parts: { tools: [echo], toolSources: [], resources: [], prompts: [] } });
    open.push(() => made.server.dispose());
    const socketPath = join(folder, 'lines.sock');
    await listenSocket(made.server, socketPath);
    assert.equal(statSync(socketPath).mode & 0o777, 0o600);
    const talk = (): Promise<string> =>
      new Promise((resolve, reject) => {
        let text = '';
        const socket = connectSocket(socketPath).on('error', reject);
        socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8'))).on('end', () => resolve(text));
        socket.end(
          [
            createInitializeRequest(1),
            createNotification('notifications/initialized'),
            createToolsCallRequest(2, 'echo', { text: 'hi' }),
          ]
            .map((one) => `${JSON.stringify(one)}\n`)
            .join(''),
        );
      });
    for (const text of await Promise.all([talk(), talk()])) {
      assert.deepEqual(
        text
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as Json)['id']),
        [1, 2],
      );
    }
  },
);
