import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import type { StoreRow } from '../../src/core/ports/ports.ts';
import { Store } from '../../src/core/store/store.ts';
import { realPath } from '../integration/serversSupport.ts';
import { median } from './support/interval.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

const execute = promisify(execFile);
const cli = path.join(repoRoot, 'dist/cli.cjs');
const bare = path.join(import.meta.dirname, 'bareStdio.mjs');

async function timed(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const begin = performance.now();
  await execute(process.execPath, [...args], { cwd, env: { ...process.env, ...env } });
  return performance.now() - begin;
}

function workspaceWith(root: string, servers: Readonly<Record<string, readonly string[]>>): string {
  const folder = path.join(root, 'workspace');
  mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  const entries = Object.entries(servers).map(([name, args]) => [name, { command: process.execPath, args }]);
  writeFileSync(path.join(folder, '.vscode/mcp.json'), JSON.stringify({ servers: Object.fromEntries(entries) }));
  return folder;
}

async function inFolder(run: (root: string) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'switchboard-bench-'));
  try {
    return await run(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

// ---- many known servers -----------------------------------------------------------------------

const knownServers = 100;
const toolsOfEach = 40;

/** What is remembered of servers that were listed once: their approvals, definitions and pins. */
function rowsOf(server: number): readonly StoreRow[] {
  const tools = Array.from({ length: toolsOfEach }, (_, at) => ({
    name: `tool_${at}`,
    description: 'Does something useful with a file',
    inputSchema: { type: 'object', properties: { path: { type: 'string', description: 'Where it is' } } },
  }));
  return [
    { kind: 'approval', scope: `/folder-${server}`, key: `server-${server}`, value: 'fingerprint' },
    { kind: 'definitions', scope: 'user', key: `launch-${server}`, value: tools },
    ...tools.map((tool): StoreRow => ({
      kind: 'pin',
      scope: `/folder-${server} server-${server}`,
      key: tool.name,
      value: 'hash',
      body: JSON.stringify(tool),
    })),
  ];
}

function knownState(root: string, servers: number): NodeJS.ProcessEnv {
  const state = path.join(root, `state-${servers}`);
  const store = new Store(path.join(state, 'mcp-switchboard', 'switchboard.db'), {
    now: Date.now,
    tell: (fault) => {
      throw fault;
    },
  });
  for (let server = 0; server < servers; server++) store.put(rowsOf(server));
  store.dispose();
  return { XDG_STATE_HOME: state };
}

async function listWithKnown(root: string): Promise<readonly Row[]> {
  const folder = workspaceWith(root, { hello: [realPath('mcp-hello-world/build/stdio.js')] });
  const [known, empty] = [knownState(root, knownServers), knownState(root, 0)];
  const list = (env: NodeJS.ProcessEnv) => () => timed([cli, 'list', '--trust'], folder, env);
  await list(known)();
  await list(empty)(); // approved, and compiled code is kept
  const { ours, peer } = await inTurns(21, list(known), list(empty));
  const name = `switchboard list with ${knownServers} known servers`;
  return [row({ name, unit: 'ms', peerName: 'with an empty store', limit: { ratio: 1.1 } }, ours, peer)];
}

// ---- servers of others ------------------------------------------------------------------------

const realServers: Readonly<Record<string, readonly string[]>> = {
  everything: ['@modelcontextprotocol/server-everything/dist/index.js', 'stdio'],
  everything2024: ['everything-2024/dist/index.js'],
  filesystem: ['@modelcontextprotocol/server-filesystem/dist/index.js', tmpdir()],
  thinking: ['@modelcontextprotocol/server-sequential-thinking/dist/index.js'],
  context7: ['@upstash/context7-mcp/dist/index.js'],
  dbhub: ['@bytebase/dbhub/dist/index.js', '--demo', '--transport', 'stdio'],
  map: ['@modelcontextprotocol/server-map/dist/index.js', '--stdio'],
  chart: ['@antv/mcp-server-chart/build/index.js'],
  eslint: ['@eslint/mcp/src/mcp-cli.js'],
  hello: ['mcp-hello-world/build/stdio.js'],
};

/** Each as a ratio of medians: servers take from a tenth of a second to several to start. */
async function listReal(root: string): Promise<readonly Row[]> {
  const servers = Object.fromEntries(
    Object.entries(realServers).map(([name, [file = '', ...args]]) => [name, [realPath(file), ...args]]),
  );
  const folder = workspaceWith(root, servers);
  const state = { XDG_STATE_HOME: path.join(root, 'state') };
  const ratios: number[] = [];
  for (const [name, args] of Object.entries(servers)) {
    const mine = (): Promise<number> => timed([cli, 'list', '--trust', '--server', name], folder, state);
    await mine();
    const { ours, peer } = await inTurns(5, mine, () => timed([bare, process.execPath, ...args], folder, {}));
    ratios.push(median(ours) / median(peer));
  }
  const spec = { unit: '×', peerName: 'a bare client of the official SDK, in a process' };
  const what = `switchboard list over ${ratios.length} servers of others`;
  const one = ratios.map(() => 1);
  return [
    row({ ...spec, name: `${what}, median`, limit: { ratio: 1.1 } }, ratios, one),
    row({ ...spec, name: `${what}, worst`, limit: { ratio: 1.3 } }, [Math.max(...ratios)], [1]),
  ];
}

export const switchboardList: Bench = {
  name: 'switchboard list',
  inVscode: false,
  run: async () => [...(await inFolder(listWithKnown)), ...(await inFolder(listReal))],
};
