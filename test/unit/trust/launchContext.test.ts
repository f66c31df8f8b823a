import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLaunchContext } from '../../../src/core/trust/approval/launchContext.ts';
import { FakeFiles, FakeWorkspace, entryOf, folder } from '../config/support.ts';

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
