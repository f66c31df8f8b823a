import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { jetBrainsFiles, jetBrainsServers } from '../../../src/core/config/sources/jetBrains.ts';
import { clientFiles, readOtherClients } from '../../../src/core/config/sources/otherClients.ts';
import { folder } from './support.ts';

const slashed = (text: string): string => text.replaceAll(path.sep, '/');

function filesOn(platform: NodeJS.Platform, env: Record<string, string> = {}): readonly string[] {
  const places = clientFiles({ platform, home: '/home/u', env }, [folder], []);
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
    'JetBrains AI Assistant /work/app/.idea/workspace.xml',
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
async function foundIn(client: string, text: string, ending = ''): Promise<readonly unknown[]> {
  const places = clientFiles({ platform: 'linux', home: '/home/u', env: {} }, [folder], ['/ide/options.xml']);
  const place = places.find((one) => one.client === client && one.file.endsWith(ending));
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

const command = `<McpServerCommand sourceId="UserConfigurationSource">
  <option name="enabled" value="true" />
  <option name="name" value="nx" />
  <option name="programPath" value="npx" />
  <option name="arguments" value="-y &quot;nx mcp&quot; &#65;" />
  <option name="workingDirectory" value="" />
  <envs><env name="TOKEN" value="a&amp;b" /></envs>
</McpServerCommand>`;
const remote = `<McpServerURL><option name="name" value='remote' /><option name="url" value="https://a.example/mcp" />
  <option name="headers"><map><entry key="X-Key" value="k" /></map></option></McpServerURL>`;

test('a server that is switched off in the XML of JetBrains stays so, and any other is on', () => {
  const of = (...entries: readonly string[]) =>
    jetBrainsServers(
      `<application><component name="McpApplicationServerCommands">${entries.join('')}</component></application>`,
    );
  const off = command.replace('value="true"', 'value="false"').replace('value="nx"', 'value="off"');
  const servers = of(command, remote, off);
  const enabled = Object.entries(servers).map(([name, body]) => [name, (body as { enabled?: boolean }).enabled]);
  assert.deepEqual(enabled, [
    ['nx', undefined],
    ['remote', undefined],
    ['off', false],
  ]);
});

test('JetBrains AI Assistant kept its servers in XML of an IDE and of a project before 2025.3', async () => {
  const nx = {
    name: 'nx',
    body: { type: 'stdio', command: 'npx', args: ['-y', 'nx mcp', 'A'], env: { TOKEN: 'a&b' } },
  };
  const ofIde = `<?xml version="1.0"?><!-- <component name="McpApplicationServerCommands"> --><application>
    <component name="McpApplicationServerCommands">${command}</component></application>`;
  assert.deepEqual(await foundIn('JetBrains AI Assistant', ofIde, 'options.xml'), [nx]);
  const state =
    '<McpServerConfigurationProperties><option name="name" value="state" /></McpServerConfigurationProperties>';
  const ofProject = `<project><component name="RunManager">${command}</component>
    <component name="McpProjectServerCommands"><commands>${command}${state}</commands><urls>${remote}</urls></component>
    </project>`;
  const found = await foundIn('JetBrains AI Assistant', ofProject, 'workspace.xml');
  assert.deepEqual(found, [
    nx,
    { name: 'remote', body: { type: 'http', url: 'https://a.example/mcp', headers: { 'X-Key': 'k' } } },
  ]);
});

test('XML that is broken or endless to read holds nothing', async () => {
  for (const text of [
    '<project',
    '<a></b></a>',
    '<!--'.repeat(100_000),
    '<a b="'.repeat(100_000),
    '<a>'.repeat(100_000),
  ])
    assert.deepEqual(await foundIn('JetBrains AI Assistant', text, 'workspace.xml'), []);
});

test('every IDE and every solution of Rider has a file of its own', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'ides-'));
  const ides = path.join(root, 'config/JetBrains');
  for (const made of [`${ides}/PyCharm2025.1`, `${ides}/Rider2025.2`, `${root}/app/.idea/.idea.Shop`])
    mkdirSync(made, { recursive: true });
  const machine = { platform: 'linux', home: root, env: { XDG_CONFIG_HOME: `${root}/config` } } as const;
  const found = await jetBrainsFiles(machine, [{ name: 'app', path: `${root}/app` }]);
  assert.deepEqual(
    found.map((file) => slashed(path.relative(root, file))),
    [
      'config/JetBrains/PyCharm2025.1/options/llm.mcpServers.xml',
      'config/JetBrains/Rider2025.2/options/llm.mcpServers.xml',
      'app/.idea/.idea.Shop/.idea/workspace.xml',
    ],
  );
  rmSync(root, { recursive: true });
});

test('a file that cannot be read does not keep the others from being found', async () => {
  const places = clientFiles({ platform: 'linux', home: '/home/u', env: {} }, [], []);
  const read = async (file: string): Promise<string | undefined> => {
    if (file.includes('.claude.json')) throw new Error('not a regular file');
    return file.includes('lmstudio') ? '{"mcpServers":{"one":{"command":"npx"}}}' : undefined;
  };
  assert.deepEqual(
    (await readOtherClients({ read }, places)).map(({ client }) => client),
    ['LM Studio'],
  );
});

test('a file that is not what it should be holds nothing', async () => {
  assert.deepEqual(await foundIn('Codex', 'not toml ['), []);
  assert.deepEqual(await foundIn('Goose', 'a: [b'), []);
  assert.deepEqual(await foundIn('Claude Code', '[1]'), []);
  assert.deepEqual(await foundIn('LM Studio', '{"mcpServers":7}'), []);
});
