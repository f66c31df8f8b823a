import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExportClient, exportClients } from '../../../src/core/config/model/dialects.ts';
import { exportServers } from '../../../src/core/config/sources/exportConfig.ts';
import type { ServerEntry } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { tomlTable } from '../../../src/core/config/text/toml.ts';

const source = parseConfig(
  JSON.stringify({
    inputs: [{ id: 'gh-token', type: 'promptString', description: 'GitHub', password: true }],
    servers: {
      files: {
        command: 'npx',
        args: ['-y', 'pkg@1.0.0', '${workspaceFolder}', '${userHome}'],
        env: { API_KEY: '${env:API_KEY}', MODE: 'x "y"', LEVEL: '${LEVEL:-info}', GONE: null },
        cwd: 'tools',
        envFile: '.env',
        startupTimeoutMs: 5000,
      },
      git: {
        type: 'http',
        url: 'https://x.example/mcp',
        headers: {
          Authorization: 'Bearer ${env:GH}',
          'X-Key': '${env:XK}',
          'X-Plain': 'v',
          'X-In': '${input:gh-token}',
        },
      },
      old: { type: 'sse', url: 'https://old.example/sse', disabled: true },
    },
  }),
  'vscode',
  'f',
).servers;

function exported(client: ExportClient, ...names: readonly string[]): Record<string, Record<string, unknown>> {
  const chosen = source.filter(({ name }) => names.includes(name));
  const { text } = exportServers(chosen, client);
  const root = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;
  return root[client === 'vscode' ? 'servers' : 'mcpServers'] ?? {};
}

test('for VS Code everything stays, with its inputs', () => {
  const { text, notes } = exportServers(source, 'vscode');
  const again = parseConfig(text, 'vscode', 'f');
  assert.deepEqual(again.problems, []);
  assert.deepEqual(notes, ['VS Code does not resolve ${LEVEL:-info}: replace it with its value.']);
  assert.deepEqual(
    again.servers.map(({ launch }) => launch),
    source.map(({ launch }) => launch),
  );
  assert.equal(again.inputs[0]?.password, true);
});

test('for Claude Code variables take the form of the shell', () => {
  const { files, git } = exported('claudeCode', 'files', 'git');
  assert.deepEqual(files, {
    type: 'stdio',
    command: 'npx',
    args: ['-y', 'pkg@1.0.0', '${CLAUDE_PROJECT_DIR:-.}', '${HOME}'],
    env: { API_KEY: '${API_KEY}', MODE: 'x "y"', LEVEL: '${LEVEL:-info}' },
  });
  assert.deepEqual(git, {
    type: 'http',
    url: 'https://x.example/mcp',
    headers: { Authorization: 'Bearer ${GH}', 'X-Key': '${XK}', 'X-Plain': 'v', 'X-In': '${GH_TOKEN}' },
  });
  assert.deepEqual(exportServers(source, 'claudeCode').notes, [
    'Claude Code cannot remove the variable GONE from the environment of a server.',
    'Claude Code does not support "cwd": "files" starts without it.',
    'Claude Code does not support "envFile": "files" starts without it.',
    'Claude Code does not support inputs: set the environment variable GH_TOKEN instead of ${input:gh-token}.',
  ]);
});

test('Cursor, Windsurf, Copilot CLI and Kimi each get their own format', () => {
  assert.deepEqual(exported('cursor', 'files')['files'], {
    command: 'npx',
    args: ['-y', 'pkg@1.0.0', '${workspaceFolder}', '${userHome}'],
    env: { API_KEY: '${env:API_KEY}', MODE: 'x "y"', LEVEL: '${LEVEL:-info}' },
    envFile: '.env',
  });
  assert.deepEqual(exported('windsurf', 'old')['old'], { serverUrl: 'https://old.example/sse', disabled: true });
  assert.deepEqual(exported('copilotCli', 'old')['old'], { type: 'sse', url: 'https://old.example/sse', tools: ['*'] });
  assert.equal(exported('copilotCli', 'files')['files']?.['type'], 'local');
  assert.deepEqual(exported('kimi', 'git')['git'], {
    url: 'https://x.example/mcp',
    bearerTokenEnvVar: 'GH',
    headers: { 'X-Key': '${env:XK}', 'X-Plain': 'v', 'X-In': '${input:gh-token}' },
  });
  assert.equal(exported('kimi', 'files')['files']?.['startupTimeoutMs'], 5000);
});

test('for Claude Desktop a remote server goes through a bridge, and the note says so', () => {
  const { old } = exported('claudeDesktop', 'old');
  assert.deepEqual(old, { command: 'npx', args: ['-y', 'mcp-remote', 'https://old.example/sse'] });
  assert.match(exportServers(source, 'claudeDesktop').notes.join(), /mcp-remote; pin its version/);
});

test('for Codex the text is TOML', () => {
  const { text, language } = exportServers(source, 'codex');
  assert.equal(language, 'toml');
  assert.equal(
    text,
    `[mcp_servers.files]
command = "npx"
args = ["-y", "pkg@1.0.0", "\${workspaceFolder}", "\${userHome}"]
env_vars = ["API_KEY"]
cwd = "tools"
startup_timeout_sec = 5

[mcp_servers.files.env]
MODE = "x \\"y\\""
LEVEL = "\${LEVEL:-info}"

[mcp_servers.git]
url = "https://x.example/mcp"
bearer_token_env_var = "GH"

[mcp_servers.git.http_headers]
X-Plain = "v"
X-In = "\${input:gh-token}"

[mcp_servers.git.env_http_headers]
X-Key = "XK"

[mcp_servers.old]
url = "https://old.example/sse"
enabled = false
`,
  );
});

test('TOML keys and texts are quoted where they must be', () => {
  assert.equal(
    tomlTable(['a b', 'ü'], { 'x.y': 'tab\t\u007f', n: 1, list: ['a', 2], none: null }),
    '["a b"."ü"]\n"x.y" = "tab\\t\\u007F"\nn = 1\nlist = ["a", 2]',
  );
});

test('what is exported for a client is read back to the same launch', () => {
  const plain: readonly ServerEntry[] = parseConfig(
    '{"servers":{"a":{"command":"x","args":["1"],"env":{"A":"b"}},"b":{"url":"https://b/mcp","headers":{"H":"v"}}}}',
    'vscode',
    'f',
  ).servers;
  for (const client of Object.keys(exportClients) as ExportClient[]) {
    if (client === 'codex' || client === 'claudeDesktop') continue;
    const again = parseConfig(exportServers(plain, client).text, client === 'vscode' ? 'vscode' : 'mcpJson', 'f');
    assert.deepEqual(
      again.servers.map(({ launch }) => launch),
      plain.map(({ launch }) => launch),
      client,
    );
  }
});

test('a client without a variable for a path gets the path itself, and nothing is left to do', () => {
  const body = { command: 'node', args: ['${workspaceFolder}/a.mjs', '${userHome}/b'] };
  const { servers } = parseConfig(JSON.stringify({ servers: { it: body } }), 'vscode', '/w/.vscode/mcp.json', {
    name: 'w',
    path: '/w',
  });
  for (const client of ['claudeDesktop', 'codex', 'kimi'] as const) {
    const { text, notes } = exportServers(servers, client, '/home/me');
    assert.ok(text.includes('"/w/a.mjs"') && text.includes('"/home/me/b"'), text);
    assert.deepEqual(notes, []);
  }
  assert.match(exportServers(servers, 'cursor', '/home/me').text, /\$\{workspaceFolder\}\/a\.mjs/);
});
