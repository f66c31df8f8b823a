import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { CheckFile } from '../../src/core/checks/model/checkFile.ts';
import { readCheckFile } from '../../src/core/checks/read/readCheckFile.ts';
import { runCheck } from '../../src/core/checks/run/runCheck.ts';
import { ScriptedAnswers } from '../../src/core/checks/run/scriptedAnswers.ts';
import { type FilesPort, systemClock } from '../../src/core/ports/ports.ts';
import { negotiationCacheFor } from '../../src/core/servers/connection/negotiationCache.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { StdioLaunch } from '../../src/core/servers/model/launch.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { silentTap } from '../../src/core/wire/tap.ts';
import { FakeStore } from '../support/fakeStore.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

const script = fileURLToPath(new URL('../integration/serversBenchServer.mjs', import.meta.url));
const launch: StdioLaunch = { kind: 'stdio', command: process.execPath, args: [script], env: {} };
const calls = 1_000;
const found = 5_000;
const rounds = 7;

function checkFileText(count: number): string {
  const checks = Array.from({ length: count }, (_, at) => ({
    id: `check-${at}`,
    call: 'echo',
    args: { text: `note ${at}` },
    expect: { isError: false, contains: `note ${at}` },
  }));
  return JSON.stringify({ mcptest: 1, server: 'bench', checks }, undefined, 2);
}

function readChecks(count: number): CheckFile {
  const { checkFile } = readCheckFile('/bench.mcptest.json', checkFileText(count));
  if (checkFile?.checks.length !== count) throw new Error('the check file has a mistake');
  return checkFile;
}

/** No check here has a snapshot. */
const noFiles: FilesPort = {
  read: async () => undefined,
  edit: async () => {},
  replace: async () => {},
  watch: () => ({ dispose: () => {} }),
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

async function runAll(checkFile: CheckFile, server: ManagedServer): Promise<void> {
  const { signal } = new AbortController();
  const context = {
    server,
    files: noFiles,
    answers: new ScriptedAnswers(),
    env: {},
    input: async () => '',
    redactor: new Redactor(),
    isUpdating: false,
    signal,
  };
  for (const check of checkFile.checks) {
    const { status } = await runCheck(checkFile, check, context);
    if (status !== 'passed') throw new Error(`${check.id} ${status}`);
  }
}

async function callAll(client: Client): Promise<void> {
  for (let at = 0; at < calls; at++) await client.callTool({ name: 'echo', arguments: { text: `note ${at}` } });
}

async function runs(): Promise<Row> {
  const server = createManagedServer({
    id: 'bench',
    label: 'bench',
    source: 'bench',
    transport: 'stdio',
    launch,
    tap: { open: () => silentTap },
    negotiation: negotiationCacheFor(new FakeStore(), systemClock, launch),
  });
  await server.start();
  const client = new Client({ name: 'bare', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], stderr: 'ignore' }));
  const checkFile = readChecks(calls);
  const measure = (times: number): ReturnType<typeof inTurns> =>
    inTurns(
      times,
      () => timed(() => runAll(checkFile, server)),
      () => timed(() => callAll(client)),
    );
  await measure(3); // until both are compiled
  const { ours, peer } = await measure(rounds);
  await Promise.all([server.dispose(), client.close()]);
  const spec = { name: '1,000 checks of one stdio server', unit: 'ms', peerName: 'the bare calls' };
  return row({ ...spec, limit: { ratio: 1.2 } }, ours, peer);
}

async function discovery(): Promise<Row> {
  const text = checkFileText(found);
  const { ours, peer } = await inTurns(
    rounds,
    () => timed(async () => void readCheckFile('/bench.mcptest.json', text)),
    () => timed(async () => void JSON.parse(text)),
  );
  const spec = { name: 'reading 5,000 checks', unit: 'ms', peerName: 'JSON.parse' };
  return row({ ...spec, limit: { ratio: 60, ours: 1_000 } }, ours, peer);
}

export const checks: Bench = {
  name: 'checks',
  inVscode: false,
  run: async () => [await runs(), await discovery()],
};
