import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readText } from '../../../src/core/files/readText.ts';
import { describeLaunch } from '../../../src/core/trust/approval/describeLaunch.ts';
import { readLaunchContext } from '../../../src/core/trust/approval/launchContext.ts';
import { FakeFiles, FakeWorkspace, entryOf, folder } from '../config/support.ts';

const skip = process.platform === 'win32';
const scratch = mkdtempSync(path.join(tmpdir(), 'switchboard-context-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

function ports(files = new FakeFiles(), workspace = new FakeWorkspace()) {
  const looked: string[] = [];
  const findProgram = async (command: string, cwd: string) => {
    looked.push(`${command} in ${cwd}`);
    return `/bin/${command}`;
  };
  return {
    files,
    workspace,
    looked,
    findProgram,
    paths: { folders: [folder], userHome: '/home/u', pathSeparator: '/' },
  };
}

test('the program and the variables file are looked up, the latter in the folder', async () => {
  const bench = ports();
  bench.files.texts.set('/work/app/conf/.env', 'A=1\n');
  const context = await readLaunchContext(
    entryOf({ command: 'npx', cwd: 'tools', envFile: '${workspaceFolder}/conf/.env' }),
    bench,
  );
  assert.deepEqual(context, { executable: '/bin/npx', envFile: [['A', '1']] });
  assert.deepEqual(bench.looked, ['npx in /work/app/tools']);
});

test('in Restricted Mode nothing is looked up and no file is read', async () => {
  const bench = ports();
  bench.workspace.set({ trusted: false });
  assert.deepEqual(await readLaunchContext(entryOf({ command: 'npx', envFile: '.env' }), bench), {});
  assert.deepEqual(bench.looked, []);
  assert.equal(bench.files.reads, 0);
});

test('a missing or unreadable file, or one named by a secret variable, is a problem', async () => {
  const bench = ports();
  const problem = async (envFile: string) =>
    (await readLaunchContext(entryOf({ command: 'x', envFile }), bench)).envFileProblem;
  assert.equal(await problem('.env'), 'There is no file /work/app/.env.');
  assert.equal(await problem('${env:WHERE}/.env'), '"${env:WHERE}/.env" may use folder variables only.');
  bench.files.broken.set('/work/app/.env', new Error('EISDIR'));
  assert.equal(await problem('.env'), '/work/app/.env cannot be read: EISDIR');
});

test('a remote server has no context', async () => {
  assert.deepEqual(await readLaunchContext(entryOf({ url: 'https://x' }), ports()), {});
});

/** What an entry may name as its environment file, and what is said about it. The file system is real. */
async function problemOf(envFile: string): Promise<string | undefined> {
  const real = { ...ports(), files: Object.assign(new FakeFiles(), { read: readText }) };
  return (await readLaunchContext(entryOf({ command: 'x', envFile }), real)).envFileProblem;
}

test('an environment file that is a pipe, a device or a folder is not read', { skip, timeout: 5_000 }, async () => {
  const pipe = path.join(scratch, 'pipe');
  execFileSync('mkfifo', [pipe]);
  symlinkSync('/dev/null', path.join(scratch, 'device'));
  for (const file of [pipe, path.join(scratch, 'device'), scratch, '/dev/zero'])
    assert.match((await problemOf(file)) ?? '', file === scratch ? / is a folder\.$/ : / is not a regular file\.$/);
});

test('an environment file of more than 256 KB is not read', async () => {
  const file = path.join(scratch, 'large.env');
  writeFileSync(file, `A=${'x'.repeat(256 * 1024 - 2)}`);
  assert.equal(await problemOf(file), undefined);
  writeFileSync(file, `A=${'x'.repeat(256 * 1024 - 1)}`);
  assert.equal(await problemOf(file), `${file} is larger than 262144 bytes.`);
});

test('an environment file on another host is not looked at', async () => {
  const own = { ...folder, path: '\\\\wsl$\\home\\app' };
  const bench = { ...ports(), paths: { folders: [own], userHome: 'C:\\Users\\u', pathSeparator: '\\' } };
  const problem = async (envFile: string): Promise<string | undefined> => {
    const entry = entryOf({ command: 'x', envFile });
    return (await readLaunchContext({ ...entry, source: { ...entry.source, folder: own } }, bench)).envFileProblem;
  };
  for (const file of ['\\\\evil\\share\\.env', '//evil/share/.env', '${pathSeparator}${/}evil\\.env', '\\\\.\\pipe\\x'])
    assert.match((await problem(file)) ?? '', / is on another machine, and is not read\.$/, file);
  assert.equal(bench.files.reads, 0);
  await problem('${workspaceFolder}\\.env');
  await problem('.env');
  assert.equal(bench.files.reads, 2, 'a workspace that is itself on another machine has its own files');
});

test('the dialog says where a link leads that stands in for the environment file', { skip }, async () => {
  const link = path.join(scratch, 'link.env');
  writeFileSync(path.join(scratch, 'credentials'), 'KEY=1\n');
  symlinkSync('credentials', link);
  const real = { ...ports(), files: Object.assign(new FakeFiles(), { read: readText }) };
  const entry = entryOf({ command: 'x', envFile: link });
  const context = await readLaunchContext(entry, real);
  assert.match(
    describeLaunch(entry, context),
    new RegExp(`Environment file:\n    ${link}\n    → .*${path.basename(scratch)}/credentials\n`),
  );
});

test('a program that variables decide is not guessed', async () => {
  const bench = ports();
  for (const body of [
    { command: '${env:TOOL}' },
    { command: '${input:tool}' },
    { command: 'x', env: { PATH: '${env:DIR}/bin' } },
    { command: './x', cwd: '${env:DIR}' },
    { command: 'x', cwd: '${env:DIR}', env: { PATH: 'bin' } },
  ])
    assert.deepEqual(await readLaunchContext(entryOf(body), bench), { programUnknown: true }, JSON.stringify(body));
  assert.deepEqual(bench.looked, []);
  for (const command of ['x', '/opt/x'])
    assert.ok((await readLaunchContext(entryOf({ command, cwd: '${env:DIR}' }), bench)).executable);
});

test('of the environment only PATH is read before the approval', async () => {
  const found: (string | undefined)[] = [];
  const findProgram = async (_: string, __: string, searchPath?: string) => void found.push(searchPath);
  const bench = { ...ports(), findProgram, env: { PATH: '/host', SECRET: 's', path: '/other' } };
  for (const PATH of ['/a:${env:PATH}', '/a:${PATH}', '/a:${env:SECRET}', '/a:${SECRET}', '${workspaceFolder}/bin'])
    await readLaunchContext(entryOf({ command: 'x', env: { PATH } }), bench);
  assert.deepEqual(found, ['/a:/host', '/a:/host', '/work/app/bin']);
});
