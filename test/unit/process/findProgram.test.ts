import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { findOnPath, pathDirs } from '../../../src/core/process/findOnPath.ts';
import { findProgram } from '../../../src/core/process/findProgram.ts';
import { open } from '../../support/coreFixture.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const skip = process.platform === 'win32';
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-find-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function program(dir: string, name: string, text = '#!/bin/sh\n'): string {
  mkdirSync(path.join(folder, dir), { recursive: true });
  const file = path.join(folder, dir, name);
  writeFileSync(file, text, { mode: 0o755 });
  return file;
}

const own = program('own', 'tool');
const late = program('login', 'late-tool');
const loginDir = path.dirname(late);
// The login shell is asked once per process, so that all tests here share one.
process.env['SHELL'] = program('shell', 'login', `#!/bin/sh\nPATH=${loginDir}:$PATH\nexport PATH\neval "$3"\n`);
process.env['PATH'] = `${path.dirname(own)}:${process.env['PATH']}`;

test('a program of our own PATH is found without asking the login shell', { skip }, async () => {
  assert.deepEqual(await findProgram('tool', { cwd: '/' }), { program: own, searchPath: process.env['PATH'] });
});

test('a program that only the login shell knows is found in its PATH, which comes before ours', { skip }, async () => {
  const { program: found, searchPath } = await findProgram('late-tool', { cwd: '/' });
  assert.equal(found, late);
  assert.ok(searchPath.startsWith(`${loginDir}:`) && searchPath.includes(path.dirname(own)));
});

test('the dialog and the fingerprint have the program that only the login shell knows', { skip }, async () => {
  const { core, ports } = await open({ servers: { it: { command: 'late-tool' } } });
  await core.approve('it');
  assert.match(ports.asked[0]?.detail ?? '', new RegExp(`\nProgram:\n    ${late}\n`));
  core.dispose();
});

test('a declared PATH is all that counts', { skip }, async () => {
  const declared = path.dirname(own);
  assert.equal((await findProgram('tool', { cwd: '/', path: declared })).program, own);
  for (const command of ['late-tool', 'sh'])
    assert.deepEqual(await findProgram(command, { cwd: '/', path: declared }), {
      program: undefined,
      searchPath: declared,
    });
});

test('a backslash is part of a name where it separates nothing', { skip }, () => {
  assert.equal(findOnPath('a\\b', '/bin'), undefined);
});

test('only absolute folders of PATH are kept', { skip }, () => {
  assert.deepEqual(pathDirs({ PATH: '/a:.::b:/c' }), ['/a', '/c']);
  assert.deepEqual(pathDirs({}), []);
});
