import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { afterEach, test } from 'node:test';
import { withTimeout } from '../../../src/base/async.ts';
import type { ServerFeatures } from '../../../src/core/mcpServer/handlers/featureRegistry.ts';
import { serveStream } from '../../../src/core/mcpServer/serving/serveStream.ts';
import { textOutcome } from '../../../src/core/mcpServer/tool.ts';
import { type Tap, silentTap } from '../../../src/core/wire/tap.ts';
import type { WireDirection } from '../../../src/core/wire/wireMessage.ts';
import { proves } from '../../requirements.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { settled } from '../../support/until.ts';
import {
  assertJsonRpcError,
  assertToolExecutionError,
  assertToolSuccess,
  createInitializeRequest,
  createNotification,
  createRequest,
  createToolsCallRequest,
  createToolsListRequest,
  parseError,
  parseResponse,
} from './support/messages.ts';
import { Session, type TestServer, makeServer } from './support/session.ts';
import { Waiting, echo, fails, tool } from './support/tools.ts';

const servers: TestServer[] = [];
afterEach(() => {
  for (const { server } of servers.splice(0)) server.dispose();
});
failOnLeaks();

function start(parts: Partial<ServerFeatures> = {}, taps?: Tap): TestServer {
  const made = makeServer({
    parts: { tools: [echo, fails], toolSources: [], resources: [], prompts: [], ...parts },
    ...(taps && { taps: { open: () => taps } }),
  });
  servers.push(made);
  return made;
}

test(`a full session from initialize to shutdown${proves('R169', 'R30', 'R125', 'R170')}`, async () => {
  const session = new Session(start().server);
  const hello = await session.initialize();
  assert.equal(hello.result?.['protocolVersion'], '2025-11-25');
  const { result } = await session.request(createToolsListRequest(1));
  assert.deepEqual(
    (result as { tools: { name: string }[] }).tools.map(({ name }) => name),
    ['echo', 'fails'],
  );
  assertToolSuccess(await session.request(createToolsCallRequest(2, 'echo', { text: 'hi' })));
  await session.end();
});

test(`many calls, each with its own answer${proves('R5', 'R32', 'R125', 'R170')}`, async () => {
  const session = new Session(start().server);
  await session.initialize();
  for (let id = 0; id < 50; id++) session.send(createToolsCallRequest(id, 'echo', { text: `text ${id}` }));
  for (let id = 0; id < 50; id++) {
    assert.deepEqual(assertToolSuccess(await session.answerTo(id))['content'], [{ type: 'text', text: `text ${id}` }]);
  }
  await session.end();
});

test('what is answered in one go leaves in one write, and a single answer is not kept back', async () => {
  const writes: number[] = [];
  const output = new Writable({
    write: (_chunk, _encoding, done) => (writes.push(1), done()),
    writev: (chunks, done) => (writes.push(chunks.length), done()),
  });
  const input = new PassThrough();
  const { closed } = serveStream(start().server, input, output);
  const say = async (...messages: readonly object[]): Promise<readonly number[]> => {
    input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    await settled();
    return writes.splice(0);
  };
  await say(createInitializeRequest('init'), createNotification('notifications/initialized'));
  assert.deepEqual(await say(createToolsCallRequest(0, 'echo', { text: 'hi' })), [1]);
  const calls = Array.from({ length: 16 }, (_, id) => createToolsCallRequest(id, 'echo', { text: 'hi' }));
  assert.deepEqual(await say(...calls), [16]);
  input.end();
  await closed;
});

test(`bad, then good: the server recovers from every kind of error${proves('R8', 'R125', 'R170', 'C34')}`, async () => {
  const session = new Session(start().server);
  await session.initialize();
  session.write('garbage\n{"jsonrpc":"2.0"}\n');
  await session.count(3);
  assert.equal(parseError(session.lines[1] ?? '').code, -32700);
  assert.equal(parseError(session.lines[2] ?? '').code, -32600);
  assertToolSuccess(await session.request(createToolsCallRequest(1, 'echo', { text: 'still here' })));
  await session.end();
});

test(`notifications are never answered, known or not${proves('R6', 'R125', 'R170')}`, async () => {
  const session = new Session(start().server);
  await session.initialize();
  for (const method of ['notifications/roots/list_changed', 'notifications/no/such', 'tools/list', 'initialize'])
    session.send(createNotification(method));
  await session.request(createRequest(1, 'ping'));
  assert.equal(session.lines.length, 2);
  await session.end();
});

test(`a slow call does not hold up a fast one${proves('R32', 'C7')}`, async () => {
  const waiting = new Waiting();
  const session = new Session(start({ tools: [echo, waiting.tool] }).server);
  await session.initialize();
  session.send(createToolsCallRequest('slow', 'waits'));
  await session.request(createToolsCallRequest('fast', 'echo', { text: 'x' }));
  waiting.released.resolve();
  await session.answerTo('slow');
  await session.end();
});

test(`each message is one write${proves('R3', 'R1')}`, async () => {
  const writes: string[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.toString('utf8'));
      done();
    },
  });
  const input = new PassThrough();
  const connection = serveStream(start().server, input, output);
  input.write(
    [
      createInitializeRequest(1),
      createNotification('notifications/initialized'),
      createToolsCallRequest(2, 'echo', { text: 'a\nb\u2028c' }),
    ]
      .map((one) => `${JSON.stringify(one)}\n`)
      .join(''),
  );
  input.end('nonsense');
  await connection.closed;
  assert.equal(writes.length, 3);
  for (const write of writes) {
    assert.ok(write.endsWith('\n') && write.indexOf('\n') === write.length - 1, write);
    parseResponse(write);
  }
});

test(`the input may come in any pieces${proves('R1', 'R125', 'R170')}`, async () => {
  const session = new Session(start().server);
  const bytes = Buffer.from(
    `${JSON.stringify(createInitializeRequest(1))}\n${JSON.stringify(createRequest('é😀', 'ping'))}\n`,
  );
  for (const byte of bytes) session.input.write(Buffer.from([byte]));
  await session.answerTo('é😀');
  await session.end();
});

test(`a message of the largest size passes, and the connection outlives a larger one${proves('R29')}`, async () => {
  const limit = 1024 * 1024;
  const session = new Session(start().server, { maxMessageBytes: limit });
  await session.initialize();
  const frame = (id: number, text: string): string => JSON.stringify(createToolsCallRequest(id, 'echo', { text }));
  const room = limit - frame(1, '').length;
  session.write(`${frame(1, 'x'.repeat(room))}\n${frame(2, 'x'.repeat(room + 1))}\n${frame(3, 'ok')}\n`);
  assertToolSuccess(await session.answerTo(1));
  assertToolSuccess(await session.answerTo(3));
  const refused = session.lines.map(parseResponse).find((answer) => answer.id === undefined);
  assert.ok(refused);
  assertJsonRpcError(refused, -32600, `Message exceeds limit of ${limit} bytes`);
  await session.end();
});

test(`without a limit of its own a connection takes messages of up to 10 MiB${proves('R29', 'C3')}`, async () => {
  const limit = 10 * 1024 * 1024;
  const session = new Session(start().server);
  await session.initialize();
  session.write(`${JSON.stringify(createRequest(1, 'ping')).padEnd(limit)}\n`);
  await session.answerTo(1);
  session.write(`${JSON.stringify(createRequest(2, 'ping')).padEnd(limit + 1)}\n`);
  await session.count(3);
  assert.equal(parseError(session.lines[2] ?? '').message, 'Message exceeds limit of 10485760 bytes');
  await session.end();
});

test(`arguments that do not fit never reach the tool${proves('R28')}`, async () => {
  let runs = 0;
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const counting = tool('counts', async () => textOutcome(String(++runs)), schema);
  const session = new Session(start({ tools: [counting] }).server);
  await session.initialize();
  const bad = await session.request(createToolsCallRequest(1, 'counts', { n: 'one' }));
  assertToolExecutionError(bad, 'Invalid arguments: n must be an integer');
  assert.equal(runs, 0);
  assertToolSuccess(await session.request(createToolsCallRequest(2, 'counts', { n: 1 })));
  assert.equal(runs, 1);
  await session.end();
});

test(`stay-alive: the end of the input is not the end${proves('C2')}`, async () => {
  const waiting = new Waiting();
  const session = new Session(start({ tools: [waiting.tool] }).server, { stayAlive: true });
  let closed = false;
  void session.connection.closed.then(() => (closed = true));
  await session.initialize();
  session.send(createToolsCallRequest(1, 'waits'));
  session.input.end();
  await settled();
  waiting.released.resolve();
  await session.answerTo(1);
  await settled();
  assert.equal(closed, false, 'nothing is left to answer, and it is still open');
  await session.connection.finish();
});

test('a client that goes away without reading stops the work of its calls', async () => {
  const waiting = new Waiting();
  const session = new Session(start({ tools: [waiting.tool] }).server);
  await session.initialize();
  session.send(createToolsCallRequest(1, 'waits'));
  await waiting.started.promise;
  session.output.destroy(new Error('EPIPE'));
  await withTimeout(Promise.all([waiting.stopped.promise, session.connection.closed]), 5000, 'the call');
});

test('a server that ends closes its connections and stops their calls', async () => {
  const waiting = new Waiting();
  const { server } = start({ tools: [waiting.tool] });
  const session = new Session(server);
  await session.initialize();
  session.send(createToolsCallRequest(1, 'waits'));
  await waiting.started.promise;
  server.dispose();
  await withTimeout(Promise.all([waiting.stopped.promise, session.connection.closed]), 5000, 'the connection');
});

test(`a result that cannot be serialized is an internal error, and its details are only logged${proves('R33')}`, async () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const bad = tool('cyclic', async () => ({ content: [], structuredContent: cyclic, isError: false }));
  const { server, log } = start({ tools: [bad, echo] });
  const session = new Session(server);
  await session.initialize();
  assertJsonRpcError(await session.request(createToolsCallRequest(1, 'cyclic')), -32603, 'Internal error');
  assertToolSuccess(await session.request(createToolsCallRequest(2, 'echo', { text: 'on we go' })));
  assert.ok(log.some((line) => line.startsWith('[ERROR]')));
  await session.end();
});

test(`what a tool throws is logged with the id of the request${proves('R33', 'R34')}`, async () => {
  const { server, log } = start({
    tools: [
      tool('throws', async () => {
        throw new Error('secret');
      }),
    ],
  });
  const session = new Session(server);
  await session.initialize();
  assertJsonRpcError(await session.request(createToolsCallRequest(9, 'throws')), -32603, 'Internal error');
  assert.ok(!session.lines.join('').includes('secret'));
  assert.ok(
    log.some((line) => /^\[ERROR\] \[req_id=9\] tools\/call failed .*secret/.test(line)),
    log.join('\n'),
  );
  await session.end();
});

test('the tap sees every frame both ways, with its size, and what could not be read', async () => {
  const seen: string[] = [];
  const sizes: number[] = [];
  const tap: Tap = {
    ...silentTap,
    frame: (direction: WireDirection, message, bytes) => {
      seen.push(`${direction} ${String(message['method'] ?? Object.keys(message).at(-1))}`);
      sizes.push(bytes ?? 0);
    },
    malformed: (direction, text, reason) => void seen.push(`${direction} malformed ${text} ${reason.slice(0, 10)}`),
  };
  const session = new Session(start({}, tap).server);
  await session.initialize();
  session.write('{oops\n');
  await session.request(createToolsCallRequest(1, 'echo', { text: 'x' }));
  await session.end();
  assert.deepEqual(seen, [
    'toServer initialize',
    'toClient result',
    'toServer notifications/initialized',
    'toServer malformed {oops Expected p',
    'toClient error',
    'toServer tools/call',
    'toClient result',
  ]);
  assert.ok(sizes.every((size) => size > 20));
});

test('a tool is loaded at its first call, once, and again only if loading failed', async () => {
  let loads = 0;
  const lazy = tool(
    'lazy',
    async () => textOutcome('ok'),
    { type: 'object' },
    {
      load: async () => {
        loads++;
        if (loads === 1) throw new Error('not yet');
        return async () => textOutcome('loaded');
      },
    },
  );
  const session = new Session(start({ tools: [lazy] }).server);
  await session.initialize();
  await session.request(createToolsListRequest(0));
  assert.equal(loads, 0);
  assertJsonRpcError(await session.request(createToolsCallRequest(1, 'lazy')), -32603, 'Internal error');
  assertToolSuccess(await session.request(createToolsCallRequest(2, 'lazy')));
  assertToolSuccess(await session.request(createToolsCallRequest(3, 'lazy')));
  assert.equal(loads, 2);
  await session.end();
});

test('a source of tools that cannot be opened takes no other tool with it', async () => {
  const broken = { name: 'broken', profiles: [], open: () => Promise.reject(new Error('no folder')) };
  const { server, log } = start({ toolSources: [broken] });
  const session = new Session(server);
  await session.initialize();
  const listed = (await session.request(createToolsListRequest(1))).result?.['tools'] as { name: string }[];
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['echo', 'fails'],
  );
  assert.ok(log.some((line) => line.startsWith('[ERROR] the tools of broken are not available')));
  await session.end();
});

test('of two tools with the same name the first is offered', async () => {
  const other = tool('echo', async () => textOutcome('the other'));
  const { server, log } = start({ tools: [echo, other] });
  const session = new Session(server);
  await session.initialize();
  assert.deepEqual(
    assertToolSuccess(await session.request(createToolsCallRequest(1, 'echo', { text: 'first' })))['content'],
    [{ type: 'text', text: 'first' }],
  );
  assert.ok(log.some((line) => line.startsWith('[WARN] a second tool of the same name is not offered tool=echo')));
  await session.end();
});

test('a message that is nested too deep is refused, alone and in a batch, and the server goes on', async () => {
  const session = new Session(start().server);
  await session.initialize('2025-03-26');
  const deep = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`;
  const call = (id: number): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":${deep}}}`;
  session.write(`${call(1)}\n`);
  assert.equal((await session.answerTo(1)).error?.code, -32600);
  session.write(`[${call(2)},{"jsonrpc":"2.0","id":3,"method":"ping"}]\n`);
  await session.next();
  const answers = JSON.parse(session.lines.at(-1) ?? '') as {
    readonly id: number;
    readonly error?: { code: number };
  }[];
  assert.deepEqual(answers.map(({ id, error }) => [id, error?.code]).toSorted(), [
    [2, -32600],
    [3, undefined],
  ]);
  session.lines.length = 0; // a batch is no single response
  assertToolSuccess(await session.request(createToolsCallRequest(4, 'echo', { text: 'still here' })));
  await session.end();
});

test('a batch of more messages than may come at once is refused whole, and the server goes on', async () => {
  const session = new Session(start().server);
  await session.initialize('2025-03-26');
  session.write(`[${'{"jsonrpc":"2.0","method":"x"},'.repeat(2_000)}1]\n`);
  await session.count(2);
  assert.match(session.lines.at(-1) ?? '', /at most 1000 messages/);
  session.lines.length = 0;
  assertToolSuccess(await session.request(createToolsCallRequest(1, 'echo', { text: 'still here' })));
  await session.end();
});

test('a tool that throws what is no error still answers its request', async () => {
  const throwsObject = tool('throws_object', async () => {
    throw { toString: 1, valueOf: 1 } as unknown as Error;
  });
  const session = new Session(start({ tools: [echo, throwsObject] }).server);
  await session.initialize();
  const { result, error } = await session.request(createToolsCallRequest(1, 'throws_object', {}));
  assert.ok(error !== undefined || result?.['isError'] === true);
  await session.end();
});
