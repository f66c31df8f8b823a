import { spawn } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Interface, createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { distDir } from '../../scripts/lib/paths.mjs';
import { Semaphore } from '../../src/base/async.ts';
import { writeManyManifests } from '../fixtures/manifest/many.ts';
import { startService } from '../fixtures/manifest/startService.ts';
import {
  type Home,
  callTool,
  echoManifest,
  makeHome,
  nextChange,
  testContext,
  testHost,
  textOf,
  toolsOf,
} from '../fixtures/manifest/tools.ts';
import { median } from './support/interval.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

const rounds = 15;
const callsEach = 200;
const args = { limit: 10, query: 'Ada Lovelace', tags: ['a', 'b'] };

/** One JSON-RPC call after the other over a pair of line streams: the least that any client must do. */
type Ask = (method: string, params: unknown) => Promise<Record<string, unknown>>;

function asker(lines: Interface, write: (line: string) => void): Ask {
  let id = 0;
  const waiting: ((answer: Record<string, unknown>) => void)[] = [];
  lines.on('line', (line) => waiting.shift()?.(JSON.parse(line) as Record<string, unknown>));
  return (method, params) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      write(JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }) + '\n');
    });
}

function directly(socketPath: string): { readonly ask: Ask; close(): void } {
  const socket = connect(socketPath);
  return {
    ask: asker(createInterface({ input: socket }), (line) => socket.write(line)),
    close: () => socket.destroy(),
  };
}

interface Program {
  readonly ask: Ask;
  write(line: string): void;
  close(): void;
}

function startProgram(home: Home, args: readonly string[]): Program {
  const env = { ...process.env, HOME: home.dir, XDG_CACHE_HOME: join(home.dir, 'cache') };
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const write = (line: string): void => void child.stdin.write(line);
  return { ask: asker(createInterface({ input: child.stdout }), write), write, close: () => child.kill() };
}

async function throughBridge(home: Home): Promise<Program> {
  const bridge = startProgram(home, [join(distDir, 'cli.cjs'), 'bridge']);
  const clientInfo = { name: 'bench', version: '1' };
  await bridge.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  bridge.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return bridge;
}

/** The median time of one call in milliseconds, of many that follow each other. */
async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < callsEach; n++) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

async function addedTime(home: Home): Promise<Row[]> {
  const direct = directly(home.socket);
  const bridge = await throughBridge(home);
  const tools = toolsOf(home);
  await tools.ready;
  const host = testHost(home.dir);
  const run = await tools.tools.value[0]!.load(host);
  const context = testContext();
  const raw = (): Promise<unknown> => direct.ask('echo.say', args);
  const inside = (): Promise<unknown> => run(args, context);
  const bridged = (): Promise<unknown> => bridge.ask('tools/call', { name: 'tairseach_say', arguments: args });
  const bare = startProgram(home, [join(import.meta.dirname, 'manifest/passOn.mjs'), home.socket]);
  const passedOn = (): Promise<unknown> => bare.ask('tools/call', { name: 'tairseach_say', arguments: args });
  for (const call of [raw, inside, bridged, passedOn]) for (let n = 0; n < 1_000; n++) await call();
  const within = await inTurns(
    rounds,
    () => timeOf(inside),
    () => timeOf(raw),
  );
  const whole = await inTurns(
    rounds,
    () => timeOf(bridged),
    () => timeOf(passedOn),
  );
  const floor = await inTurns(
    rounds,
    () => timeOf(passedOn),
    () => timeOf(raw),
  );
  const ofSocket = await inTurns(
    rounds,
    () => timeOf(bridged),
    () => timeOf(raw),
  );
  tools.dispose();
  host.lifetime.dispose();
  bridge.close();
  bare.close();
  direct.close();
  const limit = { ratio: 2, ours: 1 };
  const straight = {
    name: 'a manifest tool called inside the server',
    peerName: 'the same call straight to the socket',
  };
  const ended = {
    name: 'a call through switchboard bridge',
    peerName: 'a bare program that passes the same call on',
  };
  const socket = { name: '(a call through switchboard bridge)', peerName: straight.peerName };
  // No limit of ours: what a second process costs on this machine, whatever it does.
  const physics = { name: '(that bare program)', peerName: 'the same call straight to the socket' };
  return [
    row({ ...straight, unit: 'ms', limit }, within.ours, within.peer),
    row({ ...ended, unit: 'ms', limit }, whole.ours, whole.peer),
    row({ ...socket, unit: 'ms', limit: undefined }, ofSocket.ours, ofSocket.peer),
    row({ ...physics, unit: 'ms', limit: undefined }, floor.ours, floor.peer),
  ];
}

async function concurrency(home: Home): Promise<Row> {
  const tools = toolsOf(home);
  await tools.ready;
  for (let n = 0; n < 3; n++) await callTool(tools, 'tairseach_say', {}); // then there is a kept connection
  const thousand = async (call: (n: number) => Promise<string>): Promise<number> => {
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, n) => call(n)));
    const ms = performance.now() - startedAt;
    if (!answers.every((answer, n) => answer === `{"n":${n}}`)) throw new Error('An answer was lost or crossed');
    return ms;
  };
  const bridged = async (n: number): Promise<string> => textOf(await callTool(tools, 'tairseach_say', { n }));
  // All at once they do not fit into the queue of the socket, and the rest is refused (EAGAIN).
  const gate = new Semaphore(100);
  const perCall = async (n: number): Promise<string> => {
    const { ask, close } = directly(home.socket);
    const { result } = await ask('echo.say', { n });
    close();
    return JSON.stringify(result);
  };
  const { ours, peer } = await inTurns(
    5,
    () => thousand(bridged),
    () => thousand((n) => gate.run(() => perCall(n))),
  );
  tools.dispose();
  const name = '1,000 concurrent calls, none lost and none crossed';
  return row(
    { name, unit: 'ms', peerName: 'a connection for each call, 100 at a time', limit: { ratio: 1 } },
    ours,
    peer,
  );
}

/** The least that any loader must do: find the files, read them, parse them. */
async function readAndParse(folder: string): Promise<number> {
  const startedAt = performance.now();
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.json'));
  const parsed = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown),
  );
  if (parsed.length !== 1_000) throw new Error(`Found ${parsed.length} files`);
  return performance.now() - startedAt;
}

async function load(home: Home): Promise<number> {
  const startedAt = performance.now();
  const tools = toolsOf(home);
  await tools.ready;
  const ms = performance.now() - startedAt;
  if (tools.tools.value.length !== 10_000) throw new Error(`Loaded ${tools.tools.value.length} tools`);
  tools.dispose();
  return ms;
}

/** From writing one file of the thousand to the announcement. */
async function changes(home: Home): Promise<number[]> {
  const tools = toolsOf(home);
  await tools.ready;
  await delay(300);
  const times: number[] = [];
  for (let n = 0; n < 7; n++) {
    const change = nextChange(tools);
    await home.write('group1/m1.json', echoManifest([`change${n}`]));
    times.push(await change);
    await delay(200);
  }
  tools.dispose();
  return times;
}

async function loading(home: Home): Promise<Row[]> {
  await writeManyManifests(home.manifests, 1_000, 10);
  const { ours, peer } = await inTurns(
    5,
    () => load(home),
    () => readAndParse(home.manifests),
  );
  const reloads = await changes(home);
  const loaded = {
    name: 'loading 1,000 manifests with 10,000 tools',
    unit: 'ms',
    peerName: 'reading and parsing the files',
  };
  const live = { name: 'a change among 1,000 manifests until it is live', unit: 'ms', peerName: 'loading them all' };
  return [
    row({ ...loaded, limit: { ratio: 8, ours: 1_500 } }, ours, peer),
    row({ ...live, limit: { ratio: 2, ours: 500 } }, reloads, ours),
  ];
}

async function withHome<T>(run: (home: Home) => Promise<T>): Promise<T> {
  const home = await makeHome();
  try {
    return await run(home);
  } finally {
    await home.remove();
  }
}

async function calling(home: Home): Promise<Row[]> {
  await home.write('echo.json', echoManifest(['say'], { annotations: { readOnlyHint: true } }));
  const service = await startService(home.socket);
  try {
    return [...(await addedTime(home)), await concurrency(home)];
  } finally {
    await service.stop();
  }
}

export const manifests: Bench = {
  name: 'manifest',
  inVscode: false,
  run: async () => [...(await withHome(calling)), ...(await withHome(loading))],
};
