// The doctor in a terminal: causes with their proof, and cures that are done.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../support/sources.ts';
import { httpFixture } from './serversHttpFixture.ts';
import { LspClient } from '../support/lspClient.ts';
import { CliProcess, type Ended, cliPath } from './support/cliProcess.ts';

const echo = path.join(projectRoot, 'test/fixtures/bad-servers/rugPull.mjs');
const complaint = "console.error('Error: MOON_API_KEY environment variable is required'); process.exit(1)";

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchboard-doctor-'));
  mkdirSync(path.join(folder, '.vscode'));
  writeFileSync(path.join(folder, 'offered.json'), '{"tools":[]}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (): string => path.join(folder, '.vscode/mcp.json');

function configure(entry: object): void {
  writeFileSync(file(), JSON.stringify({ servers: { moon: entry } }, undefined, 2));
}

const env = (): NodeJS.ProcessEnv => ({ ...process.env, XDG_STATE_HOME: path.join(folder, 'state') });

function switchboard(...args: readonly string[]): Promise<Ended> {
  return new CliProcess(args, { env: env(), cwd: folder }).end();
}

test('the cause is named with its proof, its place and what helps', async () => {
  configure({ command: process.execPath, args: ['-e', complaint] });
  await switchboard('approve', 'moon');
  const { stdout, code } = await switchboard('doctor');
  assert.match(stdout, /moon: The server exited with code 1/);
  assert.match(stdout, /needs the environment variable MOON_API_KEY, which is not set/);
  assert.match(stdout, /mcp\.json: env/);
  assert.match(stdout, /1\. Ask for MOON_API_KEY/);
  assert.equal(code, 1);
});

test('a cure is shown and done, and the server then runs', async () => {
  configure({ command: `${process.execPath} ${echo} ${path.join(folder, 'offered.json')}` });
  await switchboard('approve', 'moon');
  const fixed = await switchboard('doctor', 'moon', '--fix', '1', '--yes');
  assert.match(fixed.stderr, /"args": \[/);
  assert.match(fixed.stdout, /Run switchboard approve moon/, 'what has changed is approved anew');
  assert.match(fixed.stderr, /^Changed\. Approve it with: switchboard approve moon$/m);
  assert.equal(fixed.code, 2);
  await switchboard('approve', 'moon');
  const { stdout, code } = await switchboard('doctor', 'moon');
  assert.deepEqual([stdout, code], ['moon: fine, 0 tools\n', 0]);
});

test('a missing variable becomes an input with its value in secret storage', async () => {
  configure({ command: process.execPath, args: ['-e', complaint] });
  await switchboard('approve', 'moon');
  await switchboard('doctor', 'moon', '--fix', '1', '--yes');
  const written = JSON.parse(readFileSync(file(), 'utf8')) as { servers: { moon: { env: object } }; inputs: object[] };
  assert.deepEqual(written.servers.moon.env, { MOON_API_KEY: '${input:moon-api-key}' });
  assert.deepEqual(written.inputs, [
    { type: 'promptString', id: 'moon-api-key', description: 'MOON_API_KEY', password: true },
  ]);
});

test('what is approved is shown without the keys in its arguments, and with all else', async () => {
  const key = '--figma-api-key=figd_abcdef0123456789';
  configure({ command: process.execPath, args: ['-e', complaint, key, '--password=/tmp/moon.sh'] });
  const { stderr } = await switchboard('approve', 'moon');
  assert.match(stderr, /3\. --figma-api-key=\[redacted\]\n +4\. --password=\/tmp\/moon\.sh/);
  assert.match(stderr, /Argument 3 looks like a secret/);
  assert.doesNotMatch(stderr, /figd_abcdef/);
});

test('a value for an input is not dropped without a word', async () => {
  configure({ command: process.execPath, args: ['-e', complaint] });
  await switchboard('approve', 'moon');
  const { stderr } = await switchboard('doctor', 'moon', '--fix', '1', '--yes', '--value', 'q8Zr41LpVt9xK2mN7bW3');
  assert.match(stderr, /not kept: give it to each command, with --input moon-api-key=VALUE or .*_MOON_API_KEY\./);
  assert.doesNotMatch(stderr + readFileSync(file(), 'utf8'), /q8Zr41LpVt9xK2mN7bW3/);
  const given = ['--input', 'moon-api-key=q8Zr41LpVt9xK2mN7bW3'];
  await switchboard('approve', 'moon', ...given);
  const again = await switchboard('doctor', 'moon', '--fix', '1', '--yes', ...given);
  assert.match(again.stderr, /says so already[^]*--input moon-api-key=VALUE/);
});

test('a value that a cure does not take is refused before anything is done', async () => {
  configure({ command: `${process.execPath} ${echo} ${path.join(folder, 'offered.json')}` });
  await switchboard('approve', 'moon');
  const before = readFileSync(file(), 'utf8');
  const { stderr, code } = await switchboard('doctor', 'moon', '--fix', '1', '--yes', '--value', 'x');
  assert.match(stderr, /Number 1 for moon takes no --value\.\n$/);
  assert.deepEqual([code, readFileSync(file(), 'utf8')], [2, before]);
});

const unusable: readonly (readonly [why: string, entry: object, says: RegExp])[] = [
  ['a variable that is not set', { command: 'x', args: ['${env:NO_SUCH_MOON}'] }, /NO_SUCH_MOON is not set/],
  ['an environment file that is not there', { command: 'x', envFile: '${workspaceFolder}/.env' }, /There is no file/],
  ['an input that is not declared', { command: 'x', env: { A: '${input:moon}' } }, /"moon" is not declared/],
];

for (const [why, entry, says] of unusable) {
  test(`an entry with ${why} could not be tried: exit code 2`, async () => {
    configure(entry);
    await switchboard('approve', 'moon');
    const { stdout, code } = await switchboard('doctor', 'moon');
    assert.match(stdout, says);
    assert.match(stdout, /\. Set the variable, or change the entry\.\n  1\. /);
    assert.equal(code, 2);
  });
}

test('nothing is started without an approval, and nothing is done without a yes', async () => {
  configure({ command: process.execPath, args: ['-e', complaint] });
  const untried = await switchboard('doctor', '--json');
  assert.equal(untried.code, 2);
  assert.match(untried.stdout, /"state": "not tried"/);
  await switchboard('approve', 'moon');
  const before = readFileSync(file(), 'utf8');
  const { stderr, code } = await switchboard('doctor', 'moon', '--fix', '1');
  assert.match(stderr, /--yes/);
  assert.equal(code, 2);
  const none = await switchboard('doctor', 'moon', '--fix', '9', '--yes');
  assert.match(none.stderr, /nothing to do with number 9/);
  assert.equal(readFileSync(file(), 'utf8'), before);
});

test('advice that only the user can follow is said again', async () => {
  configure({ command: 'no-such-program-of-ours' });
  await switchboard('approve', 'moon');
  const { stderr, code } = await switchboard('doctor', 'moon', '--fix', '1', '--yes');
  assert.match(stderr, /Number 1 for moon is for you to do: \w+/);
  assert.equal(code, 2);
});

test('a command that only the user can run is said as it can be pasted, and nothing is listed twice', async () => {
  writeFileSync(path.join(folder, 'package.json'), '{"scripts":{"build":"true"}}');
  configure({ command: process.execPath, args: [path.join(folder, 'dist/index.js')] });
  await switchboard('approve', 'moon');
  const { stdout } = await switchboard('doctor', 'moon');
  assert.match(stdout, /does not exist: the server was not built yet/);
  const listed = [...stdout.matchAll(/^ +\d+\. (.+)$/gm)].map(([, text]) => text);
  assert.deepEqual(listed, [...new Set(listed)]);
  const { stderr, code } = await switchboard('doctor', 'moon', '--fix', '1', '--yes');
  assert.match(stderr, /is for you to do: Build the server: sh -c 'npm install && npm run build' \(in /);
  assert.equal(code, 2);
});

test('what is shown of a cure holds no secret', async () => {
  const env = { MOON_TOKEN: 'q8Zr41LpVt9xK2mN7bW3' };
  configure({ command: `${process.execPath} ${echo} ${path.join(folder, 'offered.json')}`, env });
  await switchboard('approve', 'moon');
  const { stderr } = await switchboard('doctor', 'moon', '--fix', '1', '--yes');
  assert.match(stderr, /"MOON_TOKEN": /);
  assert.doesNotMatch(stderr, /q8Zr41LpVt9xK2mN7bW3/);
  assert.match(readFileSync(file(), 'utf8'), /q8Zr41LpVt9xK2mN7bW3/, 'the file keeps it');
});

test('a cure without a server it is meant for starts none', async () => {
  const started = path.join(folder, 'started');
  const args = ['-e', `require('fs').writeFileSync(${JSON.stringify(started)}, ''); process.exit(1)`];
  const entry = { command: process.execPath, args };
  writeFileSync(file(), JSON.stringify({ servers: { moon: entry, sun: entry } }));
  await switchboard('approve', 'moon');
  assert.ok(existsSync(started));
  rmSync(started);
  const { stderr, code } = await switchboard('doctor', '--fix', '1', '--yes');
  assert.deepEqual([stderr, code], ['--fix needs exactly one server.\n', 2]);
  assert.equal(existsSync(started), false);
});

test('an entry that cannot be used is no server that is fine', async () => {
  const moon = { command: process.execPath, args: [echo, path.join(folder, 'offered.json')] };
  writeFileSync(file(), JSON.stringify({ servers: { moon, sun: { command: 1 } } }));
  await switchboard('approve', 'moon');
  const all = await switchboard('doctor', '--json');
  assert.equal(all.code, 2);
  const rows = JSON.parse(all.stdout) as { server?: string; state: string; file?: string; line?: number }[];
  assert.deepEqual(
    rows.map(({ server, state, line }) => [server, state, line]),
    [
      ['moon', 'ok', undefined],
      [undefined, 'not tried', 1],
    ],
  );
  assert.equal((await switchboard('doctor', 'moon')).code, 0, 'it was not asked about');
});

test('a URL with the wrong path is tried at others, and the one that answers is a cure', async () => {
  await using remote = await httpFixture('legacy', ({ url }) =>
    new URL(url).pathname === '/mcp' ? undefined : new Response('', { status: 404 }),
  );
  writeFileSync(
    file(),
    JSON.stringify({ servers: { moon: { type: 'http', url: remote.url.replace(/\/mcp$/, '/wrong') } } }),
  );
  await switchboard('approve', 'moon');
  const { stdout, code } = await switchboard('doctor', 'moon');
  assert.equal(code, 1);
  assert.match(stdout, /- An MCP server answers at .*\/mcp \(http\)/);
  const number = /(\d+)\. Try \/mcp$/m.exec(stdout)?.[1] ?? '';
  await switchboard('doctor', 'moon', '--fix', number, '--yes');
  assert.match(readFileSync(file(), 'utf8'), /"url": ?"[^"]*\/mcp"/);
});

test('a report is printed for an issue, without the values of variables', async () => {
  configure({ command: process.execPath, args: ['-e', complaint], env: { MOON_TOKEN: 'q8Zr41LpVt9xK2mN7bW3' } });
  await switchboard('approve', 'moon');
  const { stdout } = await switchboard('doctor', 'moon', '--report');
  assert.match(stdout, /## moon: The server exited with code 1[^]*variable\/missing, certain[^]*"MOON_TOKEN": "…"/);
  assert.doesNotMatch(stdout, /q8Zr41LpVt9xK2mN7bW3/);
});

test('a value that only the user knows is given with --value', async () => {
  const server =
    "if (!process.argv.includes('ada')) { console.error('missing required argument: name'); process.exit(1) }";
  configure({ command: process.execPath, args: ['-e', server] });
  await switchboard('approve', 'moon');
  const asked = await switchboard('doctor', 'moon', '--fix', '1', '--yes');
  assert.match(asked.stderr, /Add --value/);
  await switchboard('doctor', 'moon', '--fix', '1', '--value', 'ada', '--yes');
  const written = JSON.parse(readFileSync(file(), 'utf8')) as { servers: { moon: { args: string[] } } };
  assert.deepEqual(written.servers.moon.args.slice(2), ['ada']);
});

test('another editor shows what the last start found at its entry, with its cures, until the server runs', async () => {
  configure({ command: process.execPath, args: ['-e', complaint] });
  await switchboard('approve', 'moon');
  await switchboard('doctor', 'moon');
  const client = new LspClient([cliPath, 'lsp', '--stdio'], { cwd: folder, env: env() });
  try {
    await client.start(folder);
    const uri = pathToFileURL(file()).href;
    const failed = client.diagnostics(({ diagnostics }) => diagnostics.some(({ code }) => code === 'server-failed'));
    client.open(uri, readFileSync(file(), 'utf8'));
    const found = (await failed).diagnostics.find(({ code }) => code === 'server-failed')!;
    assert.match(found.message, /needs the environment variable MOON_API_KEY/);
    const actions = await client.request<readonly { title: string; edit?: object }[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: found.range,
      context: { diagnostics: [found] },
    });
    assert.ok(actions.some(({ title, edit }) => title.includes('MOON_API_KEY') && edit !== undefined));
    const gone = client.diagnostics(({ diagnostics }) => !diagnostics.some(({ code }) => code === 'server-failed'));
    const answer = `${process.execPath} ${echo} ${path.join(folder, 'offered.json')}`.split(' ');
    configure({ command: answer[0], args: answer.slice(1) });
    await switchboard('approve', 'moon');
    assert.equal((await switchboard('doctor', 'moon')).code, 0);
    await gone;
    assert.equal(await client.stop(), 0);
  } finally {
    client.child.kill();
  }
});
