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
  },
);

test('on Windows the command is a cmd file that keeps its variables to itself', () => {
  const file = writeCommand(path.join(folder, 'windows'), launcher(), 'win32');
  assert.ok(file.endsWith('switchboard.cmd'));
  assert.match(readFileSync(file, 'utf8'), /^@setlocal\r\n@set A=it's\r\n@".*" ".*print args\.mjs" %\*\r\n$/);
});
