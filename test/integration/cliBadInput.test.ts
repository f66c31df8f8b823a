import assert from 'node:assert/strict';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { projectRoot } from '../support/sources.ts';
import { CliProcess, type Ended, cliPath } from './support/cliProcess.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-bad-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const notes = {
  command: process.execPath,
  args: [path.join(projectRoot, 'test/fixtures/sample-workspace/servers/notes.mjs')],
};
const files = {
  'ok.json': JSON.stringify({ mcpServers: { notes } }),
  'broken.json': '{\n  "mcpServers": {',
  'half.json': `{ "mcpServers": { "notes": ${JSON.stringify(notes)}, "next": { "command": "x" }`,
  'noCommand.json': JSON.stringify({ mcpServers: { notes, next: { args: [] } } }),
  'binary.json': Buffer.from([0xc3, 0x28, 0, 1, 2, 0xff]),
  'empty.json': '',
  'nothing.json': '{ "mcpServers": {} }',
  'unknownRules.json': '{ "notes": true, "nots": true }',
  'brokenRules.json': '{\n  "notes": tru }',
  'listRules.json': '[]',
  'text.mcptrace': 'hello\n',
};
for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
mkdirSync(path.join(folder, 'dir'));
mkdirSync(path.join(folder, 'bare'));

const home = { ...process.env, HOME: folder, XDG_STATE_HOME: path.join(folder, 'state') };

interface Place {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

function start(args: readonly string[], { cwd = '.', env }: Place = {}): CliProcess {
  return new CliProcess(args, { env: { ...home, ...env }, cwd: path.join(folder, cwd) });
}

function run(args: readonly string[], place?: Place): Promise<Ended> {
  return start(args, place).end();
}

const inFolder = (name: string): string => path.join(folder, name);

/** Could not be tried: nothing on stdout, one line that says why, and exit code 2. */
const refused: readonly (readonly [string, readonly string[], string])[] = [
  ['a folder as --config', ['list', '--config', 'dir'], `${inFolder('dir')} is a folder.`],
  ['a folder as --config of a call', ['call', 'a', 'b', '--config', 'dir'], `${inFolder('dir')} is a folder.`],
  ['a folder as --rules', ['gateway', '--config', 'ok.json', '--rules', 'dir'], `${inFolder('dir')} is a folder.`],
  ['a folder as a recording', ['replay', 'dir'], `${inFolder('dir')} is a folder.`],
  ['a recording to export that is not there', ['export', 'nope'], `File not found: ${inFolder('nope')}.`],
  [
    'results to compare with that are none',
    ['conformance', 'a', '--config', 'ok.json', '--compare', 'text.mcptrace'],
    `${inFolder('text.mcptrace')} holds no results of this command. Write one with --out.`,
  ],
  ['a recording that is not there', ['replay', 'nope'], `File not found: ${inFolder('nope')}.`],
  [
    'a file that is no recording',
    ['replay', 'text.mcptrace'],
    `${inFolder('text.mcptrace')}: This is not a recording: its first line is not the header of an mcptrace file.`,
  ],
  [
    'a binary file as --config',
    ['list', '--config', 'binary.json'],
    `${inFolder('binary.json')} is not UTF-8 text. Save it as UTF-8.`,
  ],
  [
    'a configuration without servers',
    ['list', '--config', 'nothing.json'],
    `No MCP server is configured in ${inFolder('nothing.json')}.`,
  ],
  [
    'a server that is not configured',
    ['call', 'nots', 'x', '--config', 'ok.json'],
    'Unknown server "nots". Configured servers: notes.',
  ],
  [
    'a server of the gateway where none is configured',
    ['gateway', '--config', 'nothing.json', '--server', 'x'],
    `No MCP server is configured in ${inFolder('nothing.json')}.`,
  ],
  ['a folder that is not there', ['gateway', '--folder', 'nope'], `Folder not found: ${inFolder('nope')}.`],
  ['a file as a folder', ['gateway', '--folder', 'ok.json'], `Folder not found: ${inFolder('ok.json')}.`],
  [
    'rules that are not JSON',
    ['gateway', '--config', 'ok.json', '--rules', 'brokenRules.json'],
    `${inFolder('brokenRules.json')}:2: not valid JSON: `,
  ],
  [
    'rules that are a list',
    ['gateway', '--config', 'ok.json', '--rules', 'listRules.json'],
    `${inFolder('listRules.json')} does not contain a JSON object.`,
  ],
  [
    'a negative timeout',
    ['call', 'notes', 'x', '--config', 'ok.json', '--timeout', '-1'],
    '--timeout needs a value. If it begins with a dash, write --timeout=VALUE. Run switchboard call --help for usage.',
  ],
  [
    'a negative timeout after =',
    ['call', 'notes', 'x', '--config', 'ok.json', '--timeout=-1'],
    '--timeout must be a number of seconds from 0.001 to 86400, not "-1".',
  ],
  [
    'a timeout beyond what a timer can hold',
    ['call', 'notes', 'x', '--config', 'ok.json', '--timeout', '1e9'],
    '--timeout must be a number of seconds from 0.001 to 86400, not "1e9".',
  ],
  [
    'a flag of another subcommand',
    ['knowledge', 'query', 'sql', '--cwe', '89'],
    '--cwe is not a flag of knowledge query. Run switchboard knowledge --help for usage.',
  ],
  [
    'an unknown flag of lsp',
    ['lsp', '--nonsense'],
    "Unknown option '--nonsense'. Run switchboard lsp --help for usage.",
  ],
  ['a pipe of lsp that is not there', ['lsp', '--pipe=BAD'], 'Cannot connect to BAD: '],
  ['a port of lsp where nothing listens', ['lsp', '--socket=1'], 'Cannot connect to port 1: '],
  ['a port of lsp that is none', ['lsp', '--socket=abc'], '--socket must be an integer from 1 to 65535, not "abc".'],
  ['a command of tap that is not there', ['tap', '--', 'no-such-program'], 'Cannot run no-such-program'],
];

for (const [what, args, sentence] of refused) {
  test(`${what} is refused in one sentence with exit code 2`, async () => {
    const { code, stdout, stderr } = await run(args);
    assert.deepEqual([code, stdout], [2, ''], stderr);
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    assert.equal(stderr.trimEnd().slice(0, sentence.length), sentence);
    if (sentence.endsWith('.')) assert.equal(stderr, `${sentence}\n`);
  });
}

test('a folder without configuration files is said to have none, with what to do', async () => {
  const listed = await run(['list'], { cwd: 'bare' });
  assert.deepEqual([listed.code, listed.stdout], [2, '']);
  assert.match(listed.stderr, /^No MCP server is configured for .*bare\. Add one to \.mcp\.json, .*--config FILE\.\n$/);
  const gateway = await run(['gateway'], { cwd: 'bare' });
  assert.equal(gateway.code, 0, 'an agent may be started in any folder');
  assert.match(gateway.stderr, /No MCP server is configured for /);
});

for (const name of ['broken.json', 'empty.json']) {
  test(`list names the line of ${name} and exits with 2`, async () => {
    const { code, stdout, stderr } = await run(['list', '--config', name]);
    assert.deepEqual([code, stdout], [2, '']);
    assert.ok(/^:[12]: /.test(stderr.slice(inFolder(name).length)) && stderr.startsWith(inFolder(name)), stderr);
  });
}

for (const name of ['half.json', 'noCommand.json']) {
  test(`what can be listed of ${name} is, and the exit code says that it is not all`, async () => {
    const { code, stdout, stderr } = await run(['list', '--config', name, '--trust']);
    assert.equal(code, 2, stderr);
    assert.match(stdout, /notes .*2 tools/);
    assert.ok(stderr.startsWith(`${inFolder(name)}:1: `), stderr);
  });
}

test('names in --rules that are not configured are reported', async () => {
  const { code, stderr } = await run(['gateway', '--config', 'ok.json', '--rules', 'unknownRules.json']);
  assert.equal(code, 0);
  assert.match(stderr, /unknownRules\.json: "nots" is not a configured server\. Configured servers: notes\.\n/);
});

test('tap reports a folder that is not there, and proxies', async () => {
  const args = ['tap', '--folder', 'nope', '--', process.execPath, '-e', 'console.log(1)'];
  // Its input stays open: after the end of it a command has 2.5 s, in which a busy machine may not even start it.
  const { code, stdout, stderr } = await start(args).ended;
  assert.deepEqual([code, stdout], [0, '1\n']);
  assert.match(stderr, /Folder not found: .*nope\./);
});

test('knowledge get names the command that lists all ids', async () => {
  const { code, stderr } = await run(['knowledge', 'get', 'NOPE']);
  assert.deepEqual([code, stderr], [1, 'Unknown pattern "NOPE". Run switchboard knowledge list for all ids.\n']);
});

test('a port that is taken is refused, and not replaced by another', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  after(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const { code, stdout, stderr } = await run(['serve', '--transport', 'http', '--port', String(port)]);
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, new RegExp(`Port ${port} is in use\\. Choose another with --port, or leave it out\\.\n$`));
});

const linux = process.platform === 'linux' ? false : 'no such folder on this system';

test('a home folder where nothing can be made stops nothing', { skip: linux }, async () => {
  const env = { HOME: '/proc', XDG_STATE_HOME: '', XDG_CACHE_HOME: '' };
  const { code, stdout, stderr } = await run(['list', '--config', 'ok.json', '--trust'], { env });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /2 tools/);
  assert.match(stderr, /switchboard\.db cannot be used: the folder \/proc\/\.local cannot be made\./);
  assert.doesNotMatch(stderr, /E[A-Z]{3,}|mkdir '/);
});

for (const args of [['--help'], ['knowledge', 'list'], ['list', '--config', 'ok.json', '--trust', '--json']]) {
  const skip = !existsSync('/dev/full') && 'no full disk to try';
  test(`switchboard ${args.join(' ')} fails where its output cannot be written`, { skip }, async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [cliPath, ...args], {
      env: home,
      cwd: folder,
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let stderr = '';
    child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise((resolve) => child.on('close', resolve));
    assert.equal(code, 1, stderr);
    assert.match(stderr, /The output could not be written: .*ENOSPC.*\n$/);
    assert.doesNotMatch(stderr, /node:/);
  });
}
