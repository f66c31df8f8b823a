// 200 servers with 10,000 tools: what a window does with them, step by step, beside a tenth of them.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { GatewayAddress } from '../../src/core/gateway/discovery/gatewayHttpServer.ts';
import { allPath, serverPath } from '../../src/core/gateway/discovery/paths.ts';
import { feedLive } from '../../src/extension/languageClient/live.ts';
import { indexTools, searchTools } from '../../webview/model/servers/itemSearch.ts';
import { type Editor, openEditor } from './manyServers/editor.ts';
import { type OpenWindow, openWindow } from './manyServers/openWindow.ts';
import { measureTenWindows } from './manyServers/tenWindows.ts';
import { Program, processorMs, proportionalMegabytes } from './support/program.ts';
import { type Bench, type Row, row } from './support/row.ts';

const rounds = 5;
const idleMs = Number(process.env['BENCH_IDLE_SECONDS'] ?? 75) * 1_000;
const any = Number.POSITIVE_INFINITY;
const programs = path.join(import.meta.dirname, 'manyServers');

async function connectAgent({ origin, token }: GatewayAddress, at: string): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(origin + at), { requestInit }));
  return client;
}

interface Scene {
  readonly window: OpenWindow;
  readonly editor: Editor;
  readonly agents: readonly [all: Client, one: Client];
  close(): Promise<void>;
}

async function openScene(count: number, servers: string): Promise<Scene> {
  const window = await openWindow(count, servers);
  const agents = [
    await connectAgent(window.address, allPath),
    await connectAgent(window.address, serverPath('server3')),
  ] as const;
  const editor = await openEditor(count, servers);
  const close = async (): Promise<void> => {
    await Promise.allSettled(agents.map((agent) => agent.close()));
    editor.close();
    window.close();
  };
  return { window, editor, agents, close };
}

type Steps = Readonly<Record<string, () => unknown>>;

/** Each is one thing that a user or an agent waits for. */
function stepsOf({ window: { core }, editor, agents: [all, one] }: Scene): Steps {
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
    'what the language server is told of them': () => feedLive(core, { sendNotification: async () => {} }).dispose(),
    ...editor.steps,
  };
}

async function timed(step: () => unknown): Promise<number> {
  const begin = performance.now();
  await step();
  return performance.now() - begin;
}

/** An agent lists the tools, then thinks for a moment, then searches. */
const thoughtMs = 1_000;

async function measureSteps(many: Steps, few: Steps): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, step] of Object.entries(many)) {
    const [first, firstOfFew] = [await timed(step), await timed(few[name]!)];
    const [ours, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(await timed(step));
      peer.push(await timed(few[name]!));
    }
    const spec = { unit: 'ms', peerName: 'with a tenth of them', limit: { ratio: any, ours: 50 } };
    rows.push(
      row({ ...spec, name: `200 servers, 10,000 tools, the first time: ${name}` }, [first], [firstOfFew]),
      row({ ...spec, name: `200 servers, 10,000 tools: ${name}` }, ours, peer),
    );
    await delay(thoughtMs);
  }
  return rows;
}

/** What a window does while nobody does anything, and what it holds; its servers and agents are other processes. */
async function measureIdle(servers: string): Promise<readonly Row[]> {
  const [window, few] = ['200', '20'].map((count) => new Program([path.join(programs, 'window.ts'), count, servers]));
  try {
    const [address] = [await window!.line<GatewayAddress>(), await few!.line()];
    const agents = [await connectAgent(address, allPath), await connectAgent(address, serverPath('server3'))];
    await agents[0]!.listTools();
    await delay(20_000); // what begins with a connection is over by then
    const before = processorMs(window!.pid);
    const ms = await timed(() => delay(idleMs));
    const share = ((processorMs(window!.pid) - before) / ms) * 100;
    const [memory, memoryOfFew] = [window!, few!].map(({ pid }) => proportionalMegabytes(pid));
    await Promise.allSettled(agents.map((agent) => agent.close()));
    const rest = { name: '200 servers at rest, agents connected', unit: '% CPU', peerName: 'the promise' };
    const held = {
      name: 'memory of a process with 200 servers, 10,000 tools',
      unit: 'MB',
      peerName: 'with 20 of them',
    };
    return [
      row({ ...rest, limit: { ratio: 1 } }, [share], [0.1]),
      row({ ...held, limit: undefined }, [memory!], [memoryOfFew!]),
    ];
  } finally {
    await Promise.all([window, few].map((program) => program!.end()));
  }
}

async function inScenes(servers: string): Promise<Row[]> {
  const [many, few] = [await openScene(200, servers), await openScene(20, servers)];
  try {
    return await measureSteps(stepsOf(many), stepsOf(few));
  } finally {
    await Promise.all([many.close(), few.close()]);
  }
}

async function run(): Promise<Row[]> {
  const servers = new Program([path.join(programs, 'servers.ts')]);
  try {
    const { origin } = await servers.line<{ origin: string }>();
    const steps = await inScenes(origin);
    return [...steps, ...(await measureIdle(origin)), ...(await measureTenWindows(origin, idleMs))];
  } finally {
    await servers.end();
  }
}

export const manyServers: Bench = { name: 'many servers', inVscode: false, run };
