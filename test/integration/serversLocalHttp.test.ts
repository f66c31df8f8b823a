// Calls of a legacy server on this machine take a short way; whatever is not one plain answer goes the SDK's way.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import type { Interception } from '../../src/core/wire/interception.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { type Recorder, manage, recorder } from './serversSupport.ts';
import { type Answer, json, result, scripted, stream } from './support/legacyHttpServer.ts';
import { oneConnectionAtATime } from './support/oneConnectionAtATime.ts';

failOnLeaks();

async function called(
  answer: Answer,
  options: {
    readonly resumed?: (id: string) => string;
    readonly fastPath?: boolean;
    onProgress?(progress: number): void;
  } = {},
): Promise<{ readonly text: string; readonly rows: Recorder }> {
  await using host = await scripted(answer, options.resumed);
  const rows = recorder();
  await using managed = manage(
    { kind: 'http', url: host.url, headers: {} },
    {},
    { tap: rows, fastPath: options.fastPath ?? true },
  );
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
  ['a body', ({ id }, response) => void response.writeHead(200, json).end(result(id, 'x'))],
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

const encodings = { gzip: gzipSync, 'x-gzip': gzipSync, br: brotliCompressSync, deflate: deflateSync };

for (const [encoding, compress] of Object.entries(encodings)) {
  const headers = { 'content-encoding': encoding };

  test(`a response that is compressed with ${encoding} is read`, async () => {
    const { text } = await called(
      ({ id }, response) => void response.writeHead(200, { ...json, ...headers }).end(compress(result(id, 'x'))),
    );
    assert.equal(text, 'x');
  });

  test(`an event stream that is compressed with ${encoding} is read`, async () => {
    const { text } = await called(
      ({ id }, response) =>
        void response.writeHead(200, { ...stream, ...headers }).end(compress(`data: ${result(id, 'x')}\n\n`)),
    );
    assert.equal(text, 'x');
  });
}

test('a compressed event is read before the stream ends', async () => {
  const { text } = await called(({ id }, response) => {
    const zip = createGzip();
    zip.pipe(response.writeHead(200, { ...stream, 'content-encoding': 'gzip' }));
    zip.write(`data: ${result(id, 'x')}\n\n`);
    zip.flush();
  });
  assert.equal(text, 'x');
});

test('a response that is compressed in an unknown way is refused with the name of it', async () => {
  await assert.rejects(
    called(
      ({ id }, response) => void response.writeHead(200, { ...json, 'content-encoding': 'lzw' }).end(result(id, 'x')),
    ),
    /\(lzw\)/,
  );
});

test('a response that is not compressed as it says is refused in words', async () => {
  await assert.rejects(
    called(
      ({ id }, response) => void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(result(id, 'x')),
    ),
    /compressed response/,
  );
});

test('a user name and password in the URL are sent with every request', async () => {
  const seen = new Set<string | undefined>();
  await using host = await scripted(({ id }, response) => void response.writeHead(200, json).end(result(id, 'x')));
  host.web.on('request', ({ headers }: IncomingMessage) => seen.add(headers.authorization));
  for (const fastPath of [true, false]) {
    const url = host.url.replace('http://', 'http://user%40home:p%3Aw@');
    await using managed = manage({ kind: 'http', url, headers: {} }, {}, { fastPath });
    await managed.server.callTool('t', {});
  }
  assert.deepEqual([...seen], [`Basic ${Buffer.from('user@home:p:w').toString('base64')}`]);
});

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

for (const fastPath of [true, false]) {
  const way = fastPath ? 'the fast path' : 'the SDK';

  test(`a stream whose connection breaks before the response is resumed where it was, over ${way}`, async () => {
    let asked = 0;
    const { text } = await called(
      ({ id }, response) => {
        asked = id;
        response.writeHead(200, stream).write('id: at-1\nretry: 10\ndata: \n\n', () => response.destroy());
      },
      { fastPath, resumed: (lastEventId) => `data: ${result(asked, `resumed from ${lastEventId}`)}\n\n` },
    );
    assert.equal(text, 'resumed from at-1');
  });
}

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
