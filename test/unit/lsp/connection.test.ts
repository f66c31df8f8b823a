import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { type Channel, streamChannel } from '../../../src/lsp/connection/channel.ts';
import { Connection, ResponseError, errorCodes } from '../../../src/lsp/connection/connection.ts';
import { MessageReader } from '../../../src/lsp/connection/messageReader.ts';
import { settled } from '../../support/until.ts';

const framed = (body: string): Buffer => Buffer.from(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);

test('messages are read however they are cut into chunks', () => {
  const bodies = ['{"a":1}', '{"ключ":"🔑"}', '{}'];
  const all = Buffer.concat(bodies.map(framed));
  for (let size = 1; size <= all.length; size++) {
    const reader = new MessageReader();
    const read: string[] = [];
    for (let at = 0; at < all.length; at += size) read.push(...reader.read(all.subarray(at, at + size)));
    assert.deepEqual(read, bodies, `chunks of ${size}`);
  }
});

test('headers are read in any order and case, and those that are not known are passed over', () => {
  const text = 'content-type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:2 \r\n\r\n{}';
  assert.deepEqual(new MessageReader().read(Buffer.from(text)), ['{}']);
});

test('what cannot be the head of a message is an error and not waited behind', () => {
  assert.throws(() => new MessageReader().read(Buffer.from('Content-Type: x\r\n\r\n{}')), /Content-Length/);
  assert.throws(() => new MessageReader().read(Buffer.alloc(20_000, 'x')), /headers/);
});

/** A channel whose other end is here. */
function openStreams() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const received: unknown[] = [];
  const ends: (string | undefined)[] = [];
  const channel = streamChannel(input, output);
  channel.listen(
    (messages) => received.push(...messages),
    (reason) => ends.push(reason),
  );
  return { channel, input, output, received, ends };
}

test('a message is as long as its header says, whatever its letters are', () => {
  const { channel, output } = openStreams();
  const sent = [{ text: 'plain' }, { text: 'grün 🔑 中文' }];
  for (const message of sent) channel.send(message);
  const bodies = new MessageReader().read(output.read() as Buffer);
  assert.deepEqual(
    bodies.map((body) => JSON.parse(body) as unknown),
    sent,
  );
});

test('text that is no JSON is told of, and the message behind it is read', async () => {
  const { input, received, ends } = openStreams();
  input.write(Buffer.concat([framed('{oops'), framed('{"a":1}')]));
  await settled();
  assert.deepEqual([received, ends], [[undefined, { a: 1 }], []]);
});

test('the channel ends with its stream, and with a stream that is out of step', async () => {
  const [closed, broken] = [openStreams(), openStreams()];
  closed.input.end();
  broken.input.write('GET / HTTP/1.1\r\n\r\n');
  await settled();
  assert.deepEqual(new Set(closed.ends), new Set([undefined]));
  assert.deepEqual(broken.ends, ['no Content-Length']);
});

/** A connection whose editor is this test. */
function connect() {
  const sent: Record<string, unknown>[] = [];
  let receive: (messages: readonly unknown[]) => void = () => {};
  const channel: Channel = {
    send: (message) => void sent.push(JSON.parse(JSON.stringify(message)) as Record<string, unknown>),
    listen: (given) => void (receive = given),
  };
  const connection = new Connection(channel);
  connection.listen(() => {});
  const say = async (...messages: readonly unknown[]): Promise<readonly unknown[]> => {
    receive(messages);
    await settled();
    return sent.splice(0).map(({ jsonrpc, ...message }) => (assert.equal(jsonrpc, '2.0'), message));
  };
  return { connection, say };
}

const at = { textDocument: { uri: 'file:///w/mcp.json' }, position: { line: 0, character: 0 } };

test('a request is answered by its handler, also later, and without a result with null', async () => {
  const { connection, say } = connect();
  connection.onRequest('textDocument/hover', ({ position }) => ({ contents: `line ${position.line}` }));
  connection.onRequest('workspace/executeCommand', async ({ command }) => command);
  connection.onRequest('shutdown', () => undefined);
  assert.deepEqual(
    await say(
      { id: 1, method: 'textDocument/hover', params: at },
      { id: 'two', method: 'workspace/executeCommand', params: { command: 'x' } },
      { id: 3, method: 'shutdown' },
    ),
    [
      { id: 1, result: { contents: 'line 0' } },
      { id: 3, result: null },
      { id: 'two', result: 'x' },
    ],
  );
});

test('a request that cannot be answered gets an error with the code of its reason', async () => {
  const { connection, say } = connect();
  connection.onRequest('textDocument/rename', () => {
    throw new ResponseError(errorCodes.requestFailed, 'Only an input can be renamed here.');
  });
  connection.onRequest('textDocument/hover', async () => {
    throw new Error('a bug');
  });
  assert.deepEqual(
    await say(
      { id: 1, method: 'textDocument/rename', params: at },
      { id: 2, method: 'textDocument/hover', params: at },
      { id: 3, method: 'textDocument/moniker', params: at },
      undefined,
    ),
    [
      { id: 1, error: { code: -32_803, message: 'Only an input can be renamed here.' } },
      { id: 3, error: { code: -32_601, message: 'method not found' } },
      { id: null, error: { code: -32_700, message: 'no JSON object' } },
      { id: 2, error: { code: -32_603, message: 'a bug' } },
    ],
  );
});

test('a request that was cancelled before it could begin is not begun', async () => {
  const { connection, say } = connect();
  let hovers = 0;
  connection.onRequest('textDocument/hover', () => void hovers++);
  const hover = (id: number): object => ({ id, method: 'textDocument/hover', params: at });
  const cancel = { method: '$/cancelRequest', params: { id: 1 } };
  assert.deepEqual(await say(hover(1), hover(2), cancel), [
    { id: 1, error: { code: -32_800, message: 'cancelled' } },
    { id: 2, result: null },
  ]);
  assert.equal(hovers, 1);
  assert.deepEqual(await say(cancel), [], 'it is over');
});

test('a notification is never answered: neither an unknown one, nor one that meets a bug, which is logged', async () => {
  const { connection, say } = connect();
  const saved: unknown[] = [];
  connection.onNotification('textDocument/didSave', (params) => saved.push(params));
  connection.onNotification('textDocument/didClose', () => {
    throw new Error('a bug');
  });
  assert.deepEqual(await say({ method: '$/setTrace', params: {} }, { method: 'textDocument/didSave', params: 1 }), []);
  assert.deepEqual(saved, [1]);
  const [logged] = (await say({ method: 'textDocument/didClose', params: {} })) as readonly {
    readonly params: { readonly message: string };
  }[];
  assert.match(logged?.params.message ?? '', /^textDocument\/didClose: Error: a bug\n/);
});

test('the editor is asked, and its answers find their questions', async () => {
  const { connection, say } = connect();
  const [folders, refreshed] = [
    connection.request('workspace/workspaceFolders'),
    connection.request('workspace/codeLens/refresh'),
  ];
  const failed = assert.rejects(refreshed, { code: -32_601, message: 'unknown' });
  assert.deepEqual(
    await say({ id: 2, error: { code: -32_601, message: 'unknown' } }, { id: 1, result: [] }, { id: 9, result: 0 }),
    [
      { id: 1, method: 'workspace/workspaceFolders' },
      { id: 2, method: 'workspace/codeLens/refresh' },
    ],
  );
  await failed;
  assert.deepEqual(await folders, []);
});
