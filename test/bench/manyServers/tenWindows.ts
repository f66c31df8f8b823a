import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { distDir } from '../../../scripts/lib/paths.mjs';
import { Program, processorMs, proportionalMegabytes } from '../support/program.ts';
import { type Row, row } from '../support/row.ts';
import { configOf } from './openWindow.ts';

const windows = 10;
const serversEach = 20;

interface Answer {
  readonly id: number;
  readonly result?: { readonly tools?: readonly unknown[] };
}

/** The built program with a core of its own and an agent at its stdin, over the state folder that all have in common. */
async function openOne(config: string, state: string): Promise<Program> {
  const cli = path.join(distDir, 'cli.cjs');
  const args = [cli, 'gateway', '--alone', '--config', config, '--trust'];
  const program = new Program(args, { XDG_STATE_HOME: state, HOME: state }, 'ignore'); // it lists what it approves
  const clientInfo = { name: 'agent', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  program.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  await answerTo(program, 1);
  program.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  program.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  const { result } = await answerTo(program, 2);
  if (!result?.tools?.length) throw new Error('a window has no tools');
  return program;
}

async function answerTo(program: Program, id: number): Promise<Answer> {
  for (;;) {
    const answer = await program.line<Answer>();
    if (answer.id === id) return answer;
  }
}

/** Ten processes at rest, each with servers of its own configuration file, beside as many that do nothing at all. */
export async function measureTenWindows(servers: string, idleMs: number): Promise<readonly Row[]> {
  const state = mkdtempSync(path.join(tmpdir(), 'switchboard-ten-'));
  const config = path.join(state, 'mcp.json');
  writeFileSync(config, configOf(serversEach, servers));
  const opened: Program[] = [];
  const bare = Array.from({ length: windows }, () => new Program(['-e', 'process.stdin.resume()']));
  try {
    for (let at = 0; at < windows; at++) opened.push(await openOne(config, state));
    await delay(20_000); // what begins with a connection is over by then
    const before = opened.map(({ pid }) => processorMs(pid));
    await delay(idleMs);
    const shares = opened.map(({ pid }, at) => ((processorMs(pid) - before[at]!) / idleMs) * 100);
    const megabytes = (programs: readonly Program[]): number[] => programs.map(({ pid }) => proportionalMegabytes(pid));
    const of = `of ten windows with ${serversEach} servers and an agent each`;
    const promised = shares.map(() => 0.1);
    return [
      row(
        { name: `one ${of}, at rest`, unit: '% CPU', peerName: 'the promise', limit: { ratio: 1 } },
        shares,
        promised,
      ),
      row(
        { name: `memory of one ${of}`, unit: 'MB', peerName: 'a Node that does nothing', limit: undefined },
        megabytes(opened),
        megabytes(bare),
      ),
    ];
  } finally {
    await Promise.all([...opened, ...bare].map((program) => program.end()));
    rmSync(state, { recursive: true, force: true });
  }
}
