import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { systemClock } from '../../src/core/ports/ports.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import type { StdioLaunch } from '../../src/core/servers/model/launch.ts';
import { writeRecording } from '../../src/core/traffic/recording/recordingWriter.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { projectRoot } from '../support/sources.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { real } from './serversSupport.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'replay-'));
const recording = path.join(folder, 'everything.mcptrace');
const cli = path.join(projectRoot, 'dist/cli.cjs');
const everything = real('@modelcontextprotocol/server-everything/dist/index.js', ['stdio']);
const mock: StdioLaunch = { kind: 'stdio', command: process.execPath, args: [cli, 'replay', recording], env: {} };

function managed(launch: StdioLaunch, log: TrafficLog): ManagedServer {
  return createManagedServer({ id: 'everything', label: 'e', source: 'test', transport: 'stdio', launch, tap: log });
}

const newLog = (): TrafficLog => new TrafficLog({ rows: 10_000, bytes: 10_000_000 }, systemClock, new Redactor());
const sum = (server: ManagedServer, a: number): Promise<unknown> =>
  server.callTool('get-sum', { a, b: 1 }).then(({ content }) => content);
let tools: readonly string[];
let sums: readonly unknown[];

before(async () => {
  const log = newLog();
  const server = managed(everything, log);
  await server.start();
  tools = server.tools.value.map(({ name }) => name);
  sums = [await sum(server, 1), await sum(server, 2)];
  await server.callTool('echo', { message: 'hi', password: 'hunter2-secret' });
  await server.dispose();
  await writeRecording(log, recording, { product: 'test', created: 0 });
});

after(() => rmSync(folder, { recursive: true, force: true }));
failOnLeaks();

test('a recording replays the responses of a real server', async () => {
  const server = managed(mock, newLog());
  await server.start();
  assert.deepEqual(
    server.tools.value.map(({ name }) => name),
    tools,
  );
  assert.deepEqual([await sum(server, 1), await sum(server, 2)], sums);
  assert.deepEqual(await sum(server, 1), sums[0], 'the last answer is repeated');
  const redacted = await server.callTool('echo', { password: 'something else', message: 'hi' });
  assert.match(JSON.stringify(redacted.content), /hi/, 'what was taken out fits anything, in any order of keys');
  await assert.rejects(sum(server, 99), /no answer to tools\/call "get-sum" with these arguments/);
  await server.dispose();
});

test("the official SDK's client is served too, and misses are reported at the end", async () => {
  const client = new Client({ name: 'other', version: '2.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'replay', recording],
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await client.connect(transport);
  assert.equal((await client.listTools()).tools.length, tools.length);
  await assert.rejects(
    client.callTool({ name: 'get-sum', arguments: { a: 5, b: 5 } }),
    /no answer to tools\/call "get-sum"/,
  );
  const ended = new Promise((resolve) => transport.stderr?.once('end', resolve));
  await client.close();
  await ended;
  assert.match(stderr, /no answer to tools\/call "get-sum"/);
  assert.match(stderr, /1 not in the recording/);
});

test('a file that is no recording is refused with a sentence', async () => {
  const file = path.join(folder, 'foreign.mcptrace');
  writeFileSync(file, 'hello\n');
  const child = spawn(process.execPath, [cli, 'replay', file]);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(code, 2);
  assert.match(stderr, /not a recording/);
});
