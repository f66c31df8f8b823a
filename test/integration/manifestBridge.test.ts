import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { withTimeout } from '../../src/base/async.ts';
import { isRecord } from '../../src/base/json.ts';
import { manifestExample } from '../../src/core/manifest/read/template.ts';
import { projectRoot } from '../support/sources.ts';
import { writeManyManifests } from '../fixtures/manifest/many.ts';
import { startService } from '../fixtures/manifest/startService.ts';
import { type Home, echoManifest, makeHome } from '../fixtures/manifest/tools.ts';

const windows = process.platform === 'win32' && 'Unix sockets only';
const cli = path.join(projectRoot, 'src/cli/main.ts');

/** The example of the document, word for word. */
const serverStatus = {
  id: 'server-status',
  implementation: { methods: { server_status: 'server.status' } },
  tools: [
    {
      name: 'server_status',
      description: 'Check Tairseach server status',
      inputSchema: { type: 'object', properties: {} },
      annotations: { readOnlyHint: true, idempotentHint: true },
    },
  ],
};
const initialize =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"test","version":"1.0"}}}';
const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

let home: Home;
let running: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  home = await makeHome();
});
afterEach(async () => {
  for (const each of running) await each.stop();
  running = [];
  await home.remove();
});

async function start(...flags: readonly string[]): Promise<void> {
  running.push(await startService(home.socket, ...flags));
}

function environment(): Record<string, string> {
  return { ...(process.env as Record<string, string>), HOME: home.dir, XDG_CACHE_HOME: path.join(home.dir, 'cache') };
}

interface Bridge {
  readonly child: ChildProcessWithoutNullStreams;
  readonly messages: Record<string, unknown>[];
  readonly errors: () => string;
  send(...lines: readonly string[]): void;
  until<T>(what: string, look: () => T | undefined | false): Promise<T>;
}

function bridge(...flags: readonly string[]): Bridge {
  const child = spawn(process.execPath, [cli, 'bridge', ...flags], { env: environment(), cwd: home.dir });
  const messages: Record<string, unknown>[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  createInterface({ input: child.stdout }).on('line', (line) =>
    messages.push(JSON.parse(line) as Record<string, unknown>),
  );
  running.push({
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    },
  });
  const until = async <T>(what: string, look: () => T | undefined | false): Promise<T> => {
    const end = Date.now() + 10_000;
    for (let found = look(); ; found = look()) {
      if (found !== undefined && found !== false) return found;
      if (Date.now() > end) throw new Error(`Waited in vain for ${what}; stderr: ${errors}`);
      await delay(5);
    }
  };
  return {
    child,
    messages,
    errors: () => errors,
    send: (...lines) => void child.stdin.write(lines.join('\n') + '\n'),
    until,
  };
}

/** `echo LINE | switchboard bridge …`, and everything that it printed. */
async function pipe(line: string, ...flags: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [cli, 'bridge', ...flags], { env: environment(), cwd: home.dir });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stdin.end(line + '\n');
  const [code] = (await withTimeout(once(child, 'exit'), 10_000, 'The bridge')) as [number];
  assert.equal(code, 0);
  return printed;
}

test('the documented tests by pipe work', { skip: windows }, async () => {
  await start();
  await home.write('server-status.json', serverStatus);
  const answered = JSON.parse(await pipe(initialize)) as { result: Record<string, unknown> };
  assert.equal(answered.result['protocolVersion'], '2025-03-26');
  assert.deepEqual(answered.result['serverInfo'], { name: 'tairseach', version: '0.1.0' });
  assert.deepEqual(answered.result['capabilities'], { tools: { listChanged: true } });
  assert.equal(
    await pipe('{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}', '--lenient'),
    '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"tairseach_server_status","description":"Check Tairseach server status","inputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"idempotentHint":true}}]}}\n',
  );
  const called = JSON.parse(
    await pipe(
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tairseach_server_status","arguments":{}}}',
      '--lenient',
    ),
  ) as { id: number; result: Record<string, unknown> };
  assert.equal(called.id, 3);
  assert.deepEqual(called.result['content'], [{ type: 'text', text: '{"status":"running","version":"0.1.0"}' }]);
  assert.equal(called.result['isError'], false);
});

test('a folder, a socket and a prefix can be given, relative to where it runs', { skip: windows }, async () => {
  const manifests = path.join(home.dir, 'more');
  await mkdir(manifests);
  await writeFile(path.join(manifests, 's.json'), JSON.stringify(serverStatus));
  await home.write('echo.json', echoManifest(['say']));
  const socket = path.join(home.dir, 'own.sock');
  running.push(await startService(socket));
  const flags = ['--lenient', '--manifests', 'more', '--socket', 'own.sock', '--prefix', 'my_'];
  const listed = await pipe('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', ...flags);
  assert.deepEqual(listed.match(/"name":"[^"]+"/g), ['"name":"my_say"', '"name":"my_server_status"']);
  const called = await pipe(
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"my_server_status"}}',
    ...flags,
  );
  assert.match(called, /running/);
});

test('without --lenient a request before the handshake is refused', { skip: windows }, async () => {
  const printed = await pipe('{"jsonrpc":"2.0","id":2,"method":"tools/list"}');
  assert.match(printed, /Server not initialized\. Send initialized notification first\./);
});

test('a socket that nobody listens on is an error of the tool that says what to do', { skip: windows }, async () => {
  await home.write('server-status.json', serverStatus);
  const printed = await pipe(
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tairseach_server_status"}}',
    '--lenient',
  );
  const { result } = JSON.parse(printed) as { result: { isError: boolean; content: { text: string }[] } };
  assert.equal(result.isError, true);
  assert.equal(
    result.content[0]?.text,
    `socket connect failed: there is no socket (ENOENT) — is the server running? path ${home.socket}`,
  );
});

test('the end of the input lets calls finish, then the process ends with 0', { skip: windows }, async () => {
  await start();
  await home.write('echo.json', echoManifest(['slow']));
  const printed = await pipe(
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tairseach_slow","arguments":{"ms":700}}}',
    '--lenient',
  );
  assert.match(printed, /"id":7,"result":.*\{\\"ms\\":700\}/);
});

test('--stay-alive goes on after the end of the input, until SIGTERM', { skip: windows }, async () => {
  const { child } = bridge('--stay-alive');
  child.stdin.end(initialize + '\n');
  await delay(1_000);
  assert.equal(child.exitCode, null);
  child.kill('SIGTERM');
  const [code] = (await withTimeout(once(child, 'exit'), 5_000, 'The end')) as [number];
  assert.equal(code, 0);
});

for (const [flags, said] of [
  [['--transport', 'http'], '--transport cannot be "http". The bridge supports only stdio.'],
  [['--prefix', 'a b'], '--prefix can have letters, digits, "_", "-" and "." only, not "a b".'],
  [['--timeout', '0'], '--timeout must be an integer from 1 to 3600, not "0".'],
  [['--nonsense'], "Unknown option '--nonsense'. Run switchboard bridge --help for usage."],
  [['--log-level', 'loud'], '--log-level cannot be "loud". Use trace, debug, info, warn, error.'],
] as const) {
  test(`${flags.join(' ')} is refused in one sentence`, async () => {
    const { child, errors, messages } = bridge(...flags);
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 2);
    assert.equal(errors(), `${said}\n`);
    assert.deepEqual(messages, []);
  });
}

test('--help tells the flags, and what to do about each failure', async () => {
  const child = spawn(process.execPath, [cli, 'bridge', '--help'], { env: environment() });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  for (const part of [
    '--manifests DIR',
    '--socket PATH',
    '--prefix P',
    '--lenient',
    'socket connect failed',
    'Unknown tool',
    'Permission denied',
  ]) {
    assert.ok(printed.includes(part), part);
  }
});

test(
  'a bad manifest is named on stderr with line and reason, and the others are served',
  { skip: windows },
  async () => {
    await home.write('good.json', serverStatus);
    const bad = await home.write('bad.json', '{\n  "id": "x",\n  "tools": [}\n');
    const { send, until, messages, errors } = bridge('--lenient');
    send('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    const answer = await until('the list', () => messages[0]);
    assert.match(JSON.stringify(answer), /tairseach_server_status/);
    assert.ok(errors().includes(`[WARN] ${bad}:3: Not valid JSON: `), errors());
  },
);

test(
  'a changed manifest is told with list_changed within 500 ms, and what runs is unharmed',
  { skip: windows },
  async () => {
    await start();
    await home.write('echo.json', echoManifest(['slow']));
    const { send, until, messages } = bridge();
    send(initialize, initialized, '{"jsonrpc":"2.0","id":2,"method":"tools/list"}');
    await until('the list', () => messages.find(({ id }) => id === 2));
    send('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tairseach_slow","arguments":{"ms":1200}}}');
    await delay(200);
    const startedAt = performance.now();
    await home.write('echo.json', echoManifest(['say']));
    await until('list_changed', () => messages.find(({ method }) => method === 'notifications/tools/list_changed'));
    assert.ok(performance.now() - startedAt < 500, `after ${performance.now() - startedAt} ms`);
    send('{"jsonrpc":"2.0","id":4,"method":"tools/list"}');
    assert.match(
      JSON.stringify(await until('the new list', () => messages.find(({ id }) => id === 4))),
      /tairseach_say/,
    );
    const slow = await until('the slow answer', () => messages.find(({ id }) => id === 3));
    assert.match(JSON.stringify(slow), /\{\\\\\\"ms\\\\\\":1200\}|"ms":1200/);
    assert.ok(isRecord(slow['result']) && slow['result']['isError'] === false);
  },
);

test('1,000 concurrent calls through the bridge: none lost, none crossed', { skip: windows }, async () => {
  await start();
  await home.write('echo.json', echoManifest(['say']));
  const { send, until, messages } = bridge();
  send(initialize, initialized);
  send(
    ...Array.from({ length: 1_000 }, (_, n) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: `call-${n}`,
        method: 'tools/call',
        params: { name: 'tairseach_say', arguments: { n } },
      }),
    ),
  );
  await until('all answers', () => messages.length >= 1_001);
  const answers = messages.filter(({ id }) => typeof id === 'string');
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1_000);
  for (const { id, result } of answers)
    assert.deepEqual((result as { structuredContent: unknown }).structuredContent, { n: Number(String(id).slice(5)) });
});

test('a plain call is answered word for word as one that goes through the SDK', { skip: windows }, async () => {
  await start();
  const strict = {
    type: 'object',
    properties: { n: { type: 'number' } },
    required: ['n'],
    additionalProperties: false,
  };
  const manifest = echoManifest(['say', 'list', 'fail', 'nothing']);
  manifest['tools'] = [
    ...(manifest['tools'] as object[]),
    { name: 'strict', description: 'Calls echo.say', inputSchema: strict, outputSchema: strict },
  ];
  Object.assign((manifest['implementation'] as { methods: object }).methods, { strict: 'echo.say' });
  await home.write('echo.json', manifest);
  const { send, until, messages } = bridge();
  send(initialize, initialized, '{"jsonrpc":"2.0","id":"list","method":"tools/list"}');
  await until('the list', () => messages.find(({ id }) => id === 'list'));
  const traced = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const calls: readonly (readonly [string, unknown])[] = [
    ['tairseach_say', { n: 1 }],
    ['tairseach_list', {}],
    ['tairseach_fail', {}],
    ['tairseach_nothing', {}],
    ['tairseach_strict', { n: 5 }],
    ['tairseach_strict', { n: 'five' }],
    ['tairseach_strict', {}],
    ['tairseach_absent', {}],
    ['tairseach_say', 'no object'],
  ];
  for (const [at, [name, args]] of calls.entries()) {
    const line = (id: string, meta?: object): string =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args, ...meta } });
    send(
      line(`short-${at}`),
      line(`token-${at}`, { _meta: { progressToken: 1 } }),
      line(`long-${at}`, { _meta: traced }),
    );
    const [short, token, long] = await until(name, () => {
      const found = ['short', 'token', 'long'].map((kind) => messages.find(({ id }) => id === `${kind}-${at}`));
      return found.every((one) => one !== undefined) && found;
    });
    assert.deepEqual({ ...short, id: 0 }, { ...long, id: 0 }, name);
    assert.deepEqual({ ...token, id: 0 }, { ...long, id: 0 }, name);
  }
});

test('a plain call that is cancelled is not answered, and the service hears of it', { skip: windows }, async () => {
  await start();
  await home.write('echo.json', echoManifest(['slow', 'seen', 'say']));
  const { send, until, messages } = bridge();
  const call = (id: number, name: string, args: object): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: `tairseach_${name}`, arguments: args },
    });
  send(initialize, initialized, '{"jsonrpc":"2.0","id":"list","method":"tools/list"}');
  await until('the list', () => messages.find(({ id }) => id === 'list'));
  send(call(2, 'say', {}), call(3, 'say', {}));
  await until('a kept connection', () => messages.find(({ id }) => id === 3));
  send(call(4, 'slow', { ms: 400 }));
  await delay(100);
  send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}', call(5, 'seen', {}));
  await until('what the service saw', () => messages.find(({ id }) => id === 5));
  await delay(500);
  assert.equal(
    messages.find(({ id }) => id === 4),
    undefined,
  );
});

test('a client of the v1 SDK works with it', { skip: windows }, async () => {
  await start();
  await home.write('server-status.json', serverStatus);
  const client = new Client({ name: 'v1', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [cli, 'bridge'], env: environment() }),
  );
  try {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['tairseach_server_status'],
    );
    const { content } = await client.callTool({ name: 'tairseach_server_status', arguments: {} });
    assert.deepEqual(content, [{ type: 'text', text: '{"status":"running","version":"0.1.0"}' }]);
  } finally {
    await client.close();
  }
});

test('what "Create Tool Manifest" writes works as it is', { skip: windows }, async () => {
  const example = manifestExample('hello');
  await home.write(example.manifestName, example.manifest);
  const script = path.join(home.dir, example.serviceName);
  await writeFile(script, example.service);
  const child = spawn(process.execPath, [script], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  running.push({ stop: async () => void child.kill('SIGKILL') });
  await once(child.stdout, 'data');
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'tairseach_hello_greet', arguments: { name: 'Ada\u2028' } },
  };
  const printed = await pipe(JSON.stringify(call), '--lenient');
  assert.match(printed, /"structuredContent":\{"greeting":"Hello, Ada\u2028!"\}/);
});

test('10,000 tools of 1,000 manifests are listed page by page', { skip: windows }, async () => {
  await writeManyManifests(home.manifests, 1_000, 10);
  const { send, until, messages } = bridge('--lenient');
  const names = new Set<string>();
  let cursor: string | undefined;
  let pages = 0;
  do {
    const id = ++pages;
    send(
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/list',
        params: { ...(cursor !== undefined && { cursor }) },
      }),
    );
    const { result } = (await until(`page ${id}`, () => messages.find((message) => message['id'] === id))) as {
      result: { tools: { name: string }[]; nextCursor?: string };
    };
    for (const { name } of result.tools) names.add(name);
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  assert.equal(names.size, 10_000);
  assert.ok(pages > 1, 'one page only');
});
