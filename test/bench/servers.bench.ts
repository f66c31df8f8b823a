import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { silentLog } from '../../src/base/log.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { Countdown } from '../../src/core/app/view/countdown.ts';
import { toServerView } from '../../src/core/app/view/serverView.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { DefinitionCache } from '../../src/core/servers/catalog/definitionCache.ts';
import { negotiationCacheFor } from '../../src/core/servers/connection/negotiationCache.ts';
import type { Launch, StdioLaunch } from '../../src/core/servers/model/launch.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import { ServerRegistry } from '../../src/core/servers/registry.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import type { ToolDefinition } from '../../src/core/wire/definitions.ts';
import { silentTap } from '../../src/core/wire/tap.ts';
import { median } from './support/interval.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';
import { FakeStore } from '../support/fakeStore.ts';

const script = fileURLToPath(new URL('../integration/serversBenchServer.mjs', import.meta.url));
const small = fileURLToPath(new URL('../fixtures/bad-servers/crashes.mjs', import.meta.url));
const slowStart = fileURLToPath(new URL('../fixtures/bad-servers/slowStart.mjs', import.meta.url));
const tap = { open: () => silentTap };
const sdk = 'a bare client of the official SDK';

function stdio(file: string): StdioLaunch {
  return { kind: 'stdio', command: process.execPath, args: [file], env: {} };
}

const store = new FakeStore();

function ours(launch: Launch, megabytes = 64): ManagedServer {
  return createManagedServer({
    id: 'bench',
    label: 'bench',
    source: 'bench',
    transport: launch.kind,
    launch,
    tap,
    limits: { maxMessageBytes: megabytes * 1024 * 1024, callTimeoutMs: 120_000 },
    negotiation: negotiationCacheFor(store, systemClock, launch),
  });
}

async function bare(file: string, mode: 'legacy' | 'auto', maxBufferSize?: number): Promise<Client> {
  const client = new Client({ name: 'bare', version: '1.0.0' }, { versionNegotiation: { mode } });
  const more = maxBufferSize === undefined ? {} : { maxBufferSize };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [file], stderr: 'ignore', ...more }),
  );
  return client;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

// ---- start ------------------------------------------------------------------------------

async function startOurs(file: string): Promise<number> {
  const server = ours(stdio(file));
  const ms = await timed(() => server.start());
  await server.dispose();
  return ms;
}

async function startBare(file: string, mode: 'legacy' | 'auto'): Promise<number> {
  let client: Client | undefined;
  const ms = await timed(async () => {
    client = await bare(file, mode);
    await client.listTools();
  });
  await client?.close();
  return ms;
}

async function starts(): Promise<Row[]> {
  await startOurs(small); // the first start learns the era
  const legacy = await inTurns(
    15,
    () => startOurs(small),
    () => startBare(small, 'legacy'),
  );
  const modern = await inTurns(
    9,
    () => startOurs(script),
    () => startBare(script, 'auto'),
  );
  const spec = { unit: 'ms', peerName: sdk, limit: { ratio: 1.1 } };
  return [
    row({ ...spec, name: 'start to tools listed, legacy server' }, legacy.ours, legacy.peer),
    row({ ...spec, name: 'start to tools listed, modern server' }, modern.ours, modern.peer),
    await tenAtOnce(),
    await restarted(),
  ];
}

/** From the end of the debounce (300 ms after the save) to the tools of the new process; the old one has to end first. */
async function restarted(): Promise<Row> {
  const server = ours(stdio(script));
  await server.start();
  const result = await inTurns(
    9,
    () => timed(() => server.restart(2_000)),
    () => startOurs(script),
  );
  await server.dispose();
  const peerName = 'its start and list alone';
  return row(
    { name: 'saved file to tools listed again', unit: 'ms', peerName, limit: { ratio: 1.2 } },
    result.ours,
    result.peer,
  );
}

/** Whether one start waits for another: a slow server alone, and together with nine that are not. */
async function tenAtOnce(): Promise<Row> {
  const slow = (): ManagedServer => ours({ ...stdio(slowStart), args: [slowStart, '1000'] });
  const startAll = async (servers: readonly ManagedServer[]): Promise<number> => {
    const ms = await timed(() => Promise.all(servers.map((server) => server.start())));
    await Promise.all(servers.map((server) => server.dispose()));
    return ms;
  };
  const nine = (): ManagedServer[] => Array.from({ length: 9 }, () => ours(stdio(small)));
  const result = await inTurns(
    5,
    () => startAll([slow(), ...nine()]),
    () => startAll([slow()]),
  );
  const spec = {
    name: '10 servers started at once',
    unit: 'ms',
    peerName: 'the slowest of them alone',
    limit: { ratio: 2 },
  };
  return row(spec, result.ours, result.peer);
}

// ---- calls ------------------------------------------------------------------------------

/** Few, so that turns are short: what slows the machine meanwhile slows both sides. */
const callsPerTurn = 20;

interface Caller {
  call(): Promise<unknown>;
  end(): Promise<void>;
}

async function ourCaller(): Promise<Caller> {
  const server = ours(stdio(script));
  await server.start();
  return { call: () => server.callTool('echo', { n: 1 }), end: () => server.dispose() };
}

async function bareCaller(): Promise<Caller> {
  const client = await bare(script, 'auto');
  await client.listTools();
  return { call: () => client.callTool({ name: 'echo', arguments: { n: 1 } }), end: () => client.close() };
}

const pairCount = 30;

/**
 * New processes for each pair, started in turns: of two equal ones one stays slower by a tenth, as long as it lives. So
 * a pair gives one figure for each side; its turns, taken for so many figures, made an interval that was too narrow.
 */
async function pairs(
  first: () => Promise<Caller>,
  second: () => Promise<Caller>,
): Promise<{ readonly ours: readonly number[]; readonly peer: readonly number[] }> {
  const all = { ours: [] as number[], peer: [] as number[] };
  for (let pair = 0; pair < pairCount; pair++) {
    const early = pair % 2 === 0 ? await first() : await second();
    const late = pair % 2 === 0 ? await second() : await first();
    const [mine, theirs] = pair % 2 === 0 ? [early, late] : [late, early];
    for (let turn = 0; turn < 20; turn++) for (const side of [mine, theirs]) await turnOf(side);
    const { ours, peer } = await inTurns(
      20,
      () => turnOf(mine),
      () => turnOf(theirs),
    );
    all.ours.push(median(ours));
    all.peer.push(median(peer));
    await Promise.all([mine.end(), theirs.end()]);
  }
  return all;
}

function turnOf({ call }: Caller): Promise<number> {
  return timed(async () => {
    for (let at = 0; at < callsPerTurn; at++) await call();
  });
}

async function calls(): Promise<Row[]> {
  const result = await pairs(ourCaller, bareCaller);
  const floor = await pairs(bareCaller, bareCaller);
  const spec = { unit: 'ms', peerName: sdk };
  return [
    row({ ...spec, name: `${callsPerTurn} calls over stdio`, limit: { ratio: 1.05 } }, result.ours, result.peer),
    row(
      { ...spec, name: `(${callsPerTurn} calls over stdio, another bare client)`, limit: undefined },
      floor.ours,
      floor.peer,
    ),
  ];
}

async function large(): Promise<Row[]> {
  const server = ours(stdio(script), 128);
  await server.start();
  const client = await bare(script, 'auto', 128 * 1024 * 1024);
  const mine = async (): Promise<number> => timed(() => server.callTool('big', { megabytes: 64 }));
  const theirs = async (): Promise<number> =>
    timed(() => client.callTool({ name: 'big', arguments: { megabytes: 64 } }, { timeout: 300_000 }));
  const result = await inTurns(1, mine, theirs); // the peer takes half a minute, more on a busy machine
  await server.dispose();
  await client.close();
  return [
    row(
      { name: 'a result of 64 MB over stdio', unit: 'ms', peerName: sdk, limit: { ratio: 0.1 } },
      result.ours,
      result.peer,
    ),
  ];
}

// ---- many servers -------------------------------------------------------------------------

const anyInput = fromJsonSchema({ type: 'object' });
const schema = {
  type: 'object',
  properties: { path: { type: 'string', description: 'Where it is' } },
  required: ['path'],
};

function definitions(): readonly ToolDefinition[] {
  return Array.from({ length: 40 }, (_, at) => ({
    name: `tool_${at}`,
    description: 'Does something useful with a file',
    inputSchema: schema,
  }));
}

function memoryServer(id: string, knownTools: readonly ToolDefinition[]): ManagedServer {
  const serve = async (end: unknown): Promise<void> => {
    const server = new McpServer({ name: id, version: '1.0.0' });
    for (const { name } of knownTools) server.registerTool(name, { inputSchema: anyInput }, () => ({ content: [] }));
    await server.connect(end as never);
  };
  return createManagedServer({
    id,
    label: id,
    source: 'bench',
    transport: 'memory',
    launch: { kind: 'memory', serve },
    tap,
    knownTools,
  });
}

async function fillRegistry(cache: DefinitionCache): Promise<ServerRegistry> {
  const registry = new ServerRegistry({ log: silentLog, cache });
  const specs = Array.from({ length: 50 }, (_, at) => ({
    id: `server-${at}`,
    source: 'mcp' as const,
    launchKey: `launch-${at}`,
    create: (known: readonly ToolDefinition[]) => memoryServer(`server-${at}`, known),
  }));
  await registry.apply(specs);
  return registry;
}

async function many(): Promise<Row[]> {
  const cache = new DefinitionCache(new FakeStore());
  for (let at = 0; at < 50; at++) cache.write(`launch-${at}`, definitions());
  const drawn: number[] = [];
  const budget: number[] = [];
  for (let round = 0; round < 7; round++) {
    let registry: ServerRegistry | undefined;
    drawn.push(
      await timed(async () => {
        registry = await fillRegistry(cache);
        const redactor = new Redactor();
        const countdown = new Countdown(registry.servers, systemClock);
        const rows =
          registry.servers.value.map((server) => toServerView(server, redactor, countdown, () => undefined)).length +
          registry.tools.tools.value.length;
        countdown.dispose();
        if (rows !== 2_050) throw new Error(`${rows} rows instead of 2050`);
      }),
    );
    budget.push(100);
    await registry?.dispose();
  }
  return [
    row(
      {
        name: '50 servers with 2,000 tools, from memory to rows',
        unit: 'ms',
        peerName: 'the promise',
        limit: { ratio: 1 },
      },
      drawn,
      budget,
    ),
    await idle(cache),
  ];
}

async function idle(cache: DefinitionCache): Promise<Row> {
  const registry = await fillRegistry(cache);
  for (const server of registry.servers.value) await server.start();
  await delay(1_000);
  const shares: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    const ms = await timed(() => delay(3_000));
    const { user, system } = process.cpuUsage(before);
    shares.push(((user + system) / 1_000 / ms) * 100);
  }
  await registry.dispose();
  return row(
    { name: '50 connected servers, idle', unit: '% CPU', peerName: 'the promise', limit: { ratio: 1 } },
    shares,
    [1, 1, 1],
  );
}

// ---- rounds -------------------------------------------------------------------------------

async function round(): Promise<void> {
  const server = ours(stdio(small));
  await server.callTool('ok', {});
  await server.dispose();
}

/** Without a collection the heap size only depends on when the last one was. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

async function memoryAfter(rounds: number): Promise<number> {
  for (let at = 0; at < rounds; at++) await round();
  await delay(300);
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

async function soak(): Promise<Row[]> {
  const before = await memoryAfter(20);
  const handles = process.getActiveResourcesInfo().length;
  const listeners = process.listenerCount('exit');
  const after = await memoryAfter(200);
  const left =
    Math.max(0, process.getActiveResourcesInfo().length - handles) +
    Math.max(0, process.listenerCount('exit') - listeners);
  return [
    row(
      { name: 'heap after 200 starts and stops', unit: 'MB', peerName: 'after 20 of them', limit: { ratio: 1.1 } },
      [after],
      [before],
    ),
    row(
      { name: 'handles and listeners left after them (+1)', unit: '', peerName: 'none (+1)', limit: { ratio: 1 } },
      [left + 1],
      [1],
    ),
  ];
}

const bench = (name: string, run: () => Promise<readonly Row[]>): Bench => ({ name, inVscode: false, run });

export const serverStarts = bench('servers start', starts);
export const serverCalls = bench('servers calls', calls);
export const serverLarge = bench('servers large result', large);
export const serverMany = bench('servers many', many);
export const serverSoak = bench('servers soak', soak);
