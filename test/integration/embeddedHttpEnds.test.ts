import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTimeout } from '../../src/base/async.ts';
import { LoopbackServer } from '../../src/core/mcpServer/serving/http/serveLoopback.ts';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { createInitializeRequest, createToolsCallRequest } from '../unit/mcpServer/support/messages.ts';
import { makeServer } from '../unit/mcpServer/support/session.ts';
import { Waiting } from '../unit/mcpServer/support/tools.ts';
import {
  atEnd,
  bearer,
  both,
  messagesOf,
  openSession,
  post,
  postModern,
  refused,
  start,
} from './support/loopbackFixture.ts';

failOnLeaks();

test('it starts once, prefers the given port, and uses another if that one is in use', async () => {
  const made = makeServer({ parts: { tools: [], toolSources: [], resources: [], prompts: [] } });
  atEnd(() => made.server.dispose());
  const loopback = new LoopbackServer(made.server);
  assert.equal(await Promise.all([loopback.start(), loopback.start()]).then(([one, two]) => one === two), true);
  const { url } = await loopback.start();
  const port = Number(new URL(url).port);
  const other = await start({ port });
  assert.notEqual(new URL(other.url).port, String(port));
  loopback.dispose();
  await assert.rejects(fetch(url), refused);
  assert.equal(new URL((await start({ port })).url).port, String(port));
});

test(`before it ends it finishes the calls in flight and accepts no new ones${proves('R31')}`, async () => {
  const waiting = new Waiting();
  const fixture = await start({}, [waiting.tool]);
  const session = await openSession(fixture);
  const call = post(fixture, createToolsCallRequest(2, 'waits'), session);
  await waiting.started.promise;
  const finished = fixture.loopback.finish();
  const late = await postModern(fixture, 'tools/list');
  assert.deepEqual(
    [late.status, await late.json()],
    [503, { jsonrpc: '2.0', error: { code: -32600, message: 'Server is shutting down' } }],
  );
  waiting.released.resolve();
  assert.equal((await messagesOf(await call)).length, 1);
  await withTimeout(finished, 5000, 'finish');
  await assert.rejects(fetch(fixture.url), refused);
});

test('after dispose nothing listens, streams are over and calls are stopped', async () => {
  const waiting = new Waiting();
  const fixture = await start({}, [waiting.tool]);
  const session = await openSession(fixture);
  const stream = await fetch(fixture.url, { headers: { ...bearer(fixture), ...session, accept: 'text/event-stream' } });
  const call = postModern(fixture, 'tools/call', { name: 'waits', arguments: {} }, {}, 'waits').catch(() => 'gone');
  await waiting.started.promise;
  fixture.made.server.dispose();
  await withTimeout(waiting.stopped.promise, 5000, 'the work goes on');
  await stream.text().catch(() => 'gone');
  await call;
  await assert.rejects(fetch(fixture.url), refused);
});

test(
  `a Unix socket serves HTTP to this user alone, without a token${proves('C27')}`,
  { skip: process.platform === 'win32' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const socketPath = join(folder, 'run', 'http.sock');
    const fixture = await start({ socketPath });
    assert.equal(fixture.url, `unix://${socketPath}#/mcp`);
    assert.equal(fixture.token, '');
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
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'file.sock');
    writeFileSync(file, 'precious');
    await assert.rejects(start({ socketPath: file }), { code: 'embedded/listen-failed' });
    assert.equal(statSync(file).size, 8);
  },
);
