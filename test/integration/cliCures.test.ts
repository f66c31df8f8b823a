// Cures on the command line, for entries as they are written: the change keeps variables and every other byte, and the server then lists its tools.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { notesServer } from '../support/coreFixture.ts';
import { httpFixture } from './serversHttpFixture.ts';
import { CliProcess, type Ended } from './support/cliProcess.ts';

let folder = '';
let home = '';
beforeEach(() => {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'switchboard-cures-')));
  folder = path.join(base, 'app');
  home = path.join(base, 'home');
  for (const each of [folder, home]) mkdirSync(each);
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

const moonServer = `import ${JSON.stringify(notesServer)};\n`;
/** Ends where its file is not in the folder that it is started in. */
const placed = `require('node:fs').readFileSync('moon.json'); import(${JSON.stringify(notesServer)});\n`;

function write(file: string, text: string): string {
  const whole = path.join(folder, file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

function switchboard(...args: readonly string[]): Promise<Ended> {
  const env = {
    ...process.env,
    HOME: home,
    XDG_STATE_HOME: path.join(home, 'state'),
    MOON_ROOT: folder,
    MOON_TOKEN: 'q8Zr41LpVt9x',
  };
  return new CliProcess(args, { env, cwd: folder }).end();
}

interface Shape {
  /** What the entry is like. */
  readonly title: string;
  /** Where there is another server than in the folder itself. */
  readonly files?: Readonly<Record<string, string>>;
  readonly config?: string;
  readonly text: string;
  readonly from: string;
  readonly to: string;
  readonly args?: readonly string[];
  /** The command line does not look for it. */
  readonly isNamed?: boolean;
}

const node = JSON.stringify(process.execPath);
const inFile = (entry: string): string => `{\n  "servers": {\n    "moon": ${entry}\n  }\n}\n`;
const runs = (...args: readonly string[]): string => inFile(`{ "command": ${node}, "args": ${JSON.stringify(args)} }`);
const misspelt = { from: 'sevrer.mjs', to: 'server.mjs' };

const shapes: readonly Shape[] = [
  {
    title: 'a file that is one folder further',
    files: { 'servers/notes/index.mjs': moonServer },
    text: runs('${workspaceFolder}/notes/index.mjs'),
    from: '/notes',
    to: '/servers/notes',
  },
  { title: 'a misspelt file', text: runs('${workspaceFolder}/sevrer.mjs'), ...misspelt },
  {
    title: 'a misspelt file below a variable of the environment',
    text: runs('${env:MOON_ROOT}/sevrer.mjs'),
    ...misspelt,
  },
  {
    title: 'a misspelt file below a folder that is named',
    text: runs('${workspaceFolder:app}/sevrer.mjs'),
    ...misspelt,
  },
  { title: 'a misspelt relative path', text: runs('./sevrer.mjs'), ...misspelt },
  {
    title: 'a misspelt file in the home',
    files: { '../home/mcp/server.mjs': moonServer },
    text: runs('${userHome}/mcp/sevrer.mjs'),
    ...misspelt,
  },
  {
    title: 'a path with ~',
    files: { '../home/mcp/server.mjs': moonServer },
    text: runs('~/mcp/server.mjs'),
    from: '~',
    to: '${userHome}',
  },
  {
    title: 'a path with $HOME',
    files: { '../home/mcp/server.mjs': moonServer },
    text: runs('$HOME/mcp/server.mjs'),
    from: '$HOME',
    to: '${userHome}',
  },
  {
    title: 'an argument beside others, with comments',
    text: inFile(`{
      // our notes
      "command": ${node},
      "args": [
        "--no-warnings", // quiet
        // where it is
        "\${workspaceFolder}/sevrer.mjs", /* the server */
        "--in=\${workspaceFolder}/a"
      ], // all of it
    }`),
    ...misspelt,
  },
  {
    title: 'one of several servers',
    text: `{"servers": {"sun": {"command": "node", "args": ["\${workspaceFolder}/sevrer.mjs"]},\n "moon": {"command": ${node}, "args": ["\${workspaceFolder}/moon/sevrer.mjs"]},\n"mars":{"url":"http://127.0.0.1:9/mcp"}}}`,
    files: { 'moon/server.mjs': moonServer },
    from: 'moon/sevrer.mjs',
    to: 'moon/server.mjs',
  },
  {
    title: 'an entry of .mcp.json',
    config: '.mcp.json',
    text: `{ "mcpServers": { "moon": { "command": ${node}, "args": ["\${MOON_ROOT}/sevrer.mjs"] } } }`,
    ...misspelt,
  },
  {
    title: 'an entry of Cursor',
    config: '.cursor/mcp.json',
    isNamed: true,
    text: `{\n\t"mcpServers": {\n\t\t"moon": {\n\t\t\t"command": ${node},\n\t\t\t"args": ["\${env:MOON_ROOT}/sevrer.mjs"]\n\t\t}\n\t}\n}\n`,
    ...misspelt,
  },
  {
    title: 'a workspace file',
    config: 'app.code-workspace',
    text: `{ "folders": [{ "path": "." }], "settings": { "mcp": { "servers": { "moon": { "command": ${node}, "args": ["\${workspaceFolder}/sevrer.mjs"] } } } } }`,
    ...misspelt,
  },
  {
    title: 'a command that is a list of words',
    text: inFile(`{ "command": [${node}, "\${workspaceFolder}/sevrer.mjs"] }`),
    ...misspelt,
  },
  {
    title: 'a file with a mark, tabs and ends of lines of Windows',
    text: `\uFEFF${runs('${workspaceFolder}/sevrer.mjs')}`.replaceAll('\n', '\r\n').replaceAll('  ', '\t'),
    ...misspelt,
  },
  {
    title: 'a working folder that is below the right one',
    files: { 'moon.json': '{}', 'moon.cjs': placed, 'sub/x': '' },
    text: inFile(`{ "command": ${node}, "args": ["../moon.cjs"], "cwd": "\${workspaceFolder}/sub" }`),
    from: '["../moon.cjs"], "cwd": "${workspaceFolder}/sub"',
    to: '["${workspaceFolder}/moon.cjs"], "cwd": "${workspaceFolder}"',
  },
  {
    title: 'a script that is not executable',
    files: { 'bin/moon.mjs': moonServer },
    text: inFile('{ "command": "${workspaceFolder}/bin/moon.mjs" }'),
    from: '"${workspaceFolder}/bin/moon.mjs" }',
    to: '"node", "args": [\n      "${workspaceFolder}/bin/moon.mjs"\n    ] }',
  },
  {
    title: 'a misspelt command',
    files: { 'bin/moonbeam': `#!${process.execPath}\nimport(${JSON.stringify(notesServer)});\n` },
    text: inFile('{ "command": "${workspaceFolder}/bin/monobeam" }'),
    from: 'monobeam',
    to: 'moonbeam',
  },
  {
    title: 'a misspelt command in the home',
    files: { '../home/bin/moonbeam': `#!${process.execPath}\nimport(${JSON.stringify(notesServer)});\n` },
    text: inFile('{ "command": "~/bin/monobeam" }'),
    from: 'monobeam',
    to: 'moonbeam',
  },
  {
    title: 'a file that the user names',
    files: { 'elsewhere/deep/moon.mjs': moonServer },
    text: runs('${workspaceFolder}/gone.mjs'),
    args: ['--value', 'elsewhere/deep/moon.mjs'],
    from: 'gone.mjs',
    to: 'elsewhere/deep/moon.mjs',
  },
];

for (const shape of shapes) {
  test(`a cure keeps the rest of the file: ${shape.title}`, async () => {
    const { files = { 'server.mjs': moonServer }, config = '.vscode/mcp.json', text, from, to, args = [] } = shape;
    for (const [name, content] of Object.entries(files)) {
      const file = write(name, content);
      if (content.startsWith('#!')) chmodSync(file, 0o755);
    }
    const file = write(config, text);
    const named = shape.isNamed ? ['--config', file] : [];
    await switchboard('approve', 'moon', ...named);
    const given = args.map((each) => (each.startsWith('-') ? each : path.join(folder, each)));
    const fixed = await switchboard('doctor', 'moon', '--fix', '1', '--yes', ...given, ...named);
    assert.equal(readFileSync(file, 'utf8'), text.replace(from, to), fixed.stdout + fixed.stderr);
    await listsTools(named);
  });
}

async function listsTools(named: readonly string[] = []): Promise<void> {
  await switchboard('approve', 'moon', ...named);
  const { stdout, stderr } = await switchboard('list', '--server', 'moon', ...named);
  assert.match(stdout, /find_notes|echo/, stderr);
}

const remotes: readonly (readonly [title: string, entry: string, from: string, to: string])[] = [
  ['a URL', '{ "type": "http", "url": "http://127.0.0.1:${env:MOON_PORT}/" }', '}/"', '}/mcp"'],
];

for (const [title, entry, from, to] of remotes) {
  test(`a cure keeps the variables of ${title}`, async () => {
    await using remote = await httpFixture('legacy', ({ url }) =>
      new URL(url).pathname === '/mcp' ? undefined : new Response('', { status: 404 }),
    );
    process.env['MOON_PORT'] = new URL(remote.url).port;
    const text = inFile(entry);
    const file = write('.vscode/mcp.json', text);
    await switchboard('approve', 'moon');
    const fixed = await switchboard('doctor', 'moon', '--fix', '1', '--yes');
    assert.equal(readFileSync(file, 'utf8'), text.replace(from, to), fixed.stdout + fixed.stderr);
    await listsTools();
  });
}

test('a key that is sent under another name than the server reads becomes its token', async () => {
  await using remote = await httpFixture('legacy', ({ url, headers }) => {
    if (new URL(url).pathname !== '/mcp') return new Response('{}', { status: 404 });
    const isIn = headers.get('authorization') === 'Bearer moon-1234';
    return isIn ? undefined : new Response('{}', { status: 401 });
  });
  const headers = '{ "X-API-Key": "moon-1234" }';
  const file = write('.vscode/mcp.json', inFile(`{ "type": "http", "url": "${remote.url}", "headers": ${headers} }`));
  await switchboard('approve', 'moon');
  const { stdout } = await switchboard('doctor', 'moon');
  assert.match(stdout, /wants a token and names no place to sign in: the header "X-API-Key" is not enough/);
  await switchboard('doctor', 'moon', '--fix', '1', '--yes');
  assert.match(readFileSync(file, 'utf8'), /"Authorization": "Bearer moon-1234"/);
  await listsTools();
});

const unusable: readonly Pick<Shape, 'title' | 'files' | 'text' | 'from' | 'to'>[] = [
  {
    title: 'a file of variables that has another name',
    files: { '.env.local': 'MOON=full\n' },
    text: inFile(`{ "command": ${node}, "args": ["server.mjs"], "envFile": "\${workspaceFolder}/.env" }`),
    from: '/.env"',
    to: '/.env.local"',
  },
  {
    title: 'a variable that is not set, in two places',
    text: inFile(
      `{ "command": ${node}, "args": ["server.mjs", "--key=\${env:MOON_KEY}"], "env": { "K": "\${env:MOON_KEY}" } }`,
    ),
    from: '"--key=${env:MOON_KEY}"], "env": { "K": "${env:MOON_KEY}"',
    to: '"--key=${input:moon-key}"], "env": { "K": "${input:moon-key}"',
  },
  {
    title: 'an input that is not declared',
    text: inFile(`{ "command": ${node}, "args": ["server.mjs"], "env": { "K": "\${input:moon-key}" } }`),
    from: '',
    to: '',
  },
];

for (const { title, files = {}, text, from, to } of unusable) {
  test(`an entry that cannot be used is cured: ${title}`, async () => {
    for (const [name, content] of Object.entries({ 'server.mjs': moonServer, ...files })) write(name, content);
    const file = write('.vscode/mcp.json', text);
    await switchboard('approve', 'moon');
    const fixed = await switchboard('doctor', 'moon', '--fix', '1', '--yes');
    const after = readFileSync(file, 'utf8');
    assert.ok(after.startsWith(text.replace(from, to).slice(0, -'\n}\n'.length)), `${after}${fixed.stderr}`);
    const asked = after.includes('"id": "moon-key"') && after.includes('"password": true');
    assert.equal(asked, !text.includes('envFile'), after);
    await listsTools(['--input', 'moon-key=x']);
  });
}

test('a variable that is missing in a file without inputs is taken from the environment', async () => {
  const code = `if (!process.env.MOON_TOKEN) { console.error('Error: MOON_TOKEN environment variable is required'); process.exit(1); } import(${JSON.stringify(notesServer)})`;
  write('moon.cjs', code);
  const file = write('.mcp.json', `{ "mcpServers": { "moon": { "command": ${node}, "args": ["moon.cjs"] } } }`);
  await switchboard('approve', 'moon');
  const { stderr } = await switchboard('doctor', 'moon', '--fix', '1', '--yes');
  assert.match(stderr, /^Take MOON_TOKEN from the environment/m);
  assert.match(readFileSync(file, 'utf8'), /"MOON_TOKEN": "\$\{MOON_TOKEN\}"/);
  await listsTools();
});
