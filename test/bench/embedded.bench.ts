import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { distDir } from '../../scripts/lib/paths.mjs';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import { silentTap } from '../../src/core/wire/tap.ts';
import { ThinHttp, ThinStdio, fileOf, startToList } from './embedded/drive.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

const [ours, bare, minimal] = ['ours.ts', 'bare.mjs', 'minimal.mjs'].map(fileOf) as [string, string, string];
const cli = process.env['SWITCHBOARD_CLI'] ?? join(distDir, 'cli.cjs');

/** At least 0.9 times the rate is at most 1/0.9 times the time. */
const atLeastNineTenths = { ratio: 1.11 };

async function start(): Promise<Row> {
  const mine = (): Promise<number> => startToList([cli, 'serve']);
  const theirs = (): Promise<number> => startToList([minimal]);
  await mine(); // the first start keeps the compiled code
  await theirs();
  const times = await inTurns(15, mine, theirs);
  const spec = {
    name: 'process start to tools/list',
    unit: 'ms',
    peerName: 'a minimal stdio server of the SDK',
    limit: { ratio: 1 },
  };
  return row(spec, times.ours, times.peer);
}

interface Driven {
  open(): Promise<void>;
  calls(count: number): Promise<number>;
  close(): void | Promise<void>;
}

interface Pace {
  /** Measured: until either side takes the same for a call as later. V8 is still at work on both for that long. */
  readonly warmCalls: number;
  /** Short, so that what slows the machine slows both of a pair. */
  readonly turnCalls: number;
  readonly turns: number;
}

async function rate(name: string, mine: Driven, theirs: Driven, pace: Pace): Promise<Row> {
  const both = [mine, theirs];
  for (const side of both) await side.open();
  for (const side of both) await side.calls(pace.warmCalls);
  const times = await inTurns(
    pace.turns,
    () => mine.calls(pace.turnCalls),
    () => theirs.calls(pace.turnCalls),
  );
  for (const side of both) await side.close();
  const perCall = (all: readonly number[]): number[] => all.map((ms) => (ms / pace.turnCalls) * 1000);
  const spec = { name, unit: 'µs', peerName: 'a bare server of the SDK', limit: atLeastNineTenths };
  return row(spec, perCall(times.ours), perCall(times.peer));
}

const megabytes = 32;

/** Both clients read from our server; what differs is how they read. */
async function large(): Promise<Row> {
  const launch = { kind: 'stdio', command: process.execPath, args: [ours], env: {} } as const;
  const managed = createManagedServer({
    id: 'bench',
    label: 'bench',
    source: 'bench',
    transport: 'stdio',
    launch,
    tap: { open: () => silentTap },
    limits: { maxMessageBytes: 64 * 1024 * 1024, callTimeoutMs: 300_000 },
  });
  await managed.start();
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [ours],
      stderr: 'ignore',
      maxBufferSize: 64 * 1024 * 1024,
    }),
  );
  const timed = async (call: () => Promise<unknown>): Promise<number> => {
    const begin = performance.now();
    await call();
    return performance.now() - begin;
  };
  const mine = (): Promise<number> => timed(() => managed.callTool('big', { megabytes }));
  const theirs = (): Promise<number> =>
    timed(() => client.callTool({ name: 'big', arguments: { megabytes } }, { timeout: 300_000 }));
  await mine(); // the code is warm; theirs takes too long to do it twice as often
  const times = await inTurns(3, mine, theirs);
  await managed.dispose();
  await client.close();
  const spec = { name: 'a 32 MB result over stdio', unit: 'ms', peerName: "the SDK's client", limit: { ratio: 0.2 } };
  return row(spec, times.ours, times.peer);
}

const few = 1000;

async function memory(face: string, server: ThinStdio | ThinHttp, many: number): Promise<Row> {
  await server.open();
  await server.calls(few);
  const before = await server.memory();
  await server.calls(many - few);
  const later = await server.memory();
  await server.close();
  const name = `memory after ${many.toLocaleString('en-US')} calls over ${face}`;
  const spec = { name, unit: 'B', peerName: `the same server after ${few} calls`, limit: { ratio: 1.1 } };
  return row(spec, [later], [before]);
}

export const embedded: Bench = {
  name: 'embedded',
  inVscode: false,
  run: async () => [
    await start(),
    await rate('tools/call over stdio', new ThinStdio([ours, 'stdio']), new ThinStdio([bare, 'stdio']), {
      warmCalls: 20_000,
      turnCalls: 1000,
      turns: 100,
    }),
    await rate('tools/call over HTTP', new ThinHttp([ours, 'http']), new ThinHttp([bare, 'http']), {
      warmCalls: 15_000,
      turnCalls: 500,
      turns: 60,
    }),
    await large(),
    await memory('stdio', new ThinStdio(['--expose-gc', ours, 'stdio']), 100_000),
    await memory('HTTP', new ThinHttp(['--expose-gc', ours, 'http']), 20_000),
  ],
};
