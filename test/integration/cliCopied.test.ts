// Every command line that the editor lets a user copy, pasted in a shell that has only the command of the npm package.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { exportClients } from '../../src/core/config/model/dialects.ts';
import { snippet } from '../../src/core/calls/snippets/snippet.ts';
import { gatewayConfig } from '../../src/core/gateway/exposure/clientConfig.ts';
import { commandText } from '../../src/core/proxy/commandShim.ts';
import { LauncherFile } from '../../src/core/proxy/launcherFile.ts';
import { type Launcher, wrapEntry } from '../../src/core/proxy/wrapEntry.ts';
import { knownServers } from '../../src/core/config/sources/knownServers.ts';
import { projectRoot } from '../support/sources.ts';
import { until } from '../support/until.ts';
import { createInitializeRequest } from '../unit/mcpServer/support/messages.ts';
import { httpFixture } from './serversHttpFixture.ts';
import { installCommandLine, installedEnvironment, installedPackage } from './support/installedCommandLine.ts';

const folder = mkdtempSync(path.join(tmpdir(), "switchboard it's copied "));
const running: ChildProcess[] = [];
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
const skip = process.platform === 'win32' && 'no sh';
const env = installedEnvironment(folder);
const notes = {
  command: process.execPath,
  args: [path.join(projectRoot, 'test/fixtures/sample-workspace/servers/notes.mjs')],
};
const configFile = path.join(folder, '.mcp.json');

/** As the extension has it, with the installed files in place of its own. */
let launcher: Launcher;
before(async () => {
  await installCommandLine(folder);
  writeFileSync(configFile, JSON.stringify({ mcpServers: { notes } }));
  const file = new LauncherFile(path.join(folder, 'storage'), path.join(installedPackage(folder), 'dist/cli.cjs'));
  file.write();
  launcher = { command: process.execPath, args: [file.path], env: {} };
});

interface Pasted {
  readonly child: ChildProcess;
  text(): string;
}

function paste(line: string): Pasted {
  const child = spawn('/bin/sh', ['-c', `exec ${line}`], { env, cwd: folder });
  running.push(child);
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString('utf8')));
  child.stderr.on('data', (part: Buffer) => (text += part.toString('utf8')));
  return { child, text: () => text };
}

/** It serves MCP on stdin and stdout. */
async function handshake(line: string, server: RegExp): Promise<void> {
  const { child, text } = paste(line);
  child.stdin!.write(`${JSON.stringify(createInitializeRequest(1))}\n`);
  await until(() => text().includes('"serverInfo"') || child.exitCode !== null, line);
  assert.match(text(), server);
  child.stdin!.end();
}

const sh = (words: readonly string[]): string =>
  commandText({ command: words[0] ?? '', args: [], env: {} }, words.slice(1));

test('what is copied as switchboard call runs in any folder', { skip }, () => {
  const call = { serverId: 'notes', server: undefined, era: 'legacy', protocolVersion: undefined } as const;
  const args = { text: 'it\'s "quoted" $HOME' };
  const line = snippet('cli', {
    ...call,
    tool: 'add_note',
    inputSchema: {},
    args,
    cli: commandText(launcher, []),
    configFile,
  });
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { env, cwd: '/', encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /kept/);
});

test('the command that is copied to record an HTTP server prints an address', { skip }, async () => {
  await using remote = await httpFixture('modern');
  const line = commandText(launcher, ['tap', '--name', "it's remote", '--http', `${remote.url}?a=1&b=$HOME`]);
  const { text } = paste(line);
  await until(() => /^http:\/\/127\.0\.0\.1:\d+\//m.test(text()), line);
});

/** The command and arguments of a client's configuration: JSON, or TOML for Codex. */
function launchIn(text: string): readonly string[] {
  const word = (name: string): unknown => {
    const found = new RegExp(`"?${name}"?\\s*[:=]\\s*("(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`).exec(text)?.[1];
    return JSON.parse(found ?? 'null');
  };
  return [word('command') as string, ...(word('args') as readonly string[])];
}

for (const client of Object.keys(exportClients) as (keyof typeof exportClients)[])
  test(`the gateway configuration that is copied for ${exportClients[client]} starts a gateway`, { skip }, async () => {
    const { command, args } = launcher;
    const { text } = gatewayConfig({ command, script: args.join(' '), env: {}, folder }, client);
    await handshake(sh(launchIn(text)), /"serverInfo":\{"name":"mcp-switchboard-gateway"/);
  });

test('the entry that Record Server writes runs the server', { skip }, async () => {
  const { command, args } = wrapEntry(notes, 'notes', launcher) as { command: string; args: string[] };
  await handshake(sh([command, ...args]), /"serverInfo":\{"name":"notes"/);
});

test('the entry that is proposed for other clients serves', { skip }, async () => {
  const { command, args } = knownServers.find(({ name }) => name === 'switchboard')!.body as {
    command: string;
    args: string[];
  };
  await handshake(sh([command, ...args]), /"serverInfo":\{"name":"mcp-switchboard"/);
});
