import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { projectRoot } from '../support/sources.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const sample = path.join(projectRoot, 'test/fixtures/sample-workspace');
const config = path.join(folder, 'mcp.json');
writeFileSync(
  config,
  JSON.stringify({
    mcpServers: {
      notes: { command: process.execPath, args: [path.join(sample, 'servers/notes.mjs')] },
      off: { command: path.join(folder, 'no-such-program'), disabled: true },
      paints: {
        command: process.execPath,
        args: ['-e', 'console.error("\\x1b[31mred\\x1b]0;title\\x07 alert"); process.exit(3)'],
      },
      gone: { command: path.join(folder, 'no-such-program'), args: [] },
      dies: { command: process.execPath, args: ['-e', 'console.error("no database"); process.exit(3)'] },
    },
  }),
);

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Each test has approvals of its own. */
function switchboard(state: string, ...args: string[]): Promise<Ended> {
  return run({ XDG_STATE_HOME: path.join(folder, state) }, args);
}

function run(more: Readonly<Record<string, string>>, args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, ...more };
  const child = spawn(process.execPath, [path.join(projectRoot, 'dist/cli.cjs'), ...args], { env, cwd: folder });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

test('warnings of the SDK do not reach stderr, and others do', async () => {
  const warns = 'process.on("exit", () => { console.warn("[mcp-sdk] for authors"); console.warn("for users"); })';
  const preload = `--import=data:text/javascript,${encodeURIComponent(warns)}`;
  const { stderr } = await run({ NODE_OPTIONS: preload }, ['--version']);
  assert.equal(stderr, 'for users\n');
});

test('nothing runs that was not approved, and the launch is shown', async () => {
  const { code, stdout, stderr } = await switchboard('a', 'call', 'notes', 'find_notes', '--config', config);
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /notes\.mjs/);
  assert.match(stderr, /--trust/);
});

test('--trust approves, and the approval is remembered', async () => {
  const first = await switchboard('b', 'list', '--config', config, '--server', 'notes', '--trust', '--json');
  assert.equal(first.code, 0, first.stderr);
  const [notes] = JSON.parse(first.stdout) as [{ server: string; state: string; tools: { name: string }[] }];
  assert.deepEqual(
    [notes.server, notes.state, notes.tools.map(({ name }) => name)],
    ['notes', 'connected', ['add_note', 'find_notes']],
  );
  const again = await switchboard('b', 'list', '--config', config, '--server', 'notes');
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stdout, /^notes .*2 tools\n {2}add_note /);
});

test('a call prints the result and exits with 0; a tool that fails exits with 1', async () => {
  const call = (...args: string[]): Promise<Ended> =>
    switchboard('c', 'call', 'notes', ...args, '--config', config, '--trust');
  const good = await call('add_note', '--args', '{"text":"milk"}', '--json');
  assert.equal(good.code, 0, good.stderr);
  assert.equal((JSON.parse(good.stdout) as { isError: boolean }).isError, false);
  const unknown = await call('no_such_tool');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /Unknown tool: no_such_tool/);
});

test('a server that cannot be reached exits with 2 and names the cause', async () => {
  const missing = await switchboard('d', 'call', 'gone', 'x', '--config', config, '--trust');
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /no-such-program/);
  const died = await switchboard('d', 'call', 'dies', 'x', '--config', config, '--trust');
  assert.equal(died.code, 2);
  assert.match(died.stderr, /no database/);
});

test('a list continues after a server that fails, and exits with 2', async () => {
  const { code, stdout } = await switchboard('e', 'list', '--config', config, '--trust');
  assert.equal(code, 2);
  assert.match(stdout, /notes .*2 tools/);
  assert.match(stdout, /no database/);
});

test('a disabled server is listed as such and is no failure', async () => {
  const only = path.join(folder, 'off.json');
  writeFileSync(only, JSON.stringify({ mcpServers: { off: { command: 'no-such-program', disabled: true } } }));
  const all = await switchboard('g', 'list', '--config', only);
  assert.deepEqual([all.code, all.stdout.trim()], [0, 'off (off.json)  disabled in the configuration']);
  const named = await switchboard('g', 'list', '--config', only, '--server', 'off', '--trust');
  assert.equal(named.code, 2);
  assert.match(named.stdout, /disabled in its configuration file/);
});

test('a server without discovery is listed with its tools: that is what was asked', async () => {
  const quiet = path.join(folder, 'quiet.json');
  const notes = { command: process.execPath, args: [path.join(sample, 'servers/notes.mjs')], autoDiscover: false };
  writeFileSync(quiet, JSON.stringify({ mcpServers: { notes } }));
  const { code, stdout } = await switchboard('quiet', 'list', '--config', quiet, '--trust', '--json');
  const [listed] = JSON.parse(stdout) as [{ tools: unknown[] }];
  assert.deepEqual([code, listed.tools.length], [0, 2]);
});

test('a server that lists something unusable is listed with what is wrong', async () => {
  const bad = path.join(folder, 'bad.json');
  const server = path.join(projectRoot, 'test/fixtures/bad-servers/badTools.mjs');
  writeFileSync(bad, JSON.stringify({ mcpServers: { bad: { command: process.execPath, args: [server] } } }));
  const { code, stdout } = await switchboard('i', 'list', '--config', bad, '--trust');
  assert.equal(code, 0);
  assert.match(stdout, /^ {2}! tool /m);
});

test('output of a server cannot control the terminal', async () => {
  const { code, stderr } = await switchboard('h', 'call', 'paints', 'x', '--config', config, '--trust');
  assert.equal(code, 2);
  assert.match(stderr, /red alert/);
  assert.ok(!stderr.includes('\u001B'));
});

test('an invalid command line gets one sentence and exit code 2', async () => {
  for (const [args, sentence] of [
    [['call', 'notes'], /Specify a server and a tool/],
    [['call', 'notes', 'x', '--args', '{'], /--args is not valid JSON/],
    [['call', 'notes', 'x', '--args', '[1]'], /--args must be a JSON object/],
    [['call', 'nobody', 'x', '--config', config], /Unknown server "nobody"/],
    [['list', '--config', 'nowhere.json'], /File not found/],
    [['list', '--bogus'], /--bogus/],
  ] as const) {
    const { code, stderr } = await switchboard('f', ...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, sentence);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
});
