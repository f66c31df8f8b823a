import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type RunningService, startService } from '../fixtures/manifest/startService.ts';
import { type Home, echoManifest, makeHome } from '../fixtures/manifest/tools.ts';
import { proves } from '../requirements.ts';
import { readJson } from '../support/sources.ts';
import {
  assertJsonRpcError,
  assertToolSuccess,
  createInitializeRequest,
  createRequest,
  createToolsCallRequest,
  createToolsListRequest,
  parseResponse,
} from '../unit/mcpServer/support/messages.ts';
import { until } from '../support/until.ts';
import { CliProcess, runCli } from './support/cliProcess.ts';

const windows = process.platform === 'win32' && 'signals and Unix sockets';

let home: Home;
let service: RunningService | undefined;
before(async () => {
  home = await makeHome();
  await home.write('echo.json', echoManifest(['say', 'slow']));
  if (!windows) service = await startService(home.socket);
});
after(async () => {
  await service?.stop();
  await home.remove();
});

/** A server whose tool `tairseach_slow` takes its time in another process. */
function serveWithSlowTool(...flags: string[]): CliProcess {
  const env = { ...process.env, HOME: home.dir };
  return new CliProcess(['serve', '--profile', 'tairseach', ...flags], { env, cwd: home.dir });
}

/** Starts a call that is in flight until the service releases it. */
async function callSlowly(cli: CliProcess, id: number): Promise<RunningService> {
  assert.ok(service);
  const { made } = await service.seen();
  cli.send(createToolsCallRequest(id, 'tairseach_slow', {}));
  await service.reached('echo.slow', made.filter((method) => method === 'echo.slow').length + 1);
  return service;
}

/** Resolves when the signal has arrived: from then on requests are refused. */
async function shuttingDown(cli: CliProcess): Promise<void> {
  let id = 1_000;
  await until(async () => {
    cli.send(createToolsListRequest(++id));
    return 'error' in (await cli.answerTo(id));
  }, 'a refusal');
  assertJsonRpcError(await cli.answerTo(id), -32600, 'Server is shutting down');
}

test('--help and --version print help and version', async () => {
  const { version } = readJson<{ version: string }>('package.json');
  for (const flag of ['--version', '-v']) assert.deepEqual((await runCli([flag])).stdout, `${version}\n`);
  for (const args of [['--help'], ['-h'], [], ['help']]) {
    const { code, stdout } = await runCli(args);
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: switchboard <command>/);
    assert.match(stdout, /serve +Serve the embedded MCP server/);
  }
  const { stdout } = await runCli(['serve', '--help']);
  for (const flag of ['--profile', '--transport', '--stay-alive', '--lenient', '--max-message-bytes', '--log-level'])
    assert.ok(stdout.includes(flag), flag);
});

test(`an invalid command line is reported in a sentence on stderr, and the exit code is 2${proves('R38', 'C3')}`, async () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'Unknown command "nope". Run switchboard --help for a list of commands.': ['nope'],
    'Unknown command "constructor". Run switchboard --help for a list of commands.': ['constructor'],
    'Unknown flag --nope. Run switchboard --help for a list of commands.': ['--nope'],
    "Unknown option '--nope'. Run switchboard serve --help for usage.": ['serve', '--nope'],
    '--transport cannot be "sse". Use stdio or http.': ['serve', '--transport', 'sse'],
    '--transport cannot be "". Use stdio or http.': ['serve', '--transport='],
    '--profile cannot be "some". Use all, kimi, tmkb or tairseach.': ['serve', '--profile', 'some'],
    '--log-level cannot be "loud". Use trace, debug, info, warn or error.': ['serve', '--log-level', 'loud'],
    '--max-message-bytes must be an integer from 65536 to 67108864, not "65535".': [
      'serve',
      '--max-message-bytes',
      '65535',
    ],
    '--max-message-bytes must be an integer from 65536 to 67108864, not "67108865".': [
      'serve',
      '--max-message-bytes',
      '67108865',
    ],
    '--max-message-bytes must be an integer from 65536 to 67108864, not "1e6".': [
      'serve',
      '--max-message-bytes',
      '1e6',
    ],
    '--port must be an integer from 0 to 65535, not "70000".': ['serve', '--transport', 'http', '--port', '70000'],
    '--port and --socket require --transport http.': ['serve', '--port', '1'],
    'Specify either --port or --socket, not both.': ['serve', '--transport', 'http', '--port', '1', '--socket', 'x'],
  };
  await Promise.all(
    Object.entries(cases).map(async ([sentence, args]) => {
      const { code, stdout, stderr } = await runCli(args);
      assert.deepEqual({ code, stdout, stderr }, { code: 2, stdout: '', stderr: `${sentence}\n` });
    }),
  );
});

test(`by pipe: a whole session, nothing but protocol on stdout, exit 0${proves('R2', 'R30', 'R39')}`, async () => {
  const input = [
    createInitializeRequest(1),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    createToolsListRequest(2),
    createToolsCallRequest(3, 'switchboard_servers'),
  ];
  const { code, stdout, stderr } = await runCli(
    ['serve', '--log-level', 'debug'],
    `${input.map((one) => JSON.stringify(one)).join('\n')}\n`,
  );
  assert.equal(code, 0, stderr);
  const answers = stdout.trimEnd().split('\n').map(parseResponse);
  assert.deepEqual(
    answers.map(({ id }) => id),
    [1, 2, 3],
  );
  assert.deepEqual(assertToolSuccess(answers[2]!)['structuredContent'], { servers: [] });
  for (const line of stderr.trimEnd().split('\n')) assert.match(line, /^\[(TRACE|DEBUG|INFO|WARN|ERROR)\] /);
  assert.match(stderr, /^\[DEBUG\] \[req_id=3\] switchboard_servers done ms=\d+ error=false$/m);
});

test(`by pipe without a handshake: refused, and answered with --lenient${proves('R17', 'R156', 'R39')}`, async () => {
  const input = `${JSON.stringify(createToolsListRequest(1))}\n`;
  const strict = parseResponse((await runCli(['serve'], input)).stdout);
  assertJsonRpcError(strict, -32600, 'Server not initialized. Send initialized notification first.');
  const lenient = parseResponse((await runCli(['serve', '--lenient'], input)).stdout);
  assert.ok(Array.isArray(lenient.result?.['tools']));
});

test('an empty input is a session too: exit 0 and no output', async () => {
  const { code, stdout, stderr } = await runCli(['serve']);
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: '' });
});

test(`each profile goes by its name, and the product by the version of its package${proves('R21', 'R22', 'C32')}`, async () => {
  const input = `${JSON.stringify(createInitializeRequest(1))}\n`;
  const { version } = readJson<{ version: string }>('package.json');
  const infos: Readonly<Record<string, object>> = {
    all: { name: 'mcp-switchboard', title: 'MCP Switchboard', version },
    kimi: { name: 'kimi-mcp-server', version: '1.0.0' },
    tmkb: {
      name: 'tmkb',
      version: '0.1.0',
      description: 'Threat Model Knowledge Base - Query authorization security threats',
    },
    tairseach: { name: 'tairseach', version: '0.1.0' },
  };
  for (const [profile, info] of Object.entries(infos)) {
    const { stdout } = await runCli(['serve', '--profile', profile], input);
    assert.deepEqual(parseResponse(stdout).result?.['serverInfo'], info);
  }
});

test(`an oversize line is refused, skipped and survived${proves('R29', 'C3')}`, async () => {
  const cli = new CliProcess(['serve', '--max-message-bytes', '65536']);
  await cli.initialize();
  cli.child.stdin.write(`${'x'.repeat(2_000_000)}\n`);
  cli.send(createRequest(2, 'ping'));
  await cli.answerTo(2);
  assert.ok(
    cli
      .answers()
      .some(({ id, error }) => id === undefined && error?.message === 'Message exceeds limit of 65536 bytes'),
  );
  assert.equal((await cli.end()).code, 0);
});

test(
  `the end of the input waits for the call in flight, then exits 0${proves('R30', 'C2')}`,
  { skip: windows },
  async () => {
    const cli = serveWithSlowTool();
    await cli.initialize();
    const slow = await callSlowly(cli, 2);
    const ended = cli.end();
    await runCli(['serve']); // another one, started later, has ended with its input
    slow.release();
    assert.equal((await ended).code, 0);
    assert.deepEqual(assertToolSuccess(await cli.answerTo(2))['content'], [{ type: 'text', text: '{}' }]);
  },
);

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(
    `${signal} waits for the call in flight, refuses new ones, then exits 0${proves('R31')}`,
    { skip: windows },
    async () => {
      const cli = serveWithSlowTool();
      await cli.initialize();
      const slow = await callSlowly(cli, 2);
      cli.child.kill(signal);
      await shuttingDown(cli);
      slow.release();
      const { code, signal: killedBy } = await cli.ended;
      assert.deepEqual({ code, killedBy }, { code: 0, killedBy: null });
      assertToolSuccess(await cli.answerTo(2));
    },
  );
}

test('a second signal does not wait', { skip: windows }, async () => {
  const cli = serveWithSlowTool();
  await cli.initialize();
  await callSlowly(cli, 2);
  cli.child.kill('SIGTERM');
  await shuttingDown(cli);
  cli.child.kill('SIGTERM');
  assert.equal((await cli.ended).code, 1);
});

test(
  `a new manifest is announced to the client, and its tool can be called${proves('R142')}`,
  { skip: windows },
  async () => {
    const cli = serveWithSlowTool();
    await cli.initialize();
    cli.send(createToolsListRequest(1));
    await cli.answerTo(1);
    await home.write('more.json', { ...echoManifest(['list']), id: 'more' });
    await until(() => cli.stdout.includes('notifications/tools/list_changed'), 'the change is told');
    cli.send(createToolsCallRequest(2, 'tairseach_list'));
    assert.deepEqual(assertToolSuccess(await cli.answerTo(2))['content'], [{ type: 'text', text: '[1,2,3]' }]);
    assert.equal((await cli.end()).code, 0);
  },
);

test(`--stay-alive outlives its input, and ends on SIGTERM${proves('C2')}`, { skip: windows }, async () => {
  const cli = new CliProcess(['serve', '--stay-alive']);
  await cli.initialize();
  cli.child.stdin.end();
  await runCli(['serve']); // another one, started later and without the flag, has ended
  assert.equal(cli.child.exitCode, null);
  cli.child.kill('SIGTERM');
  assert.equal((await cli.ended).code, 0);
});

test('a client that never reads our log cannot stop us', async () => {
  const cli = new CliProcess(['serve', '--log-level', 'trace'], { readStderr: false });
  await cli.initialize();
  const calls = 3000; // several times what a pipe holds
  for (let id = 0; id < calls; id++) cli.send(createToolsCallRequest(id, 'switchboard_servers', { state: 'wrong' }));
  await cli.answerTo(calls - 1);
  assert.equal((await cli.end()).code, 0);
});

test(
  `over HTTP: one line prints the address, and SIGTERM ends it${proves('R130', 'C28')}`,
  { skip: windows },
  async () => {
    const token = 'x'.repeat(40);
    const cli = new CliProcess(['serve', '--transport', 'http', '--profile', 'tmkb'], {
      env: { ...process.env, SWITCHBOARD_TOKEN: token },
    });
    await until(() => cli.lines().length === 1, 'it listens');
    const address = JSON.parse(cli.lines()[0] ?? '') as { url: string; token: string };
    assert.equal(address.token, token);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const response = await fetch(address.url, {
      method: 'POST',
      headers,
      body: JSON.stringify(createInitializeRequest(1)),
    });
    assert.match(await response.text(), /"serverInfo":\{"name":"tmkb"/);
    cli.child.kill('SIGTERM');
    const { code, stderr } = await cli.ended;
    assert.equal(code, 0);
    assert.ok(!stderr.includes(token), 'the token is no business of the log');
    const weak = await runCli(['serve', '--transport', 'http'], '', { ...process.env, SWITCHBOARD_TOKEN: 'short' });
    assert.deepEqual(
      [weak.code, weak.stderr],
      [2, 'SWITCHBOARD_TOKEN must have at least 32 characters and no blanks.\n'],
    );
  },
);

test('it serves over a Unix socket, and a second server on it is refused', { skip: windows }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-'));
  const socket = join(folder, 'run', 's.sock');
  const cli = new CliProcess(['serve', '--transport', 'http', '--socket', socket]);
  await until(() => cli.lines().length === 1, 'it listens');
  assert.deepEqual(JSON.parse(cli.lines()[0] ?? ''), { url: `unix://${socket}#/mcp` });
  const second = await runCli(['serve', '--transport', 'http', '--socket', socket]);
  assert.equal(second.code, 2);
  assert.match(second.stderr, /^Cannot listen on .*s\.sock: another server is listening there\n$/);
  cli.child.kill('SIGTERM');
  assert.equal((await cli.ended).code, 0);
  rmSync(folder, { recursive: true, force: true });
});
