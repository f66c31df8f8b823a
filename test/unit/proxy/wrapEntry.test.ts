import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { editServer } from '../../../src/core/config/edit/edit.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { launcherScript } from '../../../src/core/proxy/launcherScript.ts';
import { isWrapped, unwrapEntry, wrapEntry } from '../../../src/core/proxy/wrapEntry.ts';

const launcher = { command: 'node', args: ['/home/me/switchboard.mjs'], env: {} };

test('a wrapped entry runs the same command behind the tap, and unwraps to exactly what it was', () => {
  const bodies = [
    { command: 'npx', args: ['-y', 'a-server', '--', 'tap'], env: { KEY: '${input:key}' }, cwd: '${workspaceFolder}' },
    { type: 'stdio', command: 'uvx' },
    { command: 'x', args: ['y'], dev: { watch: 'src/**' } },
  ];
  for (const body of bodies) {
    const wrapped = wrapEntry(body, 'demo', launcher);
    assert.ok(wrapped && isWrapped(wrapped) && !isWrapped(body));
    assert.deepEqual(wrapped['command'], 'node');
    assert.deepEqual(unwrapEntry(wrapped), body);
    assert.equal(wrapEntry(wrapped, 'demo', launcher), undefined, 'not twice');
  }
  assert.equal(unwrapEntry({ command: 'npx', args: ['tap', '--', 'x'] }), undefined, "someone else's");
});

test('a URL is not wrapped, and the variable for Electron is removed again', () => {
  assert.equal(wrapEntry({ url: 'https://example.com/mcp' }, 'demo', launcher), undefined);
  const electron = { ...launcher, env: { ELECTRON_RUN_AS_NODE: '1' } };
  const body = { command: 'npx', env: { A: '1' } };
  const wrapped = wrapEntry(body, 'demo', electron);
  assert.deepEqual(wrapped?.['env'], { A: '1', ELECTRON_RUN_AS_NODE: '1' });
  assert.deepEqual(unwrapEntry(wrapped ?? {}), body);
});

test('in the file, wrapping and undoing leaves every comment where it was', () => {
  const text = `{
  // mine
  "servers": {
    "demo": { "command": "npx", /* pinned */ "args": ["-y", "a@1.0.0"], "envFile": ".env" } // last
  }
}
`;
  const entry = (from: string) => parseConfig(from, 'vscode', '/x/mcp.json').servers[0]!;
  const wrapped = editServer(text, 'vscode', 'demo', wrapEntry(entry(text).raw, 'demo', launcher)!);
  assert.ok(wrapped.ok && wrapped.text.includes('"tap"') && wrapped.text.includes('// last'));
  const undone = editServer(wrapped.text, 'vscode', 'demo', unwrapEntry(entry(wrapped.text).raw)!);
  assert.ok(undone.ok);
  assert.deepEqual(entry(undone.text).raw, entry(text).raw);
  for (const comment of ['// mine', '/* pinned */', '// last']) assert.ok(undone.text.includes(comment));
});

test('without the extension the launcher still runs the server itself', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'launcher-'));
  const script = path.join(folder, 'switchboard.mjs');
  writeFileSync(script, launcherScript(path.join(folder, 'gone', 'cli.js')));
  const server = 'process.stdin.pipe(process.stdout); process.exitCode = 3';
  const { stdout, status } = spawnSync(process.execPath, [script, 'tap', '--', process.execPath, '-e', server], {
    input: 'hello',
  });
  rmSync(folder, { recursive: true });
  assert.deepEqual([stdout.toString(), status], ['hello', 3]);
});

test('on a Node that is too old for our command line the server still runs, and it is said why it is not recorded', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-launcher-'));
  const [script, cli] = [path.join(folder, 'switchboard.mjs'), path.join(folder, 'cli.js')];
  writeFileSync(cli, 'process.exit(9)');
  writeFileSync(script, launcherScript(cli));
  const versions = '{ ...process.versions, node: "22.12.0" }';
  const older = `data:text/javascript,Object.defineProperty(process, "versions", { value: ${versions} })`;
  const server = 'process.stdin.pipe(process.stdout)';
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', older, script, 'tap', '--', process.execPath, '-e', server],
    { input: 'hello', encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  assert.deepEqual([stdout, status], ['hello', 0]);
  assert.match(stderr, /needs Node 22\.13 or newer/);
});
