import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Disposable } from '../../src/base/lifetime.ts';
import { silentLog } from '../../src/base/log.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import { listenForTaps } from '../../src/core/proxy/listener.ts';
import { findTapWindow, tapFolder } from '../../src/core/proxy/tapSockets.ts';
import { RecordingReader } from '../../src/core/traffic/recording/recordingReader.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { projectRoot } from '../support/sources.ts';
import { until } from '../support/until.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { realPath } from './serversSupport.ts';

const home = mkdtempSync(path.join(tmpdir(), 'tap-'));
const env = { ...process.env, XDG_RUNTIME_DIR: home } as Record<string, string>;
const cli = path.join(projectRoot, 'dist/cli.cjs');
const everything = realPath('@modelcontextprotocol/server-everything/dist/index.js');
after(() => rmSync(home, { recursive: true, force: true }));
failOnLeaks();

interface Window extends Disposable {
  readonly log: TrafficLog;
  /** Waits until the log fulfils the condition. */
  shows(found: (log: TrafficLog) => boolean): Promise<void>;
}

async function openWindow(): Promise<Window> {
  const log = new TrafficLog({ rows: 10_000, bytes: 100_000_000 }, systemClock, new Redactor());
  const folder = tapFolder(env);
  const listening = await listenForTaps({ folder, folders: () => [home], taps: log, log: silentLog, now: Date.now });
  const shows = async (found: (log: TrafficLog) => boolean): Promise<void> => {
    await until(() => found(log), 'what the log should show').catch((error: Error) =>
      assert.fail(`${error.message}: ${JSON.stringify(log.recent(0, 100).rows, undefined, 1)}`),
    );
  };
  return { log, shows, dispose: () => listening.dispose() };
}

const methods = (log: TrafficLog): string[] =>
  log.recent(0, 1_000).rows.flatMap(({ kind, method }) => (kind === 'response' && method ? [method] : []));

function tap(...args: string[]): ChildProcess {
  return spawn(process.execPath, [cli, 'tap', ...args], { env, cwd: home });
}

async function tapped(...flags: string[]): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  const args = [cli, 'tap', ...flags, '--', process.execPath, everything, 'stdio'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: home, stderr: 'ignore' }));
  return client;
}

async function output(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test('every byte passes as it is, in all three streams, and the exit code too', async () => {
  const script = `process.stderr.write(Buffer.from([0xfe, 10]));
    process.stdin.on('data', (chunk) => process.stdout.write(chunk)).on('end', () => process.exitCode = 7)`;
  const child = tap('--', process.execPath, '-e', script);
  const bytes = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":1}\n\r\n\n not json \u0000'),
    Buffer.from([0xff, 0xfe, 0x80, 10, 10]),
    Buffer.alloc(3_000_000, 'x'),
    Buffer.from('no end'),
  ]);
  const [out, err] = [output(child.stdout!), output(child.stderr!)];
  child.stdin!.end(bytes);
  const [code] = await once(child, 'close');
  assert.ok((await out).equals(bytes));
  assert.ok((await err).equals(Buffer.from([0xfe, 10])));
  assert.equal(code, 7);
});

test('a command that cannot be run is reported, with exit code 2', async () => {
  const child = tap('--', 'no-such-command-here');
  const err = output(child.stderr!);
  const [code] = await once(child, 'close');
  assert.match((await err).toString(), /Cannot run no-such-command-here/);
  assert.equal(code, 2);
});

test('the open window sees the messages of another client and a real server', async () => {
  const window = await openWindow();
  const client = await tapped('--name', 'everything');
  await client.callTool({ name: 'echo', arguments: { message: 'hi', password: 'hunter2-secret' } });
  await window.shows((log) => methods(log).includes('tools/call'));
  const { rows } = window.log.recent(0, 100);
  assert.ok(methods(window.log).includes('initialize'), 'the handshake too');
  const call = rows.find(({ kind, method }) => kind === 'response' && method === 'tools/call');
  assert.deepEqual([call?.server, call?.name, call?.status], ['everything (tap)', 'echo', 'ok']);
  assert.ok(!JSON.stringify(rows).includes('hunter2'));
  await client.close();
  await window.shows((log) => log.recent(0, 1_000).rows.some(({ preview }) => preview === 'tap disconnected'));
  window.dispose();
});

test('a window that opens, closes and opens again does not affect the connection', async () => {
  const client = await tapped('--name', 'patient');
  await client.callTool({ name: 'echo', arguments: { message: 'before' } });
  const first = await openWindow();
  await first.shows((log) => methods(log).includes('tools/call'));
  assert.ok(methods(first.log).includes('initialize'), 'what was said before is told');
  first.dispose();
  await client.callTool({ name: 'echo', arguments: { message: 'between' } });
  const second = await openWindow();
  await second.shows((log) => JSON.stringify(log.recent(0, 100).rows).includes('between'));
  await client.close();
  second.dispose();
});

test('a recording is written, without the secrets unless they are asked for', async () => {
  for (const raw of [false, true]) {
    const file = path.join(home, `out-${raw}.mcptrace`);
    const client = await tapped('--out', file, ...(raw ? ['--raw'] : []));
    await client.callTool({ name: 'echo', arguments: { message: 'x', api_key: 'sk-live-0123456789abcdef' } });
    await client.close();
    await until(() => readFileSync(file, 'utf8').includes('process ended'), 'the end of the recording');
    const reader = await RecordingReader.open(file);
    await reader.indexed;
    assert.equal(reader.header.redacted, !raw);
    assert.ok((await reader.page(0, 100)).rows.some(({ name }) => name === 'echo'));
    assert.equal(readFileSync(file, 'utf8').includes('0123456789abcdef'), raw);
    reader.dispose();
  }
});

test('a recording that cannot be written is only reported', async () => {
  const child = tap(
    '--out',
    path.join(home, 'no', 'such', 'folder'),
    '--',
    process.execPath,
    '-e',
    'console.log("fine")',
  );
  const [out, err] = [output(child.stdout!), output(child.stderr!)];
  child.stdin!.end();
  const [code] = await once(child, 'close');
  assert.deepEqual([(await out).toString(), code], ['fine\n', 0]);
  assert.match((await err).toString(), /switchboard tap: /);
});

test('over HTTP a real server is reached through the tap, and status and headers are seen without secrets', async () => {
  const port = 20_000 + (process.pid % 20_000);
  const server = spawn(process.execPath, [everything, 'streamableHttp'], { env: { ...env, PORT: String(port) } });
  await once(server.stderr, 'data');
  const window = await openWindow();
  const proxy = tap('--name', 'web', '--http', `http://127.0.0.1:${port}/mcp`);
  const [line] = (await once(proxy.stdout!, 'data')) as [Buffer];
  const url = line.toString().trim();
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/mcp$/);
  const managed = createManagedServer({
    id: 'web',
    label: 'web',
    source: 'test',
    transport: 'http',
    launch: { kind: 'http', url, headers: { authorization: 'Bearer verysecrettoken123' } },
    tap: { open: () => new TrafficLog({ rows: 10, bytes: 10_000 }, systemClock, new Redactor()).open('x') },
  });
  const result = await managed.callTool('echo', { message: 'through' });
  assert.match(JSON.stringify(result.content), /through/);
  await window.shows((log) => methods(log).includes('tools/call'));
  const row = window.log.recent(0, 1_000).rows.find((each) => each.kind === 'response' && each.method === 'tools/call');
  assert.equal(row?.httpStatus, 200);
  const body = await window.log.body(row?.seq ?? 0);
  assert.equal(body.http?.requestHeaders?.['authorization'], '[redacted]');
  assert.ok(!JSON.stringify(body).includes('verysecret'));
  const foreign = await fetch(url, { headers: { origin: 'https://evil.example' } });
  assert.equal(foreign.status, 403);
  await managed.dispose();
  proxy.kill('SIGTERM');
  await once(proxy, 'close');
  server.kill('SIGKILL');
  window.dispose();
});

test('the window learns that a request over HTTP gets no response when its server has gone', async () => {
  const window = await openWindow();
  const proxy = tap('--name', 'gone', '--http', 'http://127.0.0.1:9/mcp');
  const [line] = (await once(proxy.stdout!, 'data')) as [Buffer];
  const body = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo"}}';
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(line.toString().trim(), { method: 'POST', headers, body });
  assert.equal(answer.status, 502);
  await window.shows((log) => log.recent(0, 100).rows.some(({ status }) => status === 'lost'));
  const { rows } = window.log.recent(0, 100);
  const asked = rows.find(({ kind }) => kind === 'request');
  const lost = rows.find(({ status }) => status === 'lost');
  assert.deepEqual([lost?.id, lost?.pair, lost?.name], [7, asked?.seq, 'echo']);
  proxy.kill('SIGTERM');
  await once(proxy, 'close');
  window.dispose();
});

test('the URL of a tap is printed as JSON where that is wanted, and only where there is one', async () => {
  const proxy = tap('--json', '--http', 'http://127.0.0.1:9/mcp');
  const [printed] = (await once(proxy.stdout!, 'data')) as [Buffer];
  const { url } = JSON.parse(printed.toString()) as { url: string };
  assert.equal(new URL(url).hostname, '127.0.0.1');
  proxy.kill('SIGTERM');
  assert.deepEqual(await once(proxy, 'close'), [0, null]);
  const other = tap('--json', '--', process.execPath, '-e', '0');
  assert.deepEqual(await once(other, 'close'), [2, null]);
});

test('the socket is for this user alone, and a client that is no tap is refused', async () => {
  const window = await openWindow();
  const socket = path.join(tapFolder(env), `${process.pid}.sock`);
  if (process.platform !== 'win32') {
    assert.equal(statSync(socket).mode & 0o777, 0o600);
    assert.equal(statSync(tapFolder(env)).mode & 0o077, 0);
  }
  for (const words of ['GET / HTTP/1.1\r\n\r\n', '{"tap":2}\n', '{"tap":1,"name":"x"}\nrubbish\n', '\n\n\n']) {
    const client = connect(socket);
    client.write(words);
    await once(client, 'close');
  }
  const halfOpen = connect({ path: socket, allowHalfOpen: true });
  halfOpen.write('{"tap":1,"name":"half"}\n{"wire":"toServer","text":"{\\"jsonrpc');
  await window.shows((log) => log.recent(0, 100).rows.some(({ server }) => server === 'half (tap)'));
  halfOpen.end();
  await window.shows((log) => log.recent(0, 100).rows.some(({ preview }) => preview === 'tap disconnected'));
  halfOpen.destroy();
  window.dispose();
});

test('a folder that others may write to is not used for copies', () => {
  const open = mkdtempSync(path.join(tmpdir(), 'tap-open-'));
  const places = path.join(open, 'mcp-switchboard');
  mkdirSync(places);
  chmodSync(places, 0o777);
  writeFileSync(
    path.join(places, 'x.json'),
    JSON.stringify({ pid: process.pid, socket: '/x', folders: [], since: 1 }),
    { mode: 0o600 },
  );
  assert.equal(findTapWindow(places, home), undefined);
  chmodSync(places, 0o700);
  assert.equal(findTapWindow(places, home)?.socket, '/x');
  rmSync(open, { recursive: true });
});
