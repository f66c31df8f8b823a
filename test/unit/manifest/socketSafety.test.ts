import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { chmod, chown, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { chooseSocket, socketCandidates } from '../../../src/core/manifest/socket/socketPath.ts';
import { safeSocketPath, systemRules } from '../../../src/core/manifest/socket/socketSafety.ts';

const windows = process.platform === 'win32' && 'Unix sockets only';
const isRoot = process.getuid?.() === 0;
let root = '';
let servers: Server[] = [];

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sb-')));
});
afterEach(async () => {
  for (const server of servers) server.close();
  servers = [];
  await rm(root, { recursive: true, force: true });
});

async function listen(file = path.join(root, 's.sock'), mode = 0o600): Promise<string> {
  const server = createServer().listen(file);
  servers.push(server);
  await once(server, 'listening');
  await chmod(file, mode);
  return file;
}

async function refusal(file: string, rules = systemRules): Promise<Fault> {
  const error: unknown = await safeSocketPath(file, rules).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  assert.ok(Fault.is(error), 'it was not refused');
  return error;
}

test('a socket of this user with mode 0600 is used', { skip: windows }, async () => {
  const file = await listen();
  assert.equal(await safeSocketPath(file), file);
});

test('a link is resolved, and what it leads to is checked', { skip: windows }, async () => {
  const file = await listen();
  const link = path.join(root, 'link.sock');
  await symlink(file, link);
  assert.equal(await safeSocketPath(link), file);
});

for (const mode of [0o666, 0o660, 0o602, 0o755]) {
  test(
    `a socket of mode ${mode.toString(8)} is refused with the command that fixes it`,
    { skip: windows },
    async () => {
      const file = await listen(undefined, mode);
      const fault = await refusal(file);
      assert.equal(fault.code, 'socket/unsafe');
      assert.equal(
        fault.message,
        `socket refused: ${file} has mode 0${mode.toString(8)}, so other users can reach it; 0600 is needed`,
      );
      assert.equal(fault.hint, `Run: chmod 600 ${file}`);
    },
  );
}

test(`a socket that belongs to another user is refused${proves('R120')}`, { skip: windows }, async () => {
  const file = await listen();
  const fault = await refusal(file, { ...systemRules, ownUid: (systemRules.ownUid ?? 0) + 1 });
  assert.equal(fault.code, 'socket/unsafe');
  assert.match(fault.message, /belongs to another user/);
});

test(
  'a socket that really was given to another user is refused',
  { skip: windows || (!isRoot && 'only root can give files away') },
  async () => {
    const file = await listen();
    await chown(file, 65534, 65534);
    const fault = await refusal(file);
    assert.equal(fault.message, `socket refused: ${file} belongs to another user (uid 65534, not 0)`);
  },
);

test('a folder that others can write to is refused, unless it is sticky', { skip: windows }, async () => {
  const folder = path.join(root, 'open');
  await mkdir(folder);
  const file = await listen(path.join(folder, 's.sock'));
  await chmod(folder, 0o777);
  const fault = await refusal(file);
  assert.match(fault.message, /other users can write to the folder .*open \(mode 0777\)/);
  await chmod(folder, 0o1777);
  assert.equal(await safeSocketPath(file), file);
  await chmod(folder, 0o755);
  assert.equal(await safeSocketPath(file), file, 'reading a folder harms nothing');
});

test(
  'a folder of another user is refused',
  { skip: windows || (!isRoot && 'only root can give files away') },
  async () => {
    const folder = path.join(root, 'theirs');
    await mkdir(folder);
    const file = await listen(path.join(folder, 's.sock'));
    await chown(folder, 65534, 65534);
    assert.match((await refusal(file)).message, /the folder .*theirs belongs to another user/);
  },
);

test('a plain file is not a socket', { skip: windows }, async () => {
  const file = path.join(root, 'file.sock');
  await writeFile(file, '', { mode: 0o600 });
  assert.match((await refusal(file)).message, /is not a socket/);
});

test('a missing socket is reported with the remedy and the path', { skip: windows }, async () => {
  const file = path.join(root, 'none.sock');
  const fault = await refusal(file);
  assert.equal(fault.code, 'socket/unreachable');
  assert.equal(
    fault.message,
    `socket connect failed: there is no socket (ENOENT) — is the server running? path ${file}`,
  );
});

test('a path that is too long for a socket is reported as such', { skip: windows }, async () => {
  const folder = path.join(root, 'd'.repeat(120));
  await mkdir(folder);
  const file = path.join(folder, 's.sock');
  await writeFile(file, '');
  assert.match((await refusal(file)).message, /has \d+ bytes; a socket's path has at most 10[37]/);
});

test('only pipes of this machine are used on Windows', async () => {
  const rules = { ownUid: undefined, platform: 'win32' } as const;
  assert.equal(await safeSocketPath('\\\\.\\pipe\\tairseach-ada', rules), '\\\\.\\pipe\\tairseach-ada');
  assert.equal((await refusal('\\\\server\\pipe\\x', rules)).code, 'socket/unsafe');
  assert.equal((await refusal('C:\\x.sock', rules)).code, 'socket/unsafe');
});

test(
  `the socket is looked for in the home folder, then under the user id in the temp folder${proves('R114', 'R120')}`,
  { skip: windows },
  async () => {
    const candidates = socketCandidates({ homeDir: path.join(root, 'home'), tmpDir: root });
    assert.deepEqual(candidates, [
      path.join(root, 'home', '.tairseach', 'tairseach.sock'),
      path.join(root, `tairseach-${os.userInfo().uid}.sock`),
      `/tmp/tairseach-${os.userInfo().uid}.sock`,
    ]);
    assert.equal(await chooseSocket(candidates), candidates[0]);
    await listen(candidates[1]);
    assert.equal(await chooseSocket(candidates), candidates[1]);
    await mkdir(path.dirname(candidates[0]), { recursive: true });
    await listen(candidates[0]);
    assert.equal(await chooseSocket(candidates), candidates[0]);
  },
);

test('a chosen path is the only one that is tried', () => {
  assert.deepEqual(socketCandidates({ homeDir: '/home/ada', chosen: '~/x.sock' }), [path.join('/home/ada', 'x.sock')]);
  assert.deepEqual(socketCandidates({ homeDir: '/home/ada', platform: 'win32' }), [
    `\\\\.\\pipe\\tairseach-${os.userInfo().username}`,
  ]);
});
