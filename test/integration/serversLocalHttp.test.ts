// Calls of a legacy server on this machine take a short way; whatever is not one plain answer goes the SDK's way.
import assert from 'node:assert/strict';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import type { Interception } from '../../src/core/wire/interception.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { type Recorder, manage, recorder } from './serversSupport.ts';
import { oneConnectionAtATime } from './support/oneConnectionAtATime.ts';

failOnLeaks();

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly _meta?: { readonly progressToken?: number } };
}

type Answer = (asked: Asked, response: ServerResponse) => void;

const stream = { 'content-type': 'text/event-stream' };
const result = (id: number, text: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });

/** A legacy server that responds to calls as the test defines. `resumed` is what a stream is continued with. */
async function scripted(answer: Answer, resumed?: (lastEventId: string) => string) {
  const methods: string[] = [];
  const web = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    methods.push(request.method ?? '');
    const lastEventId = request.headers['last-event-id'];
    if (typeof lastEventId === 'string' && resumed)
      return void response.writeHead(200, stream).end(resumed(lastEventId));
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const asked = (await json(request)) as Asked;
    const headers = { 'content-type': 'application/json', 'mcp-session-id': 's1' };
    const whole = (value: object): void =>
      void response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: value }));
    if (asked.method === 'tools/call') return answer(asked, response);
    if (asked.method === 'initialize')
      return whole({
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      });
    if (asked.method === 'tools/list') return whole({ tools: [{ name: 't', inputSchema: { type: 'object' } }] });
    if (asked.id === undefined) return void response.writeHead(202).end();
    response
      .writeHead(200, headers)
      .end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, error: { code: -32_601, message: 'Method not found' } }));
  };
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  return {
    methods,
    web,
    url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}

async function called(
  answer: Answer,
  options: { readonly resumed?: (id: string) => string; onProgress?(progress: number): void } = {},
): Promise<{ readonly text: string; readonly rows: Recorder }> {
  await using host = await scripted(answer, options.resumed);
  const rows = recorder();
  await using managed = manage({ kind: 'http', url: host.url, headers: {} }, {}, { tap: rows });
  const { content } = await managed.server.callTool(
    't',
    {},
    {
      onProgress: ({ progress }) => options.onProgress?.(progress),
    },
  );
  return { text: (content as { text: string }[])[0]?.text ?? '', rows };
}

const frames: readonly (readonly [string, Answer])[] = [
  [
    'a body',
    ({ id }, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(result(id, 'x')),
  ],
  ['an event', ({ id }, response) => void response.writeHead(200, stream).end(`data: ${result(id, 'x')}\n\n`)],
  [
    'an event after an empty one, in pieces',
    ({ id }, response) => {
      response.writeHead(200, stream).write('id: 1\ndata: \n\n');
      const text = `event: message\r\ndata: ${result(id, 'x')}\r\n\r\n`;
      setImmediate(() => {
        response.write(text.slice(0, 40));
        setImmediate(() => response.end(text.slice(40)));
      });
    },
  ],
];

for (const [what, answer] of frames) {
  test(`a plain response is read from ${what}, with its size`, async () => {
    const { text, rows } = await called(answer);
    assert.equal(text, 'x');
    assert.match(rows.rows.findLast(({ kind }) => kind === 'frame')?.text ?? '', /^toClient \d+$/);
  });
}

test('progress before the response arrives, and then the response', async () => {
  const received: number[] = [];
  const { text } = await called(
    ({ id, params }, response) => {
      const progress = { progressToken: params._meta?.progressToken, progress: 1 };
      response.writeHead(200, stream);
      response.write(
        `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: progress })}\n\n`,
      );
      response.end(`data: ${result(id, 'after')}\n\n`);
    },
    { onProgress: (progress) => received.push(progress) },
  );
  assert.deepEqual([text, received], ['after', [1]]);
});

test('a stream that ends before the response is resumed where it was', async () => {
  let asked = 0;
  const { text } = await called(
    ({ id }, response) => {
      asked = id;
      response.writeHead(200, stream).end('id: at-1\nretry: 10\ndata: \n\n');
    },
    { resumed: (lastEventId) => `data: ${result(asked, `resumed from ${lastEventId}`)}\n\n` },
  );
  assert.equal(text, 'resumed from at-1');
});

test('a large response arrives complete', async () => {
  const large = 'y'.repeat(300_000);
  const { text } = await called(
    ({ id }, response) => void response.writeHead(200, stream).end(`data: ${result(id, large)}\n\n`),
  );
  assert.equal(text, large);
});

test('a message after the response is shown as unexpected', async () => {
  let open: ServerResponse | undefined;
  await using host = await scripted(({ id }, response) => {
    open = response;
    response.writeHead(200, stream).write(`data: ${result(id, 'x')}\n\n`);
  });
  await using managed = manage({ kind: 'http', url: host.url, headers: {} });
  await managed.server.callTool('t', {});
  open?.end('data: {"late":true}\n\n');
  await until(() => managed.taps.texts('malformed').some((text) => text.includes('late')), 'the late words are seen');
});

test('a notification after the response is received', async () => {
  let open: ServerResponse | undefined;
  await using host = await scripted(({ id }, response) => {
    open = response;
    response.writeHead(200, stream).write(`data: ${result(id, 'x')}\n\n`);
  });
  await using managed = manage({ kind: 'http', url: host.url, headers: {} });
  const received: unknown[] = [];
  managed.server.onNotification(({ method }) => received.push(method));
  await managed.server.callTool('t', {});
  open?.end('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
  await until(() => received.includes('notifications/tools/list_changed'), 'the notification');
  assert.deepEqual(managed.taps.texts('malformed'), []);
});

test('the session is deleted, also with interception rules in between', async () => {
  await using host = await scripted(
    ({ id }, response) => void response.writeHead(200, stream).end(`data: ${result(id, 'x')}\n\n`),
  );
  const rows = recorder();
  const rules: Interception = {
    wantsRequest: () => false,
    request: async (message) => ({ kind: 'send', message }),
    wantsResponse: () => false,
    response: async (_, answer) => answer,
  };
  const tap = { open: (server: string) => ({ ...rows.open(server), interception: rules }) };
  await using managed = manage({ kind: 'http', url: host.url, headers: {} }, {}, { tap });
  await managed.server.callTool('t', {});
  await managed.server.stop();
  assert.ok(host.methods.includes('DELETE'));
});

test('an error is a fault with the message of the server', async () => {
  const error = { code: -32_000, message: 'not today' };
  await assert.rejects(
    called(
      ({ id }, response) =>
        void response.writeHead(200, stream).end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`),
    ),
    /not today/,
  );
});

test('a connection that breaks in the middle of a response is lost', async () => {
  await assert.rejects(
    called(({ id }, response) => {
      response.writeHead(200, stream).write(`data: ${result(id, 'x').slice(0, 20)}`, () => response.destroy());
    }),
    { code: 'server/connect-failed' },
  );
});

test('a server that serves one connection at a time is listed and called without waiting for an idle one', async () => {
  await using host = await scripted(
    ({ id }, response) => void response.writeHead(200, stream).end(`data: ${result(id, 'x')}\n\n`),
  );
  await using front = await oneConnectionAtATime(host.web);
  await using managed = manage({ kind: 'http', url: front.url, headers: {} });
  await managed.server.start();
  await managed.server.callTool('t', {});
  await managed.server.callTool('t', {});
  await managed.server.refreshTools();
  await managed.server.callTool('t', {});
  await managed.server.stop();
  assert.equal(front.idleWaits(), 0);
  assert.ok(host.methods.includes('DELETE'));
});
