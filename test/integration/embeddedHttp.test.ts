import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../src/core/ports/ports.ts';
import { writeRecording } from '../../src/core/traffic/recording/recordingWriter.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { type Tap, silentTap } from '../../src/core/wire/tap.ts';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { createInitializeRequest, createRequest, createToolsCallRequest } from '../unit/mcpServer/support/messages.ts';
import { changingTools } from '../unit/mcpServer/support/tools.ts';
import { bearer, openSession, post, postModern, rawRequest, refused, start } from './support/loopbackFixture.ts';

failOnLeaks();

test(`it listens on 127.0.0.1 alone, on a free port, with a token of 32 random bytes${proves('C27')}`, async () => {
  const fixture = await start();
  assert.match(fixture.url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  assert.equal(Buffer.from(fixture.token, 'base64url').length, 32);
  assert.notEqual(fixture.token, (await start()).token);
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  if (!outside) return;
  const { port } = new URL(fixture.url);
  await assert.rejects(fetch(`http://${outside.address}:${port}/mcp`), refused);
});

test(`a missing token is unauthorized, by a challenge that names nothing${proves('C27', 'R137')}`, async () => {
  const fixture = await start();
  for (const authorization of [undefined, '', 'Bearer ', `Basic ${fixture.token}`]) {
    for (const path of ['/mcp', '/x', '/.well-known/oauth-protected-resource']) {
      const answer = await rawRequest(fixture, authorization === undefined ? {} : { authorization }, 'POST', path);
      assert.deepEqual([answer.status, answer.headers['www-authenticate']], [401, 'Bearer'], authorization);
      assert.doesNotMatch(answer.text, /"id"/);
    }
  }
});

test(`a wrong token is not found: nothing that would make VS Code look for an OAuth server${proves('C27', 'R137')}`, async () => {
  const fixture = await start();
  for (const authorization of ['Bearer wrong', `Bearer ${fixture.token}x`, `Bearer ${fixture.token.slice(1)}`]) {
    const answer = await rawRequest(fixture, { authorization });
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
    assert.equal((await rawRequest(fixture, bearer(fixture), 'GET', path)).status, 404, path);
  }
  assert.equal((await rawRequest(fixture, { authorization: `bearer ${fixture.token}` })).status, 200);
});

test(`foreign hosts and origins are refused, even with the token${proves('C27')}`, async () => {
  const fixture = await start();
  for (const host of [
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
  ]) {
    assert.equal((await rawRequest(fixture, { ...bearer(fixture), host })).status, 403, host);
  }
  for (const origin of [
    'https://evil.example',
    'null',
    'file://',
    'vscode-webview://x',
    'http://localhost.evil.example',
    'nonsense',
  ]) {
    assert.equal((await rawRequest(fixture, { ...bearer(fixture), origin })).status, 403, origin);
  }
  for (const good of [
    { host: 'localhost:9' },
    { host: 'LOCALHOST' },
    { origin: 'http://localhost:3000' },
    { origin: 'http://127.0.0.1' },
  ]) {
    assert.equal((await rawRequest(fixture, { ...bearer(fixture), ...good })).status, 200, JSON.stringify(good));
  }
});

test('there are no CORS headers, and only three methods are allowed', async () => {
  const fixture = await start();
  for (const method of ['OPTIONS', 'PUT', 'PATCH', 'HEAD']) {
    const answer = await rawRequest(
      fixture,
      { ...bearer(fixture), origin: 'http://localhost', 'access-control-request-method': 'POST' },
      method,
    );
    assert.equal(answer.status, 405, method);
    assert.ok(!Object.keys(answer.headers).some((name) => name.startsWith('access-control')));
  }
  for (const method of ['GET', 'DELETE'])
    assert.equal((await rawRequest(fixture, bearer(fixture), method)).status, 405, method);
});

test(`bad bodies: not JSON, not JSON-RPC, not of this type, too large${proves('R8', 'R29', 'C30')}`, async () => {
  const fixture = await start({ maxBodyBytes: 100_000 });
  const bad = await post(fixture, '{oops');
  assert.deepEqual(
    [bad.status, await bad.json()],
    [400, { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } }],
  );
  assert.equal((await post(fixture, '')).status, 400);
  assert.equal((await post(fixture, '42')).status, 400);
  assert.equal((await post(fixture, createRequest(1, 'ping'), { 'content-type': 'text/plain' })).status, 415);
  const large = await post(fixture, JSON.stringify(createToolsCallRequest(1, 'echo', { text: 'x'.repeat(100_000) })));
  assert.deepEqual(
    [large.status, await large.json()],
    [413, { jsonrpc: '2.0', error: { code: -32600, message: 'Message exceeds limit of 100000 bytes' } }],
  );
  assert.equal((await post(fixture, createInitializeRequest(1))).status, 200);
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
  const fixture = await start({}, [], [changing.source], tap);
  await openSession(fixture);
  await (await postModern(fixture, 'tools/call', { name: 'echo', arguments: { text: 'x' } }, {}, 'echo')).text();
  await (await postModern(fixture, 'no/such')).text();
  await (await post(fixture, '{oops')).text();
  const listen = await postModern(fixture, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  changing.set([]);
  await until(() => seen.includes('toClient notifications/tools/list_changed'), 'the change');
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

test('each response has its HTTP status and headers, without the token, in the log and in exports', async () => {
  const log = new TrafficLog({ rows: 100, bytes: 1_000_000 }, systemClock, new Redactor());
  const fixture = await start({}, [], [], log.open('embedded'));
  const headers = await openSession(fixture);
  await (await post(fixture, createToolsCallRequest(2, 'echo', { text: 'x' }), headers)).text();
  await (await postModern(fixture, 'tools/call', { name: 'echo', arguments: { text: 'y' } }, {}, 'echo')).text();
  await (await postModern(fixture, 'no/such')).text();
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
  assert.ok(exported.includes('"httpStatus":200') && !exported.includes(fixture.token));
});
