// 200 servers with 10,000 tools: what a window does with them, step by step, beside a tenth of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Core } from '../../src/core/app/core.ts';
import { readSettings } from '../../src/core/app/settings/settings.ts';
import { allPath, serverPath } from '../../src/core/gateway/discovery/paths.ts';
import type { ToolDefinition } from '../../src/core/wire/definitions.ts';
import { indexTools, searchTools } from '../../webview/model/servers/itemSearch.ts';
import { makeGatewayServer } from '../integration/support/gatewayFixture.ts';
import { createFakePorts } from '../support/fakePorts.ts';
import { openCore } from '../support/openCore.ts';
import { type Bench, type Row, row } from './support/row.ts';

const toolsEach = 50;
const rounds = 5;
const idleMs = Number(process.env['BENCH_IDLE_SECONDS'] ?? 60) * 1_000;
const any = Number.POSITIVE_INFINITY;

function definitionsOf(nth: number): readonly ToolDefinition[] {
  return Array.from({ length: toolsEach }, (_, at) => ({
    name: `service${nth}_action_${at}`,
    description: `Reads, changes and lists record ${at} of service ${nth}, and says what came of it`,
    inputSchema: {
      type: 'object' as const,
      properties: { path: { type: 'string', description: `Where record ${at} is kept` } },
    },
  }));
}

interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

/** One process for all of them: 200 would be measured as a busy machine. */
function answerTo({ method, params }: Asked, nth: number): object {
  const info = { capabilities: { tools: {} }, serverInfo: { name: `server${nth}`, version: '1' } };
  if (method === 'initialize') return { result: { protocolVersion: params?.protocolVersion, ...info } };
  if (method === 'tools/list') return { result: { tools: definitionsOf(nth) } };
  return { error: { code: -32_601, message: 'Method not found' } };
}

async function serveAll(): Promise<{ readonly origin: string; close(): void }> {
  const http = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    void text(request).then((body) => {
      const asked = JSON.parse(body) as Asked;
      if (asked.id === undefined) return response.writeHead(202).end();
      const answer = { jsonrpc: '2.0', id: asked.id, ...answerTo(asked, Number(request.url?.slice(1))) };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

interface OpenWindow {
  readonly core: Core;
  agent(at: string): Promise<Client>;
  close(): Promise<void>;
}

async function openWindow(count: number, at: string): Promise<OpenWindow> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-many-'));
  const ports = Object.assign(createFakePorts(folder), { answer: 'Approve' });
  const names = Array.from({ length: count }, (_, at) => `server${at}`);
  const servers = Object.fromEntries(names.map((name, nth) => [name, { type: 'http', url: `${at}/${nth}` }]));
  ports.edit('.vscode/mcp.json', JSON.stringify({ servers }));
  const settings = { ...readSettings(() => undefined), 'servers.maxRunning': count };
  const core = await openCore(ports, { settings });
  for (const name of names) await core.approve(name);
  for (const name of names) await core.server(name).start();
  core.gateway.follow({ servers: Object.fromEntries(names.map((name) => [name, true])), toolLimit: undefined });
  const gateway = makeGatewayServer(core);
  const { origin, token } = await gateway.start();
  const clients: Client[] = [];
  return {
    core,
    agent: async (at) => {
      const client = new Client({ name: 'agent', version: '1' });
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(origin + at), { requestInit }));
      clients.push(client);
      return client;
    },
    close: async () => {
      await Promise.allSettled(clients.map((client) => client.close()));
      gateway.dispose();
      core.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Steps = Readonly<Record<string, () => unknown>>;

/** Each is one thing that a user or an agent waits for. */
async function stepsOf({ core, agent }: OpenWindow): Promise<Steps> {
  const [all, one] = [await agent(allPath), await agent(serverPath('server3'))];
  const views = core.servers.value.flatMap(({ tools }) => tools.value);
  const index = indexTools(views as never);
  let turn = 0;
  return {
    'a server changes: snapshot for the views': async () => {
      await core.server('server3').setDisabled(++turn % 2 === 1);
      return core.snapshot.value.servers.length;
    },
    'what the tree asks of each server': () =>
      core.servers.value.map(({ id, tools }) => [core.entry(id), core.held(id), tools.value.length]),
    'search of the tools in the Inspector': () => searchTools(index, 'record 7 lists'),
    'gateway: tools/list of all servers': () => all.listTools(),
    'gateway: tools/list of one server': () => one.listTools(),
    'gateway: an agent searches the tools': () =>
      all.callTool({ name: 'switchboard_search_tools', arguments: { query: `list record ${++turn}` } }),
  };
}

async function timed(step: () => unknown): Promise<number> {
  const begin = performance.now();
  await step();
  return performance.now() - begin;
}

async function measureSteps(many: Steps, few: Steps): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, step] of Object.entries(many)) {
    const [ours, peer]: [number[], number[]] = [[], []];
    console.log(`  ${name}: ${(await timed(step)).toFixed(1)} ms the first time`);
    for (let round = 0; round < rounds; round++) {
      ours.push(await timed(step));
      peer.push(await timed(few[name]!));
    }
    const spec = { name: `200 servers, 10,000 tools: ${name}`, unit: 'ms', peerName: 'with a tenth of them' };
    rows.push(row({ ...spec, limit: { ratio: any, ours: 50 } }, ours, peer));
  }
  return rows;
}

/** What the window does while nobody does anything, and what it holds. */
async function measureIdle(): Promise<readonly [Row, Row]> {
  await delay(10_000); // connections that were used last are closed by then
  const before = process.cpuUsage();
  const ms = await timed(() => delay(idleMs));
  const { user, system } = process.cpuUsage(before);
  const share = ((user + system) / 1_000 / ms) * 100;
  const promise = { peerName: 'the promise', limit: { ratio: 1 } };
  const { rss, heapUsed } = process.memoryUsage();
  const memory = { name: '(memory of a process with 220 servers, 11,000 tools)', unit: 'MB', peerName: 'its heap' };
  return [
    row({ ...promise, name: '220 servers at rest, agents connected', unit: '% CPU' }, [share], [0.1]),
    row({ ...memory, limit: undefined }, [rss / 2 ** 20], [heapUsed / 2 ** 20]),
  ];
}

async function run(): Promise<Row[]> {
  const servers = await serveAll();
  const [many, few] = [await openWindow(200, servers.origin), await openWindow(20, servers.origin)];
  try {
    const steps = await measureSteps(await stepsOf(many), await stepsOf(few));
    return [...steps, ...(await measureIdle())];
  } finally {
    await Promise.all([many.close(), few.close()]);
    servers.close();
  }
}

export const manyServers: Bench = { name: 'many servers', inVscode: false, run };
