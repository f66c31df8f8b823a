import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { clientFiles, readOtherClients } from '../../../src/core/config/sources/otherClients.ts';
import { folder } from './support.ts';

const slashed = (text: string): string => text.replaceAll(path.sep, '/');

function filesOn(platform: NodeJS.Platform, env: Record<string, string> = {}): readonly string[] {
  const places = clientFiles({ platform, home: '/home/u', env }, [folder]);
  return places.map(({ client, file }) => slashed(`${client} ${file}`));
}

test('the files of other clients are looked for where each client keeps them', () => {
  assert.deepEqual(filesOn('linux'), [
    'Claude Desktop /home/u/.config/Claude/claude_desktop_config.json',
    'Claude Code /home/u/.claude.json',
    'Codex /home/u/.codex/config.toml',
    'Gemini /home/u/.gemini/settings.json',
    'Gemini /work/app/.gemini/settings.json',
    'Cursor /home/u/.cursor/mcp.json',
    'Cursor /work/app/.cursor/mcp.json',
    'Windsurf /home/u/.codeium/windsurf/mcp_config.json',
    'Zed /home/u/.config/zed/settings.json',
    'JetBrains Junie /home/u/.junie/mcp/mcp.json',
    'JetBrains Junie /work/app/.junie/mcp/mcp.json',
    'JetBrains AI Assistant /home/u/.ai/mcp/mcp.json',
    'JetBrains AI Assistant /work/app/.ai/mcp/mcp.json',
    'JetBrains (GitHub Copilot) /home/u/.config/github-copilot/intellij/mcp.json',
    'Goose /home/u/.config/goose/config.yaml',
    'LM Studio /home/u/.lmstudio/mcp.json',
    'Copilot CLI /home/u/.copilot/mcp-config.json',
    'Copilot CLI /work/app/.github/mcp.json',
    'Kimi Code /home/u/.kimi-code/mcp.json',
  ]);
  assert.match(filesOn('darwin')[0] ?? '', /Application Support.Claude/);
  assert.match(filesOn('win32', { APPDATA: '/roaming' })[0] ?? '', /roaming.Claude/);
  assert.match(filesOn('linux', { COPILOT_HOME: '/cp' }).join(), /Copilot CLI .cp.mcp-config\.json/);
});

/** What is found in the one file of a client that holds this text. */
async function foundIn(client: string, text: string): Promise<readonly unknown[]> {
  const places = clientFiles({ platform: 'linux', home: '/home/u', env: {} }, []);
  const place = places.find((one) => one.client === client);
  const files = { read: async (file: string) => (file === place?.file ? text : undefined) };
  const found = await readOtherClients(files, places);
  return found.map(({ server, project }) => Object.assign({}, server, project !== undefined && { project }));
}

test('Claude Code keeps servers of the user and of each project', async () => {
  const text = JSON.stringify({
    mcpServers: { all: { command: 'npx', args: ['a'], env: { KEY: '${KEY}' } } },
    projects: { '/work/app': { mcpServers: { one: { type: 'http', url: 'https://a.example/mcp' } } }, '/work/no': {} },
  });
  assert.deepEqual(await foundIn('Claude Code', text), [
    { name: 'all', body: { type: 'stdio', command: 'npx', args: ['a'], env: { KEY: '${env:KEY}' } } },
    { name: 'one', body: { type: 'http', url: 'https://a.example/mcp' }, project: '/work/app' },
  ]);
});

test('Codex keeps its servers in TOML', async () => {
  const text = `model = "gpt" # none of ours
[mcp_servers.docs]
command = 'npx'
args = [
  "-y", # first
  "docs@1.0.0",
]
env = { "A.B" = "one\\ttwo" }
[mcp_servers."my remote"]
url = "https://a.example/mcp"
bearer_token_env_var = "TOKEN"
[[other]]
x = 1
`;
  assert.deepEqual(await foundIn('Codex', text), [
    { name: 'docs', body: { type: 'stdio', command: 'npx', args: ['-y', 'docs@1.0.0'], env: { 'A.B': 'one\ttwo' } } },
    {
      name: 'my remote',
      body: { type: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}' } },
    },
  ]);
});

test('Gemini has a key of its own for HTTP, Zed an object for a command, and both allow comments where they do', async () => {
  assert.deepEqual(await foundIn('Gemini', '{"mcpServers":{"g":{"httpUrl":"https://g.example/mcp"}}}'), [
    { name: 'g', body: { type: 'http', url: 'https://g.example/mcp' } },
  ]);
  const zed = `{ // settings
    "context_servers": {
      "old": { "source": "custom", "command": { "path": "node", "args": ["z.js"], "env": { "A": "1" } } },
      "new": { "command": "node", "args": [] },
    },
  }`;
  assert.deepEqual(await foundIn('Zed', zed), [
    { name: 'old', body: { type: 'stdio', command: 'node', args: ['z.js'], env: { A: '1' } } },
    { name: 'new', body: { type: 'stdio', command: 'node' } },
  ]);
});

test('of the extensions of Goose those that are MCP servers are found', async () => {
  const text = `extensions:
  developer: { type: builtin, enabled: true }
  files: { type: stdio, cmd: npx, args: [-y, files], envs: { A: b }, enabled: true }
  web: { type: streamable_http, uri: 'https://w.example/mcp' }
`;
  assert.deepEqual(await foundIn('Goose', text), [
    { name: 'files', body: { type: 'stdio', command: 'npx', args: ['-y', 'files'], env: { A: 'b' } } },
    { name: 'web', body: { type: 'http', url: 'https://w.example/mcp' } },
  ]);
});

test('JetBrains AI Assistant keeps its servers under "mcpServers", or as the whole file', async () => {
  const servers = { one: { command: 'npx', args: ['a'] } };
  const expected = [{ name: 'one', body: { type: 'stdio', command: 'npx', args: ['a'] } }];
  assert.deepEqual(await foundIn('JetBrains AI Assistant', JSON.stringify({ mcpServers: servers })), expected);
  assert.deepEqual(await foundIn('JetBrains AI Assistant', JSON.stringify(servers)), expected);
});

test('a file that is not what it should be holds nothing', async () => {
  assert.deepEqual(await foundIn('Codex', 'not toml ['), []);
  assert.deepEqual(await foundIn('Goose', 'a: [b'), []);
  assert.deepEqual(await foundIn('Claude Code', '[1]'), []);
  assert.deepEqual(await foundIn('LM Studio', '{"mcpServers":7}'), []);
});
