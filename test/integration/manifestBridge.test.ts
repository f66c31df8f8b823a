import { proves } from '../requirements.ts';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { withTimeout } from '../../src/base/async.ts';
import { manifestExample } from '../../src/core/manifest/read/template.ts';
import { startService } from '../fixtures/manifest/startService.ts';
import { echoManifest } from '../fixtures/manifest/tools.ts';
import { BridgeFixture, cli, initialize, serverStatus } from './support/bridgeProcess.ts';

const windows = process.platform === 'win32' && 'Unix sockets only';

const fixture = new BridgeFixture();

test(`the documented tests by pipe work${proves('R39', 'R156', 'R160')}`, { skip: windows }, async () => {
  await fixture.start();
  await fixture.home.write('server-status.json', serverStatus);
  const answered = JSON.parse(await fixture.pipe(initialize)) as { result: Record<string, unknown> };
  assert.equal(answered.result['protocolVersion'], '2025-03-26');
  assert.deepEqual(answered.result['serverInfo'], { name: 'tairseach', version: '0.1.0' });
  assert.deepEqual(answered.result['capabilities'], {
    tools: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    prompts: { listChanged: true },
    completions: {},
  });
  assert.equal(
    await fixture.pipe('{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}', '--lenient'),
    '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"tairseach_server_status","description":"Check Tairseach server status","inputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"idempotentHint":true}}]}}\n',
  );
  const called = JSON.parse(
    await fixture.pipe(
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tairseach_server_status","arguments":{}}}',
      '--lenient',
    ),
  ) as { id: number; result: Record<string, unknown> };
  assert.equal(called.id, 3);
  assert.deepEqual(called.result['content'], [{ type: 'text', text: '{"status":"running","version":"0.1.0"}' }]);
  assert.equal(called.result['isError'], false);
});

test('a folder, a socket and a prefix can be given, relative to where it runs', { skip: windows }, async () => {
  const manifests = path.join(fixture.home.dir, 'more');
  await mkdir(manifests);
  await writeFile(path.join(manifests, 's.json'), JSON.stringify(serverStatus));
  await fixture.home.write('echo.json', echoManifest(['say']));
  const socket = path.join(fixture.home.dir, 'own.sock');
  fixture.own(await startService(socket));
  const flags = ['--lenient', '--manifests', 'more', '--socket', 'own.sock', '--prefix', 'my_'];
  const listed = await fixture.pipe('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', ...flags);
  assert.deepEqual(listed.match(/"name":"[^"]+"/g), ['"name":"my_say"', '"name":"my_server_status"']);
  const called = await fixture.pipe(
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"my_server_status"}}',
    ...flags,
  );
  assert.match(called, /running/);
});

test('without --lenient a request before the handshake is refused', { skip: windows }, async () => {
  const printed = await fixture.pipe('{"jsonrpc":"2.0","id":2,"method":"tools/list"}');
  assert.match(printed, /Server not initialized\. Send initialized notification first\./);
});

test('a socket without a listener is a tool error that says what to do', { skip: windows }, async () => {
  await fixture.home.write('server-status.json', serverStatus);
  const printed = await fixture.pipe(
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tairseach_server_status"}}',
    '--lenient',
  );
  const { result } = JSON.parse(printed) as { result: { isError: boolean; content: { text: string }[] } };
  assert.equal(result.isError, true);
  assert.equal(
    result.content[0]?.text,
    `socket connect failed: there is no socket (ENOENT) — is the server running? path ${fixture.home.socket}`,
  );
});

test('the end of the input lets calls finish, then the process ends with 0', { skip: windows }, async () => {
  const service = await fixture.start();
  await fixture.home.write('echo.json', echoManifest(['slow']));
  const printing = fixture.pipe(
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tairseach_slow","arguments":{"n":700}}}',
    '--lenient',
  );
  await service.reached('echo.slow');
  service.release();
  assert.match(await printing, /"id":7,"result":.*\{\\"n\\":700\}/);
});

test('--stay-alive keeps running after the end of the input, until SIGTERM', { skip: windows }, async () => {
  const { child } = fixture.bridge('--stay-alive');
  child.stdin.end(initialize + '\n');
  await fixture.pipe(initialize); // another one, started later and without the flag, has ended
  assert.equal(child.exitCode, null);
  child.kill('SIGTERM');
  const [code] = (await withTimeout(once(child, 'exit'), 30_000, 'The end')) as [number];
  assert.equal(code, 0);
});

for (const [flags, message] of [
  [['--transport', 'http'], '--transport cannot be "http". Use stdio.'],
  [['--prefix', 'a b'], '--prefix can have letters, digits, "_", "-" and "." only, not "a b".'],
  [['--timeout', '0'], '--timeout must be an integer from 1 to 3600, not "0".'],
  [['--nonsense'], "Unknown option '--nonsense'. Run switchboard bridge --help for usage."],
  [['--log-level', 'loud'], '--log-level cannot be "loud". Use trace, debug, info, warn or error.'],
] as const) {
  test(`${flags.join(' ')} is refused in one sentence${proves('R38')}`, async () => {
    const { child, errors, messages } = fixture.bridge(...flags);
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 2);
    assert.equal(errors(), `${message}\n`);
    assert.deepEqual(messages, []);
  });
}

test(`--help lists the flags, what to do about each failure, and the entry for Claude Desktop${proves('R39', 'R122')}`, async () => {
  const child = spawn(process.execPath, [cli, 'bridge', '--help'], { env: fixture.environment() });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  for (const part of [
    '--manifests DIR',
    '--socket PATH',
    '--prefix P',
    '--lenient',
    '--log-level',
    '"socket connect failed"  Is the server running? Check the path: ',
    '"Unknown tool"           The tool is not in a manifest, is hidden by "mcpExpose": false, or its manifest is not valid',
    '"Permission denied"      Grant the permission in the operating system\'s settings',
    '{ "mcpServers": { "tairseach": { "command": "switchboard", "args": ["bridge"] } } }',
  ]) {
    assert.ok(printed.includes(part), part);
  }
});

test(
  'a bad manifest is named on stderr with line and reason, and the others are served',
  { skip: windows },
  async () => {
    await fixture.home.write('good.json', serverStatus);
    const bad = await fixture.home.write('bad.json', '{\n  "id": "x",\n  "tools": [}\n');
    const { send, find, messages, errors } = fixture.bridge('--lenient');
    send('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    const answer = await find(() => messages[0], 'the list');
    assert.match(JSON.stringify(answer), /tairseach_server_status/);
    assert.ok(errors().includes(`[WARN] ${bad}:3: Not valid JSON: `), errors());
  },
);

test(`a client of the v1 SDK works with it${proves('R160')}`, { skip: windows }, async () => {
  await fixture.start();
  await fixture.home.write('server-status.json', serverStatus);
  const client = new Client({ name: 'v1', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [cli, 'bridge'], env: fixture.environment() }),
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
  await fixture.home.write(example.manifestName, example.manifest);
  const script = path.join(fixture.home.dir, example.serviceName);
  await writeFile(script, example.service);
  const child = spawn(process.execPath, [script], { env: fixture.environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  fixture.own({ stop: async () => void child.kill('SIGKILL') });
  await once(child.stdout, 'data');
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'tairseach_hello_greet', arguments: { name: 'Ada\u2028' } },
  };
  const printed = await fixture.pipe(JSON.stringify(call), '--lenient');
  assert.match(printed, /"structuredContent":\{"greeting":"Hello, Ada\u2028!"\}/);
});
