import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import {
  childEnv,
  runProgram,
  runProgramNow,
  spawnProgram,
  systemProgram,
} from '../../../src/core/process/spawnProgram.ts';
import { readSources } from '../../support/sources.ts';

test('one file of src runs programs, so that none is run by a bare name', () => {
  const sources = readSources('src');
  assert.ok(sources.length > 300, 'saw no sources');
  const running = sources.filter(({ file, text }) => {
    const lines = text.split('\n').filter((line) => /['"](?:node:)?child_process['"]|cross-spawn/.test(line));
    return lines.some((line) => !line.startsWith('import type ')) && file !== 'src/core/process/spawnProgram.ts';
  });
  // A script that stands alone; its own test runs it.
  assert.deepEqual(
    running.map(({ file }) => file),
    ['src/core/proxy/launcherScript.ts'],
  );
});

test('neither of them gives arguments to a shell', () => {
  const files = new Set(['src/core/process/spawnProgram.ts', 'src/core/proxy/launcherScript.ts']);
  const sources = readSources('src').filter(({ file }) => files.has(file));
  assert.deepEqual(
    sources.filter(({ text }) => /\bshell:|\bexec(?:Sync)?\b/.test(text)).map(({ file }) => file),
    [],
  );
});

test('a bare or relative name is refused before anything is run', async () => {
  for (const program of ['node', './node', '', 'bin/node']) {
    assert.throws(() => spawnProgram(program, [], {}), /absolute path/);
    await assert.rejects(runProgram(program, [], {}), /absolute path/);
  }
});

test('on Windows no child looks for a program in its current folder first', () => {
  assert.deepEqual(childEnv({ Path: 'C:\\x', nodefaultcurrentdirectoryinexepath: '' }, true), {
    Path: 'C:\\x',
    NoDefaultCurrentDirectoryInExePath: '1',
  });
  const env = { PATH: '/bin' };
  assert.equal(childEnv(env, false), env);
});

test('a program is run by its path and its output is returned', async () => {
  const { stdout } = await runProgram(process.execPath, ['-p', '6*7'], {});
  assert.equal(stdout.toString('utf8').trim(), '42');
});

test('a child gets its folder and its environment, and nothing of ours beside', async () => {
  const script =
    'process.stdout.write(process.cwd() + " " + Object.keys(process.env).filter((name) => name === "ONLY" || name === "HOME"))';
  const child = spawnProgram(process.execPath, ['-e', script], { cwd: '/', env: { ONLY: '1' } });
  const [text] = await Promise.all([child.stdout.setEncoding('utf8').toArray(), once(child, 'close')]);
  assert.equal(text.join(''), `${path.resolve('/')} ONLY`);
  const own = spawnProgram(process.execPath, ['-p', 'process.env.PATH'], {});
  const [inherited] = await Promise.all([own.stdout.setEncoding('utf8').toArray(), once(own, 'close')]);
  assert.equal(inherited.join('').trim(), process.env['PATH']);
});

test('a program that fails has no output, and a system program is run by its path', () => {
  assert.equal(runProgramNow(process.execPath, ['-p', '6*7']).trim(), '42');
  assert.equal(runProgramNow(process.execPath, ['-e', 'console.log(1); process.exit(3)']), '');
  assert.ok(path.isAbsolute(systemProgram('ps')) && path.isAbsolute(systemProgram('no-such-program')));
});
