import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { findProgram } from '../../../src/core/process/findProgram.ts';
import { notesServer, open } from '../../support/coreFixture.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const skip = process.platform === 'win32';
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-approved-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with a program called `node` that leaves a file behind, and then runs the real one. */
function decoy(name: string): { readonly dir: string; readonly ran: string } {
  const dir = path.join(folder, name);
  const ran = path.join(dir, 'ran');
  mkdirSync(dir);
  writeFileSync(path.join(dir, 'node'), `#!/bin/sh\n: > "${ran}"\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  return { dir, ran };
}

test('the dialog names the program that the PATH of the entry leads to, and that one is run', { skip }, async () => {
  const { dir, ran } = decoy('declared');
  const env = { PATH: `${dir}:/usr/bin:/bin` };
  const { core, ports } = await open({ servers: { it: { command: 'node', args: [notesServer], env } } });
  ports.answer = 'Approve';
  await core.approve('it');
  assert.match(ports.asked[0]?.detail ?? '', new RegExp(`\nProgram:\n    ${path.join(dir, 'node')}\n`));
  await core.server('it').start();
  assert.ok(existsSync(ran));
  core.dispose();
});

test('a PATH of the entry that extends the one of the host leads to the same program', { skip }, async () => {
  const { dir } = decoy('extended');
  for (const PATH of ['${env:PATH}', '${PATH}']) {
    const env = { PATH: `${dir}:${PATH}` };
    const { core, ports } = await open({ servers: { it: { command: 'node', args: ['x.js'], env } } });
    await core.approve('it');
    assert.match(ports.asked[0]?.detail ?? '', new RegExp(`\nProgram:\n    ${path.join(dir, 'node')}\n`), PATH);
    core.dispose();
  }
});

test('a PATH in the environment file leads to the program too', { skip }, async () => {
  const { dir } = decoy('envFile');
  const { core, ports } = await open({ servers: { it: { command: 'node', args: ['x.js'], envFile: '.env' } } });
  ports.edit('.env', `PATH=${dir}\n`);
  await core.approve('it');
  assert.match(ports.asked[0]?.detail ?? '', new RegExp(`\nProgram:\n    ${path.join(dir, 'node')}\n`));
  core.dispose();
});

test('a home folder in the command is resolved before it is approved', { skip }, async () => {
  const { core, ports } = await open({ servers: { it: { command: '~/bin/tool' } } });
  await core.approve('it');
  assert.match(ports.asked[0]?.detail ?? '', /\nProgram:\n {4}\/(?!.*~).*\/bin\/tool\n/);
  core.dispose();
});

test('a program that appears in an earlier folder after the approval is not run', { skip }, async () => {
  const early = path.join(folder, 'early');
  mkdirSync(early);
  const PATH = `${early}:${path.dirname(process.execPath)}:/usr/bin:/bin`;
  const { core, ports } = await open({
    servers: { it: { command: path.basename(process.execPath), args: [notesServer], env: { PATH } } },
  });
  ports.answer = 'Approve';
  await core.approve('it');
  const ran = path.join(early, 'ran');
  writeFileSync(path.join(early, path.basename(process.execPath)), `#!/bin/sh\n: > "${ran}"\n`, { mode: 0o755 });
  await assert.rejects(core.server('it').start(), { code: 'trust/changed-since-approval' });
  assert.ok(!existsSync(ran));
  core.dispose();
});

test('a relative folder of the PATH of the host leads to nothing in the workspace', { skip }, async () => {
  const { dir } = decoy('relative');
  const before = process.env['PATH'];
  process.env['PATH'] = `.:${path.relative(process.cwd(), dir)}:/usr/bin:/bin`;
  try {
    const { program } = await findProgram('node', { cwd: dir });
    assert.notEqual(program, path.join(dir, 'node'));
  } finally {
    process.env['PATH'] = before;
  }
});
