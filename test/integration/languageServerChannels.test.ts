import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { MessageReader } from '../../src/lsp/connection/messageReader.ts';
import { LspClient } from '../support/lspClient.ts';
import { until } from '../support/until.ts';
import { cliPath } from './support/cliProcess.ts';

const main = path.join(import.meta.dirname, '../../src/lsp/main.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-lsp-'));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

const uri = 'file:///w/.mcp.json';
const opened = { uri, languageId: 'json', version: 1, text: '{ "mcpServers": { "a": {} } }' };
/** One whole session, as an editor of our own extension's kind has it. */
const session: readonly (Message & { readonly params?: unknown })[] = [
  { id: 1, method: 'textDocument/hover', params: { textDocument: { uri }, position: { line: 0, character: 0 } } },
  { id: 2, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
  { method: 'initialized', params: {} },
  { method: 'textDocument/didOpen', params: { textDocument: opened } },
];

async function hasSession(send: (message: object) => void, received: readonly Message[]): Promise<void> {
  for (const message of session) send({ jsonrpc: '2.0', ...message });
  await until(() => received.some(({ method }) => method === 'textDocument/publishDiagnostics'), 'diagnostics');
  assert.equal(received.find(({ id }) => id === 1)?.error?.code, -32_002, 'nothing is answered before the beginning');
  assert.ok(received.find(({ id }) => id === 2)?.result);
  send({ jsonrpc: '2.0', id: 3, method: 'shutdown' });
  await until(() => received.some(({ id }) => id === 3), 'the answer to shutdown');
}

test("an editor in Node speaks over the process's own channel, and its end is ours", async () => {
  const child = fork(main, ['--node-ipc'], { cwd: folder, execArgv: [] });
  children.push(child);
  const received: Message[] = [];
  child.on('message', (message) => received.push(message as Message));
  await hasSession((message) => child.send(message), received);
  const ended = once(child, 'exit');
  child.disconnect();
  assert.deepEqual(await ended, [0, null]);
});

test('an editor may listen on a pipe', async (t) => {
  const name =
    process.platform === 'win32' ? String.raw`\\.\pipe\switchboard-lsp-test` : path.join(folder, 'editor.sock');
  const server = createServer().listen(name);
  t.after(() => server.close());
  await once(server, 'listening');
  const child = spawn(process.execPath, [cliPath, 'lsp', `--pipe=${name}`], { cwd: folder });
  children.push(child);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const reader = new MessageReader();
  const received: Message[] = [];
  socket.on('data', (chunk) => {
    for (const body of reader.read(chunk)) received.push(JSON.parse(body) as Message);
  });
  await hasSession((message) => {
    const body = JSON.stringify(message);
    socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }, received);
  const ended = once(child, 'exit');
  socket.end();
  assert.deepEqual(await ended, [0, null]);
});

test('a server whose editor has died ends, even if nobody closes its input', async () => {
  const dead = spawn(process.execPath, ['-e', '0']);
  await once(dead, 'exit');
  const client = new LspClient([cliPath, 'lsp', '--stdio'], { cwd: folder });
  children.push(client.child);
  const ended = once(client.child, 'exit');
  await client.request('initialize', { processId: dead.pid, rootUri: null, capabilities: {} });
  assert.deepEqual(await ended, [1, null]);
});

test('what is no message ends the server with a word about it', async () => {
  const client = new LspClient([cliPath, 'lsp', '--stdio'], { cwd: folder });
  children.push(client.child);
  const ended = once(client.child, 'exit');
  client.child.stdin.write('{"jsonrpc":"2.0"}\r\n\r\n');
  assert.deepEqual(await ended, [1, null]);
  assert.match(client.stderr, /no Content-Length/);
});
