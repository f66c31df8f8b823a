import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { deferred } from '../../../src/base/async.ts';
import { KeepAliveHttpConnection } from '../../../src/core/fastPath/localHttp/keepAliveHttpConnection.ts';
import {
  SingleResponseReader,
  type OtherResponse,
  type SingleResponse,
} from '../../../src/core/fastPath/localHttp/singleResponseReader.ts';
import { settled, until } from '../../support/until.ts';

interface Setup {
  readonly connection: KeepAliveHttpConnection;
  readonly server: Server;
  readonly sockets: Socket[];
  /** What reached the server, request by request. */
  readonly asked: string[];
  readonly more: string[];
  call(id?: number): Promise<SingleResponse | OtherResponse>;
}

/** A server that sends just these pieces for each request, with a pause between them. */
async function setup(t: TestContext, answer: (socket: Socket, count: number) => unknown): Promise<Setup> {
  const [asked, more, sockets]: [string[], string[], Socket[]] = [[], [], []];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        asked.push(String(bytes));
        void answer(socket, asked.length);
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = new KeepAliveHttpConnection({ address: new URL(`http://127.0.0.1:${port}/mcp?a=1`) });
  t.after(() => {
    connection.dispose();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const call = (id = 1): Promise<SingleResponse | OtherResponse> =>
    new Promise((response, failed) => {
      connection.post(
        'x-one: 1\r\n',
        '{"é":1}',
        new SingleResponseReader(id, { received: response, failed, more: (sent) => more.push(sent), took: () => 0 }),
      );
    });
  return { connection, server, sockets, asked, more, call };
}

const message = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';
const ok = 'HTTP/1.1 200 OK\r\n';
const json = 'content-type: application/json\r\n';
const events = 'content-type: text/event-stream\r\n';
const sized = `${ok}${json}content-length: ${message.length}\r\n\r\n${message}`;
const chunk = (sent: string): string => `${Buffer.byteLength(sent).toString(16)}\r\n${sent}\r\n`;
const chunked = `${ok}${events}transfer-encoding: chunked\r\n\r\n`;
const event = chunk(`event: message\ndata: ${message}\n\n`);

test('a response in one piece, and its request', async (t) => {
  const { call, asked, sockets } = await setup(t, (socket) => socket.write(sized));
  for (let round = 0; round < 3; round++) {
    const response = await call();
    assert.ok(response.kind === 'answer');
    assert.deepEqual([response.message['id'], response.bytes, response.head.status], [1, message.length, 200]);
  }
  const { port } = sockets[0]!.address() as AddressInfo;
  const head = `POST /mcp?a=1 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-one: 1\r\ncontent-length: 8\r\n\r\n`;
  assert.equal(asked[0], Buffer.from(`${head}{"é":1}`).toString());
  assert.equal(sockets.length, 1, 'one connection for all');
});

test('a response is delivered when its event is complete, however it is cut, and before the stream ends', async (t) => {
  const whole = `HTTP/1.1 100 Continue\r\n\r\n${chunked}${chunk('id: 1\ndata: \n\n')}${event}`;
  for (const step of [1, 7, whole.length]) {
    const sent = deferred<void>();
    const { call, sockets, more } = await setup(t, async (socket) => {
      for (let at = 0; at < whole.length; at += step) {
        socket.write(whole.slice(at, at + step));
        await turn();
      }
      sent.resolve();
    });
    const response = await call();
    assert.equal(response.kind, 'answer', `in pieces of ${step}`);
    await sent.promise;
    sockets[0]!.write(`${chunk('event: message\ndata: late\n\n')}0\r\n\r\n`);
    await until(() => more.length > 0, 'what is said late');
    assert.deepEqual(more, ['late']);
  }
});

test('a response is recognized with everything that the format allows around it', async (t) => {
  const whole = [
    `data: ${message}\n\n: still here\n`,
    `\uFEFFdata: ${message}\n\n`,
    `id: 7\r\nretry: 500\r\nevent: message\r\ndata: ${message.slice(0, 17)}\r\ndata: ${message.slice(17)}\r\n\r\n`,
  ];
  for (const sent of whole) {
    const { call } = await setup(t, (socket) => socket.write(chunked + chunk(sent))); // which stays open
    assert.equal((await call()).kind, 'answer', JSON.stringify(sent));
  }
  const { call } = await setup(t, (socket) => socket.write(`${chunked}${chunk(`data: ${message}\n`)}0\r\n\r\n`));
  assert.equal((await call()).kind, 'other', 'an event that never ended');
});

test('anything but a single plain response is passed on unchanged', async (t) => {
  const note = '{"jsonrpc":"2.0","method":"notifications/progress"}';
  const cases: readonly (readonly [string, string])[] = [
    [
      `${chunked}${chunk(`data: ${note}\n\n`)}${event}0\r\n\r\n`,
      `data: ${note}\n\nevent: message\ndata: ${message}\n\n`,
    ],
    [`${ok}${json}content-length: 4\r\n\r\nnope`, 'nope'],
    [`HTTP/1.1 404 Not Found\r\n${json}content-length: ${message.length}\r\n\r\n${message}`, message],
    [`HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n`, ''],
    [`HTTP/1.1 500 Oops\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\nbroken`, 'broken'],
    [`${ok}${json}content-length: 90000\r\n\r\n"${'x'.repeat(89_998)}"`, `"${'x'.repeat(89_998)}"`],
  ];
  for (const [sent, content] of cases) {
    const { call } = await setup(t, (socket) => (sent.includes('close') ? socket.end(sent) : socket.write(sent)));
    const response = await call();
    assert.ok(response.kind === 'other', sent.slice(0, 60));
    assert.equal(await new Response(response.content).text(), content);
    assert.equal(response.head.status, Number(sent.slice(9, 12)));
  }
});

test('a reader that is slow slows the server, and one that goes away ends the connection', async (t) => {
  const size = 64 * 1024 * 1024;
  const { call, sockets } = await setup(t, (socket) => {
    socket.write(`${ok}content-type: text/plain\r\ncontent-length: ${size}\r\n\r\n`);
    socket.write(Buffer.alloc(size, 'x'));
  });
  const response = await call();
  assert.ok(response.kind === 'other');
  let left = -1;
  await until(async () => {
    const before = left;
    left = sockets[0]!.writableLength;
    await settled();
    return left === before;
  }, 'the server waits');
  assert.ok(left > 0, 'not all of it was taken');
  const closed = new Promise((resolve) => void sockets[0]!.once('close', resolve)); // whatever error comes first
  await response.content.cancel();
  await closed;
});

test('a response that ends with its connection is valid; the next call has a connection of its own', async (t) => {
  const { call, sockets } = await setup(t, (socket) => socket.end(`${ok}${json}\r\n${message}`));
  assert.equal((await call()).kind, 'answer');
  assert.equal((await call()).kind, 'answer');
  assert.equal(sockets.length, 2);
});

test('a server that closes the connection after each response can be called repeatedly', async (t) => {
  const { call } = await setup(t, (socket) => socket.end(sized));
  for (let round = 0; round < 60; round++) assert.equal((await call()).kind, 'answer', `call ${round + 1}`);
});

test('consecutive calls use the same connection', async (t) => {
  const { call, sockets } = await setup(t, (socket) => socket.write(sized));
  for (let round = 0; round < 20; round++) await call();
  assert.equal(sockets.length, 1);
});

test('concurrent calls do not wait for each other, and get their own responses', async (t) => {
  const answers: (() => void)[] = [];
  const { call, sockets } = await setup(t, (socket, count) => {
    const id = message.replace('"id":1', `"id":${count}`);
    answers.push(() => socket.write(`${ok}${json}content-length: ${id.length}\r\n\r\n${id}`));
    if (count === 9) for (const answer of answers.toReversed()) answer();
  });
  const response = await Promise.all(Array.from({ length: 9 }, (_, at) => call(at + 1)));
  assert.equal(sockets.length, 9);
  assert.ok(response.every(({ kind }) => kind === 'answer'));
});

test('a server that closes the connection, sends no HTTP, or too long headers, fails the call', async (t) => {
  const cases: readonly (readonly [(socket: Socket) => unknown, object])[] = [
    [(socket) => socket.destroy(), { code: 'ECONNRESET' }],
    [(socket) => socket.end('HTTP/1.1 20'), { code: 'ECONNRESET' }],
    [(socket) => socket.write('SSH-2.0-OpenSSH\r\n'), { code: 'HPE_INVALID_CONSTANT' }],
    [(socket) => socket.write(`${ok}x: ${'y'.repeat(100_000)}`), { code: 'HPE_HEADER_OVERFLOW' }],
  ];
  for (const [answer, expected] of cases) {
    const { call } = await setup(t, answer);
    await assert.rejects(call(), expected);
  }
  const { call } = await setup(t, (socket) => socket.end(`${ok}${json}content-length: 100\r\n\r\n{`));
  const response = await call();
  assert.ok(response.kind === 'other');
  await assert.rejects(new Response(response.content).text(), { code: 'ECONNRESET' });
});

test('bytes after a response, or without a request, are not taken for the next response', async (t) => {
  const forged = sized.replace('"content":[]', '"content":0 ');
  const { call, sockets } = await setup(t, (socket, count) => socket.write(count === 1 ? sized + forged : sized));
  await call();
  const response = await call();
  assert.ok(response.kind === 'answer');
  assert.deepEqual(response.message['result'], { content: [] });
  assert.equal(sockets.length, 2, 'that connection is not used again');
  sockets[1]!.write(forged);
  await once(sockets[1]!, 'close');
  assert.equal((await call()).kind, 'answer');
});

test('a connection that has been idle is not used again, nor one that the server has closed', async (t) => {
  const { call, sockets } = await setup(t, (socket) => socket.write(sized));
  await call();
  sockets[0]!.end();
  await once(sockets[0]!, 'close');
  await call();
  assert.equal(sockets.length, 2);
  const real = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => real() + 4_500);
  await call();
  assert.equal(sockets.length, 3);
});

test('disposing ends what is open', async (t) => {
  const { connection, call, asked } = await setup(t, () => {});
  const waiting = call();
  await until(() => asked.length === 1, 'the request');
  connection.dispose();
  await assert.rejects(waiting, { code: 'ECONNRESET' });
});

test('nothing is sent after disposing', async (t) => {
  const { connection, server, call, asked } = await setup(t, (socket) => socket.write(sized));
  connection.dispose();
  await assert.rejects(call(), { name: 'AbortError' });
  const fence = connect((server.address() as AddressInfo).port, '127.0.0.1', () => fence.end('another client'));
  await until(() => asked.length > 0, 'what came after');
  assert.deepEqual(asked, ['another client']);
});

test('an idle socket is closed after four seconds, also one whose response took longer than that', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { call, sockets } = await setup(t, () => {});
  const response = call();
  while (sockets.length === 0) await turn(); // `until` needs a timer
  const socket = sockets[0]!;
  t.mock.timers.tick(10_000);
  await settled();
  assert.ok(!socket.closed, 'a request waits for its response');
  socket.write(sized);
  await response;
  t.mock.timers.tick(3_999);
  await settled();
  assert.ok(!socket.closed);
  t.mock.timers.tick(1);
  await once(socket, 'close');
});

test('idle sockets can be closed at once, and a busy one is left alone', async (t) => {
  const { call, connection, sockets, asked } = await setup(t, (socket, count) => count < 3 && socket.write(sized));
  await Promise.all([call(), call()]);
  const busy = call();
  await until(() => asked.length === 3, 'the third request');
  connection.closeIdle();
  await until(() => sockets.filter(({ closed }) => closed).length === 1, 'the idle one is closed');
  sockets.find(({ closed }) => !closed)!.write(sized);
  assert.equal((await busy).kind, 'answer');
});
