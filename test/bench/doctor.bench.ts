import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diagnosesOf } from '../../src/core/diagnosis/diagnosedFault.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { negotiationCacheFor } from '../../src/core/servers/connection/negotiationCache.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { StdioLaunch } from '../../src/core/servers/model/launch.ts';
import { silentTap } from '../../src/core/wire/tap.ts';
import { FakeStore } from '../support/fakeStore.ts';
import { brokenPrograms, causesOf, healthyProgram } from './doctor/programs.ts';
import { type HostVerdict, vscodeVerdicts } from './doctor/vscodeHost.ts';
import { installInspector } from './support/installInspector.ts';
import { type Bench, type Row, row } from './support/row.ts';

const inspectorVersion = '2.12.0';
/** The peer gives up after 15 s by itself. */
const peerMs = 40_000;

/** Until the cause is known: the start fails with a diagnosis. */
async function ours(file: string): Promise<{ readonly ms: number; readonly rule: string }> {
  const launch: StdioLaunch = { kind: 'stdio', command: process.execPath, args: [file], env: {} };
  const server = createManagedServer({
    id: 'bench',
    label: 'bench',
    source: 'bench',
    transport: 'stdio',
    launch,
    tap: { open: () => silentTap },
    limits: { maxMessageBytes: 64 * 1024 * 1024, callTimeoutMs: 120_000 },
    negotiation: negotiationCacheFor(new FakeStore(), systemClock, launch),
  });
  const begin = performance.now();
  try {
    await server.start();
    return { ms: performance.now() - begin, rule: 'connected' };
  } catch (error) {
    return { ms: performance.now() - begin, rule: diagnosesOf(error)[0]?.rule ?? 'none' };
  } finally {
    await server.dispose();
  }
}

/** Until the command line of MCP Inspector ends, with or without a reason. */
function peer(inspector: string, file: string): Promise<number> {
  const begin = performance.now();
  const args = [inspector, '--cli', process.execPath, file, '--method', 'tools/list'];
  const child = spawn(process.execPath, args, { stdio: 'ignore', timeout: peerMs });
  return new Promise((resolve) => child.once('exit', () => resolve(performance.now() - begin)));
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2).padStart(6);

function hostTime(host: HostVerdict | undefined): string {
  return host?.ms === undefined ? ' waits' : seconds(host.ms);
}

/** Whether the output that the user would open has the words of the cause. */
function namesIt(host: HostVerdict | undefined, name: string): boolean {
  return causesOf[name]?.test(host?.output ?? '') ?? false;
}

function shownBy(host: HostVerdict | undefined, name: string): string {
  return namesIt(host, name) ? 'in its output' : 'not named';
}

function hostSummary(verdicts: ReadonlyMap<string, HostVerdict>): string {
  const times = [...verdicts.values()].flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
  const named = [...verdicts].filter(([name, host]) => namesIt(host, name)).length;
  const median = seconds(times[Math.floor(times.length / 2)] ?? 0).trim();
  return `VS Code's own host ends ${times.length} of ${verdicts.size} (median ${median} s), waits for the others, and has the words of the cause in its output for ${named}.`;
}

async function run(): Promise<readonly Row[]> {
  const root = await installInspector(inspectorVersion);
  const inspector = join(root, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-doctor-bench-'));
  const program = (name: string, text: string): string => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.mjs`);
    writeFileSync(file, text);
    return file;
  };
  try {
    const healthy = program('healthy', healthyProgram);
    await ours(healthy); // loads what the first start loads
    const startMs = await peer(inspector, healthy);
    const times: { readonly ours: number; readonly peer: number }[] = [];
    const files = Object.fromEntries(Object.entries(brokenPrograms).map(([name, text]) => [name, program(name, text)]));
    const verdicts = await vscodeVerdicts(files);
    console.log(
      `seconds to a verdict: ours, MCP Inspector ${inspectorVersion} (less its own ${seconds(startMs).trim()} s), VS Code's own host; what that shows`,
    );
    for (const [name, file] of Object.entries(files)) {
      const { ms, rule } = await ours(file);
      const peerTime = Math.max((await peer(inspector, file)) - startMs, 0);
      times.push({ ours: ms, peer: peerTime });
      const host = verdicts.get(name);
      console.log(`${seconds(ms)} ${seconds(peerTime)} ${hostTime(host)}  ${name} (${rule}; ${shownBy(host, name)})`);
    }
    console.log(hostSummary(verdicts));
    const spec = {
      name: 'time to a verdict on 12 broken servers',
      unit: 'ms',
      peerName: `the command line of MCP Inspector ${inspectorVersion}`,
      limit: { ratio: 10, ours: 1_000 },
    };
    return [
      row(
        spec,
        times.map((each) => each.ours),
        times.map((each) => each.peer),
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const doctorBench: Bench = { name: 'doctor', inVscode: true, run };
