import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../support/until.ts';
import { installCommandLine, installedEnvironment, installedPackage } from './support/installedCommandLine.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-package-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const windows = process.platform === 'win32' && 'the prefix is laid out differently';
const installed = installedPackage(folder);
const env = installedEnvironment(folder);

before(() => installCommandLine(folder));

function filesBelow(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)));
}

test('the package holds the command line and nothing else', { skip: windows }, () => {
  const strangers = filesBelow(installed).filter(
    (name) =>
      !/^(package\.json|README\.md|LICENSE|THIRD-PARTY\.md|dist\/lsp\.js|dist\/(cli|quickQuery)\.cjs|dist\/knowledge\.bin|dist\/chunks\/[\w-]+\.js)$/.test(
        name,
      ),
  );
  assert.deepEqual(strangers, []);
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  assert.deepEqual(manifest['bin'], { switchboard: 'dist/cli.cjs' });
  assert.deepEqual(manifest['engines'], { node: '>=22.13' });
  for (const key of ['private', 'dependencies', 'scripts', 'contributes']) assert.ok(!(key in manifest), key);
});

for (const args of [['--version'], ['knowledge', 'get', 'TMKB-AUTHZ-001'], ['lsp', '--help'], ['completion', 'bash']]) {
  test(`installed, switchboard ${args.join(' ')} works`, { skip: windows }, () => {
    const { status, stdout, stderr } = spawnSync('switchboard', args, { env, cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.notEqual(stdout, '');
  });
}

test('installed, the servers of a file are listed and the language server answers', { skip: windows }, async () => {
  const listed = spawnSync('switchboard', ['list'], { env, cwd: folder, encoding: 'utf8' });
  assert.equal(listed.status, 2);
  assert.match(listed.stderr, /^No MCP server is configured/);
  const body =
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}';
  const input = `Content-Length: ${body.length}\r\n\r\n${body}`;
  const lsp = spawn('switchboard', ['lsp', '--stdio'], { env, cwd: folder });
  let stdout = '';
  lsp.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  lsp.stdin.write(input);
  await until(() => stdout.includes('"capabilities"'), 'the response to initialize').finally(() => lsp.kill());
});

test('on a Node that is too old it says so in one sentence and exits with 2', () => {
  const versions = '{ ...process.versions, node: "18.20.0" }';
  const older = `data:text/javascript,Object.defineProperty(process, "versions", { value: ${versions} })`;
  const cli = path.join(installed, 'dist/cli.cjs');
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, cli, 'list'], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [2, 'switchboard needs Node 22.13 or newer. This is Node 18.20.0.\n']);
});
