import { proves } from '../requirements.ts';
// Servers that others wrote, over every transport and from 2024-11-05 to 2026-07-28. Nothing here needs the network.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { TransportKind } from '../../src/core/servers/model/launch.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { freePort, manage, real, realPath, stateOf, textOf } from './serversSupport.ts';

failOnLeaks();

const folder = mkdtempSync(join(tmpdir(), 'switchboard-real-'));
mkdirSync(join(folder, 'files'));
writeFileSync(join(folder, 'files/hello.txt'), 'hello from a file');
after(() => rmSync(folder, { recursive: true, force: true }));

interface Subject {
  readonly path: string;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly version: string;
  readonly tools: number;
  /** A call that works offline, and what its text holds. */
  readonly call?: readonly [string, Record<string, unknown>, RegExp];
}

const everything = '@modelcontextprotocol/server-everything/dist/index.js';
const stdioSubjects: readonly Subject[] = [
  { path: everything, args: ['stdio'], version: '2025-11-25', tools: 13, call: ['get-sum', { a: 2, b: 3 }, /5/] },
  { path: 'everything-2024/dist/index.js', version: '2024-11-05', tools: 5, call: ['add', { a: 2, b: 3 }, /5/] },
  {
    path: '@modelcontextprotocol/server-filesystem/dist/index.js',
    args: [join(folder, 'files')],
    version: '2025-11-25',
    tools: 14,
    call: ['read_text_file', { path: join(folder, 'files/hello.txt') }, /hello from a file/],
  },
  {
    path: '@modelcontextprotocol/server-memory/dist/index.js',
    env: { MEMORY_FILE_PATH: join(folder, 'memory.json') },
    version: '2025-11-25',
    tools: 9,
    call: ['read_graph', {}, /entities/],
  },
  {
    path: '@modelcontextprotocol/server-sequential-thinking/dist/index.js',
    version: '2025-11-25',
    tools: 1,
    call: [
      'sequentialthinking',
      { thought: 'one', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
      /thoughtNumber/,
    ],
  },
  {
    path: '@modelcontextprotocol/server-github/dist/index.js',
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'not-a-token' },
    version: '2024-11-05',
    tools: 26,
  },
  { path: '@upstash/context7-mcp/dist/index.js', version: '2026-07-28', tools: 2 },
  {
    path: '@bytebase/dbhub/dist/index.js',
    args: ['--demo', '--transport', 'stdio'],
    version: '2026-07-28',
    tools: 2,
    call: ['execute_sql', { sql: 'SELECT 40 + 2 AS answer' }, /42/],
  },
  { path: '@modelcontextprotocol/server-map/dist/index.js', args: ['--stdio'], version: '2025-11-25', tools: 2 },
  { path: '@notionhq/notion-mcp-server/bin/cli.mjs', version: '2025-11-25', tools: 24 },
  { path: '@antv/mcp-server-chart/build/index.js', version: '2025-11-25', tools: 27 },
  { path: '@eslint/mcp/src/mcp-cli.js', version: '2025-11-25', tools: 1 },
  {
    path: 'mcp-hello-world/build/stdio.js',
    version: '2025-11-25',
    tools: 3,
    call: ['echo', { message: 'hi there' }, /hi there/],
  },
];

async function check(server: ManagedServer, { version, tools, call }: Omit<Subject, 'path'>): Promise<void> {
  await server.start();
  const { info } = stateOf(server, 'connected');
  assert.equal(info.protocolVersion, version);
  assert.equal(info.era, version === '2026-07-28' ? 'modern' : 'legacy');
  assert.equal(server.tools.value.length, tools);
  assert.deepEqual(server.problems.value, []);
  if (!call) return;
  const [name, args, expected] = call;
  const result = await server.callTool(name, args);
  assert.equal(result.isError, false);
  assert.match(textOf(result), expected);
}

for (const subject of stdioSubjects) {
  test(`stdio: ${subject.path.replace(/\/(?:dist|build|src|bin)\/.*/, '')} speaks ${subject.version}${proves('R74', 'R76', 'R127', 'C28')}`, async () => {
    await using managed = manage(real(subject.path, subject.args, subject.env));
    await check(managed.server, subject);
  });
}

/** A server that listens on a port of its own; ended with everything below it. */
async function listening(
  path: string,
  args: (port: string) => readonly string[],
): Promise<{ port: string } & AsyncDisposable> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [realPath(path), ...args(port)], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: port, HOST: '127.0.0.1' },
  });
  await until(() => isListening(Number(port)), `${path} listens`);
  return { port, [Symbol.asyncDispose]: () => endGroup(child) };
}

async function endGroup(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid!, 'SIGKILL');
  await ended;
}

async function isListening(port: number): Promise<boolean> {
  try {
    await fetch(`http://localhost:${port}/`);
    return true;
  } catch {
    return false;
  }
}

const hello = (): string => `"${process.execPath}" "${realPath('mcp-hello-world/build/stdio.js')}"`;
const helloCall = ['echo', { message: 'over the wire' }, /over the wire/] as const;

interface Remote extends Subject {
  readonly what: string;
  readonly start: (port: string) => readonly string[];
  readonly kind: TransportKind;
  /** What it turns out to be, where that is another transport. */
  readonly becomes?: TransportKind;
  readonly at: string;
  readonly headers?: Record<string, string>;
}

const remotes: readonly Remote[] = [
  {
    what: 'everything over Streamable HTTP',
    path: everything,
    start: () => ['streamableHttp'],
    kind: 'http',
    at: '/mcp',
    version: '2025-11-25',
    tools: 13,
    call: ['get-sum', { a: 2, b: 3 }, /5/],
  },
  {
    what: 'everything over SSE, found by fallback',
    path: everything,
    start: () => ['sse'],
    kind: 'http',
    becomes: 'sse',
    at: '/sse',
    version: '2025-11-25',
    tools: 13,
    call: ['get-sum', { a: 2, b: 3 }, /5/],
  },
  {
    what: 'everything over HTTP although SSE was configured',
    path: everything,
    start: () => ['streamableHttp'],
    kind: 'sse',
    becomes: 'http',
    at: '/mcp',
    version: '2025-11-25',
    tools: 13,
  },
  {
    what: 'context7 over modern HTTP',
    path: '@upstash/context7-mcp/dist/index.js',
    start: (port) => ['--transport', 'http', '--port', port],
    kind: 'http',
    at: '/mcp',
    version: '2026-07-28',
    tools: 2,
  },
  {
    what: 'dbhub over modern HTTP',
    path: '@bytebase/dbhub/dist/index.js',
    start: (port) => ['--demo', '--transport', 'http', '--port', port],
    kind: 'http',
    at: '/mcp',
    version: '2026-07-28',
    tools: 2,
    call: ['execute_sql', { sql: 'SELECT 40 + 2 AS answer' }, /42/],
  },
  {
    what: 'notion with a bearer token',
    path: '@notionhq/notion-mcp-server/bin/cli.mjs',
    start: (port) => ['--transport', 'http', '--port', port, '--auth-token', 'open-sesame'],
    kind: 'http',
    at: '/mcp',
    headers: { Authorization: 'Bearer open-sesame' },
    version: '2025-11-25',
    tools: 24,
  },
  {
    what: 'a stateless HTTP server (chart)',
    path: '@antv/mcp-server-chart/build/index.js',
    start: (port) => ['--transport', 'streamable', '--port', port],
    kind: 'http',
    at: '/mcp',
    version: '2025-11-25',
    tools: 27,
  },
  {
    what: 'hello-world behind supergateway over SSE',
    path: 'supergateway/dist/index.js',
    start: (port) => ['--stdio', hello(), '--port', port],
    kind: 'sse',
    at: '/sse',
    version: '2025-11-25',
    tools: 3,
    call: helloCall,
  },
  {
    what: 'hello-world behind supergateway over WebSocket',
    path: 'supergateway/dist/index.js',
    start: (port) => ['--stdio', hello(), '--outputTransport', 'ws', '--port', port],
    kind: 'ws',
    at: '/message',
    version: '2025-11-25',
    tools: 3,
    call: helloCall,
  },
  {
    what: 'hello-world behind mcp-proxy, which makes it modern',
    path: 'mcp-proxy/dist/bin/mcp-proxy.mjs',
    start: (port) => ['--port', port, '--', process.execPath, realPath('mcp-hello-world/build/stdio.js')],
    kind: 'http',
    at: '/mcp',
    version: '2026-07-28',
    tools: 3,
    call: helloCall,
  },
];

for (const remote of remotes) {
  test(`${remote.what}${proves('R77', 'R131', 'C28')}`, async () => {
    await using host = await listening(remote.path, remote.start);
    const url = `${remote.kind === 'ws' ? 'ws' : 'http'}://localhost:${host.port}${remote.at}`;
    await using managed = manage(
      { kind: remote.kind as 'http', url, headers: remote.headers ?? {} },
      { reconnectAttempts: 0 },
    );
    await check(managed.server, remote);
    assert.equal(managed.server.transport, remote.becomes ?? remote.kind);
  });
}

test('a bearer server without its token says what is missing', async () => {
  await using host = await listening('@notionhq/notion-mcp-server/bin/cli.mjs', (port) => [
    '--transport',
    'http',
    '--port',
    port,
    '--auth-token',
    'open-sesame',
  ]);
  await using managed = manage({ kind: 'http', url: `http://localhost:${host.port}/mcp`, headers: {} });
  await assert.rejects(managed.server.start(), { code: 'server/auth-required' });
});

test(`the old everything server: a hundred resources over pages, and prompts${proves('R155')}`, async () => {
  await using managed = manage(real('everything-2024/dist/index.js'));
  const { resources, prompts } = await managed.server.loadContents();
  assert.equal(resources?.length, 100);
  assert.equal(prompts?.length, 2);
  assert.match(JSON.stringify(await managed.server.readResource(resources![0]!.uri)), /plaintext|text/);
  assert.match(JSON.stringify(await managed.server.getPrompt('simple_prompt', {})), /prompt/);
});

test('the new everything server: its client requests and its reports', async () => {
  const asked: string[] = [];
  await using managed = manage(
    real(everything, ['stdio']),
    {},
    {
      clientRequests: {
        elicit: async ({ mode }) => (asked.push(mode), { action: 'decline' }),
        sample: async () => (asked.push('sample'), { model: 'made-up', text: 'a made-up completion' }),
        roots: async () => [{ uri: 'file:///work', name: 'work' }],
      },
    },
  );
  await managed.server.start();
  const names = managed.server.tools.value.map(({ name }) => name);
  assert.ok(names.length > 13, 'it offers more to a client that can be asked');
  const steps: number[] = [];
  await managed.server.callTool(
    'trigger-long-running-operation',
    { duration: 1, steps: 4 },
    { onProgress: ({ progress }) => steps.push(progress) },
  );
  assert.deepEqual(steps, [1, 2, 3, 4]);
  const sampled = await managed.server.callTool('trigger-sampling-request', { prompt: 'Say something', maxTokens: 20 });
  assert.match(JSON.stringify(sampled.content), /a made-up completion/);
  await managed.server.callTool('trigger-elicitation-request', {});
  assert.deepEqual(asked, ['sample', 'form']);
});
