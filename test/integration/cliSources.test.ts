import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createToolsCallRequest } from '../unit/mcpServer/support/messages.ts';
import { CliProcess, type Ended } from './support/cliProcess.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-sources-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const off = { command: 'no-such-program', disabled: true };
const home = path.join(folder, 'home');
const work = path.join(folder, 'work');
const roaming = path.join(home, 'roaming');
const user = {
  linux: path.join(home, '.config/Code/User'),
  darwin: path.join(home, 'Library/Application Support/Code/User'),
  win32: path.join(roaming, 'Code/User'),
}[process.platform as 'linux'];
for (const [file, content] of [
  [path.join(user, 'mcp.json'), { servers: { mine: off, both: off } }],
  [path.join(work, '.mcp.json'), { mcpServers: { both: off } }],
  [
    path.join(work, 'all.code-workspace'),
    { folders: [{ path: '.' }], settings: { mcp: { servers: { shared: off } } } },
  ],
] as const) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
}
const env = {
  ...process.env,
  HOME: home,
  APPDATA: roaming,
  XDG_CONFIG_HOME: '',
  XDG_STATE_HOME: path.join(folder, 's'),
};

function list(...args: readonly string[]): Promise<Ended> {
  return new CliProcess(['list', '--json', ...args], { env, cwd: work }).end();
}

function names({ stdout, stderr }: Ended): readonly string[] {
  assert.notEqual(stdout, '', stderr);
  return (JSON.parse(stdout) as { server: string }[]).map(({ server }) => server).toSorted();
}

test("the folder's files, its workspace file and the user's own file are read, the nearest first", async () => {
  const listed = await list();
  assert.deepEqual(names(listed), ['both', 'mine', 'shared']);
});

test('--config reads a workspace file, and nothing else', async () => {
  assert.deepEqual(names(await list('--config', 'all.code-workspace')), ['shared']);
});

test('switchboard_servers of serve lists the configured servers, which are not started', async () => {
  const cli = new CliProcess(['serve'], { env, cwd: work });
  await cli.initialize();
  cli.send(createToolsCallRequest(1, 'switchboard_servers', {}));
  const answer = JSON.stringify(await cli.answerTo(1));
  await cli.end();
  for (const name of ['both', 'mine', 'shared']) assert.ok(answer.includes(`\\"id\\":\\"${name}\\"`), answer);
});
