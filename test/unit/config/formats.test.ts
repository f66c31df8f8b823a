import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kindOfPath } from '../../../src/core/config/model/kindOfPath.ts';
import type { ConfigKind, ParsedConfig } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';

const good = new URL('../../fixtures/config/good/', import.meta.url);

function read(name: string, kind: ConfigKind): ParsedConfig {
  return parseConfig(readFileSync(new URL(name, good), 'utf8'), kind, name);
}

function launches(config: ParsedConfig): Record<string, unknown> {
  return Object.fromEntries(config.servers.map(({ name, launch }) => [name, launch]));
}

const corpus: readonly (readonly [string, ConfigKind, readonly string[]])[] = [
  ['vscode.jsonc', 'vscode', ['github', 'filesystem', 'old', 'socket']],
  ['vscode.jsonc', 'user', ['github', 'filesystem', 'old', 'socket']],
  ['dot-mcp.json', 'mcpJson', ['context7', 'api']],
  ['bare-map.json', 'mcpJson', ['filesystem', 'remote']],
  ['mcprc.json', 'mcprc', ['notes', 'events']],
  ['cursor.json', 'cursor', ['db', 'linear']],
  ['claude-desktop.json', 'claudeDesktop', ['memory', 'windows']],
  ['windsurf.json', 'windsurf', ['figma']],
  ['copilot-cli.json', 'copilotCli', ['local', 'some']],
  ['kimi.json', 'kimi', ['fs', 'linear']],
  ['list-form.json', 'mcpJson', ['filesystem', 'github']],
  ['mcp-servers.json', 'mcpJson', ['one', 'two']],
  ['code-workspace.json', 'codeWorkspace', ['ws']],
  ['devcontainer.json', 'devcontainer', ['dc']],
];

for (const [file, kind, names] of corpus) {
  test(`${file} read as ${kind} gives its servers and no problem${proves('R104', 'C12')}`, () => {
    const config = read(file, kind);
    assert.deepEqual(config.problems, []);
    assert.deepEqual(
      config.servers.map(({ name }) => name),
      names,
    );
    assert.equal(config.broken, false);
  });
}

test('a VS Code file is read whole: numbers and null in env, inputs, dev', () => {
  const config = read('vscode.jsonc', 'vscode');
  assert.deepEqual(launches(config)['filesystem'], {
    kind: 'stdio',
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '${workspaceFolder}'],
    env: { REGION: '${input:region}', RETRIES: '3', HTTP_PROXY: null },
    envFile: '${workspaceFolder}/.env',
    cwd: 'tools',
  });
  assert.deepEqual(config.servers[1]?.options.dev, { watch: ['src/**/*.ts'] });
  assert.deepEqual(
    config.inputs.map(({ id, kind, password, options }) => ({ id, kind, password, options })),
    [
      { id: 'github_token', kind: 'promptString', password: true, options: [] },
      {
        id: 'region',
        kind: 'pickString',
        password: false,
        options: [
          { label: 'eu', value: 'eu' },
          { label: 'United States', value: 'us' },
        ],
      },
    ],
  );
});

test(`mcp_servers is read in its stdio and SSE forms${proves('R100')}`, () => {
  const stdio = { type: 'stdio', command: 'notes', args: ['--all'], env: { DIR: '/n' } };
  const sse = { type: 'sse', url: 'https://events.example/sse' };
  const text = JSON.stringify({ mcp_servers: { stdio, sse } });
  assert.deepEqual(launches(parseConfig(text, 'mcpJson', 'f')), {
    stdio: { kind: 'stdio', command: 'notes', args: ['--all'], env: { DIR: '/n' } },
    sse: { kind: 'sse', url: 'https://events.example/sse', headers: {} },
  });
});

test(`a value in a list of variables may hold "="${proves('R103')}`, () => {
  const { github } = launches(read('list-form.json', 'mcpJson')) as { github: { env: unknown } };
  assert.deepEqual(github.env, { A: '1', DSN: 'postgres://u:p@h/db?x=y=z' });
});

test(`discovery of tools can be turned off for one server, or beside the servers for all${proves('R82')}`, () => {
  const discovers = (config: object) =>
    parseConfig(JSON.stringify(config), 'mcpJson', 'f').servers.map(({ options }) => options.autoDiscover ?? true);
  const list = [
    { id: 'a', command: 'x' },
    { id: 'b', command: 'x', auto_discover: true },
  ];
  assert.deepEqual(discovers({ mcp: { servers: list, auto_discover: false } }), [false, true]);
  assert.deepEqual(discovers({ mcp: { servers: list, auto_discover: true } }), [true, true]);
  assert.deepEqual(discovers({ mcpServers: { a: { command: 'x', autoDiscover: false }, b: { command: 'x' } } }), [
    false,
    true,
  ]);
  assert.deepEqual(discovers({ auto_discover: false, mcpServers: { a: { command: 'x' } } }), [false]);
});

test('serverUrl, ws:// and streamable-http lead to the right transports', () => {
  assert.equal(read('windsurf.json', 'windsurf').servers[0]?.launch.kind, 'http');
  assert.equal(read('mcp-servers.json', 'mcpJson').servers[1]?.launch.kind, 'ws');
  assert.equal(read('bare-map.json', 'mcpJson').servers[1]?.launch.kind, 'http');
});

test('options of each client are understood', () => {
  assert.deepEqual(read('windsurf.json', 'windsurf').servers[0]?.options, {
    disabled: true,
    autoStart: false,
    excludeTools: ['delete_file'],
  });
  const [all, some] = read('copilot-cli.json', 'copilotCli').servers;
  assert.equal(all?.options.includeTools, undefined);
  assert.deepEqual(some?.options.includeTools, ['a', 'b']);
  const [kimi, linear] = read('kimi.json', 'kimi').servers;
  assert.deepEqual(kimi?.options, {
    disabled: true,
    autoStart: false,
    connectTimeoutMs: 10_000,
    callTimeoutMs: 60_000,
  });
  assert.deepEqual(linear?.launch.kind === 'http' && linear.launch.headers, {
    Authorization: 'Bearer ${env:LINEAR_TOKEN}',
  });
});

test('a plain "timeout" counts as seconds up to an hour, and as milliseconds above', () => {
  const of = (timeout: number) =>
    parseConfig(JSON.stringify({ x: { command: 'a', timeout } }), 'mcpJson', 'f').servers[0]?.options.callTimeoutMs;
  assert.equal(of(60), 60_000);
  assert.equal(of(3600), 3_600_000);
  assert.equal(of(60_000), 60_000);
});

test('a devcontainer.json is read in its own place only', () => {
  assert.deepEqual(
    read('devcontainer.json', 'devcontainer').servers.map(({ name }) => name),
    ['dc'],
  );
});

test('a file for other purposes has no problems while it has no servers', () => {
  for (const kind of ['devcontainer', 'codeWorkspace'] as const) {
    for (const text of ['{ "image": "x", ', '{ "build": { "command": "x" } }', '[]', '{ "settings": { "mcp": 1 } }'])
      assert.deepEqual(parseConfig(text, kind, 'f').problems, [], text);
  }
  const [problem] = parseConfig(
    '{ "settings": { "mcp": { "servers": { "a": { } } } } }',
    'codeWorkspace',
    'f',
  ).problems;
  assert.equal(problem?.code, 'missing-command');
});

test('the kind of a file is known from its path', () => {
  const expected: readonly (readonly [string, ConfigKind | undefined])[] = [
    ['/p/.vscode/mcp.json', 'vscode'],
    ['C:\\p\\.vscode\\mcp.json', 'vscode'],
    ['/p/.mcp.json', 'mcpJson'],
    ['/p/mcp.json', 'mcpJson'],
    ['/p/.mcprc', 'mcprc'],
    ['/home/u/.cursor/mcp.json', 'cursor'],
    ['/home/u/.config/Code/User/mcp.json', 'user'],
    ['/home/u/.config/Code/User/profiles/ab12/mcp.json', 'user'],
    ['/home/u/.config/Claude/claude_desktop_config.json', 'claudeDesktop'],
    ['/home/u/.codeium/windsurf/mcp_config.json', 'windsurf'],
    ['/home/u/.copilot/mcp-config.json', 'copilotCli'],
    ['/p/.github/mcp.json', 'copilotCli'],
    ['/home/u/.kimi-code/mcp.json', 'kimi'],
    ['/p/x.code-workspace', 'codeWorkspace'],
    ['/p/.devcontainer/devcontainer.json', 'devcontainer'],
    ['/p/package.json', undefined],
    ['/p/notmcp.json', undefined],
  ];
  for (const [path, kind] of expected) assert.equal(kindOfPath(path), kind, path);
});
