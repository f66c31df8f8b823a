import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { commandText, writeCommand } from '../../../src/core/proxy/commandShim.ts';
import { LauncherFile } from '../../../src/core/proxy/launcherFile.ts';
import { readSources } from '../../support/sources.ts';

const folder = mkdtempSync(path.join(tmpdir(), "it's a launcher "));
after(() => rmSync(folder, { recursive: true, force: true }));

const windows = process.platform === 'win32' && 'no sh';

test('a launcher is written on first use, renewed by the next version, and keeps its fallback', () => {
  const old = path.join(folder, 'old.js');
  const first = new LauncherFile(folder, old);
  assert.ok(!existsSync(first.path), 'a window that does not need it writes nothing');
  first.write();
  const next = path.join(folder, 'next.js');
  const text = readFileSync(new LauncherFile(folder, next).path, 'utf8');
  assert.ok(text.includes(JSON.stringify(next)) && !text.includes(JSON.stringify(old)));
  const server = ['tap', '--', process.execPath, '-e', 'process.exit(3)'];
  assert.equal(spawnSync(process.execPath, [first.path, ...server]).status, 3, 'without the extension');
});

test('without the extension, the launcher ends as the server did, and with 2 where nothing could be run', () => {
  const gone = new LauncherFile(path.join(folder, 'gone'), path.join(folder, 'gone.js'));
  gone.write();
  const status = (...args: readonly string[]): number | null =>
    spawnSync(process.execPath, [gone.path, ...args], { encoding: 'utf8' }).status;
  assert.equal(status('tap', '--', process.execPath, '-e', 'process.exit(0)'), 0);
  assert.equal(status('tap', '--', process.execPath, '-e', 'process.exit(7)'), 7);
  if (process.platform !== 'win32')
    assert.equal(status('tap', '--', process.execPath, '-e', 'process.kill(process.pid, "SIGTERM")'), 128 + 15);
  assert.equal(status('tap', '--', 'no-such-program'), 2);
  assert.equal(status('gateway'), 2);
});

test('the launcher passes the exit code of the command line on', () => {
  const cli = path.join(folder, 'cli.mjs');
  writeFileSync(cli, 'process.exitCode = Number(process.argv[2])');
  const here = new LauncherFile(path.join(folder, 'here'), cli);
  here.write();
  for (const code of [0, 1, 2, 5]) assert.equal(spawnSync(process.execPath, [here.path, String(code)]).status, code);
});

test('the launcher has one writer', () => {
  const writers = readSources('src')
    .filter(({ text }) => /launcherName\b|'switchboard\.mjs'/.test(text))
    .map(({ file }) => file);
  assert.deepEqual(writers, ['src/core/proxy/launcherFile.ts', 'src/core/proxy/wrapEntry.ts']);
});

function launcher(): Parameters<typeof writeCommand>[1] {
  const script = path.join(folder, 'print args.mjs');
  writeFileSync(script, 'console.log(JSON.stringify([process.env.A, ...process.argv.slice(2)]))');
  return { command: process.execPath, args: [script], env: { A: "it's" } };
}

test(
  'switchboard runs by its name where its folder is on the PATH, and as a pasted line anywhere',
  { skip: windows },
  () => {
    const bin = path.join(folder, 'bin');
    writeCommand(bin, launcher());
    const run = (line: string, search: string): unknown => {
      const { stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { env: { PATH: search }, encoding: 'utf8' });
      return stdout === '' ? stderr : JSON.parse(stdout);
    };
    assert.deepEqual(run("switchboard tap 'a b'", `${bin}:/usr/bin:/bin`), ["it's", 'tap', 'a b']);
    const line = commandText(launcher(), ['tap', '--http', 'http://x/?a=1&b=$HOME']);
    assert.deepEqual(run(line, '/usr/bin:/bin'), ["it's", 'tap', '--http', 'http://x/?a=1&b=$HOME']);
    writeCommand(bin, { command: process.execPath, args: ['-e', 'process.exit(5)'], env: {} });
    assert.equal(spawnSync('/bin/sh', ['-c', 'switchboard'], { env: { PATH: `${bin}:/usr/bin:/bin` } }).status, 5);
  },
);

test('on Windows the command is a cmd file that keeps its variables to itself', () => {
  const file = writeCommand(path.join(folder, 'windows'), launcher(), 'win32');
  assert.ok(file.endsWith('switchboard.cmd'));
  assert.match(readFileSync(file, 'utf8'), /^@setlocal\r\n@set A=it's\r\n@".*" ".*print args\.mjs" %\*\r\n$/);
});
