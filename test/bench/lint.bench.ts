import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { gatherSubject } from '../../src/core/lint/gatherSubject.ts';
import { lintServer } from '../../src/core/lint/lint.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { negotiationCacheFor } from '../../src/core/servers/connection/negotiationCache.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { StdioLaunch } from '../../src/core/servers/model/launch.ts';
import { silentTap } from '../../src/core/wire/tap.ts';
import { FakeStore } from '../support/fakeStore.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

const file = fileURLToPath(new URL('hundredTools.mjs', import.meta.url));
const launch: StdioLaunch = { kind: 'stdio', command: process.execPath, args: [file], env: {} };
const store = new FakeStore();

async function startAndLint(): Promise<number> {
  const server = createManagedServer({
    id: 'bench',
    label: 'bench',
    source: 'bench',
    transport: 'stdio',
    launch,
    tap: { open: () => silentTap },
    limits: { maxMessageBytes: 64 * 1024 * 1024, callTimeoutMs: 120_000 },
    negotiation: negotiationCacheFor(store, systemClock, launch),
  });
  const begin = performance.now();
  await server.start();
  const { findings } = lintServer(await gatherSubject(server));
  const ms = performance.now() - begin;
  await server.dispose();
  if (findings.length === 0) throw new Error('Lint looked at nothing.');
  return ms;
}

async function startAndList(): Promise<number> {
  const client = new Client({ name: 'bare', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const begin = performance.now();
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [file], stderr: 'ignore' }));
  const { tools } = await client.listTools();
  const ms = performance.now() - begin;
  await client.close();
  if (tools.length !== 100) throw new Error(`The server lists ${tools.length} tools.`);
  return ms;
}

async function run(): Promise<readonly Row[]> {
  await startAndLint(); // the first start learns the era
  const { ours, peer } = await inTurns(9, startAndLint, startAndList);
  const peerName = 'start and list by a bare client of the official SDK';
  return [row({ name: 'lint of 100 tools, with the start', unit: 'ms', peerName, limit: { ratio: 2 } }, ours, peer)];
}

export const lintBench: Bench = { name: 'lint', inVscode: false, run };
