import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { writeAgentFile } from '../../src/core/kimi/backends/agentFile.ts';
import { kimiEnvironment } from '../../src/core/kimi/process/environment.ts';
import { type KimiFixture } from '../fixtures/kimi/kimiFixture.ts';
import { ensureRealKimi, realKimiPath, withRealKimi } from '../fixtures/kimi/realKimi.ts';
import { type Bench, inTurns, type Row, row } from './support/row.ts';

const rounds = 11;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function throughUs(fixture: KimiFixture, n: number): Promise<void> {
  const { text } = await fixture.call('analyze', { prompt: `Question ${n}` });
  assert.equal(text, `Answer ${n}`);
}

/** A call of ours less the time that the CLI itself ran, in the same call: what a busy machine does to Kimi is left out. */
async function added(work: () => Promise<unknown>): Promise<number> {
  let ranMs = 0;
  const onSpawn = (message: unknown): void => {
    const start = performance.now();
    (message as { process: ChildProcess }).process.once('exit', () => (ranMs += performance.now() - start));
  };
  subscribe('child_process', onSpawn);
  try {
    const wholeMs = await timed(work);
    assert.ok(ranMs > 0, 'saw no process');
    return wholeMs - ranMs;
  } finally {
    unsubscribe('child_process', onSpawn);
  }
}

/** The same run without us: the same agent, the same environment, its output read to the end. */
async function directly(fixture: KimiFixture, agentFile: string, n: number): Promise<void> {
  const args = [realKimiPath, '--output-format', 'stream-json', '--agent-file', agentFile, `--prompt=Question ${n}`];
  const child = spawn(process.execPath, args, { cwd: fixture.workspace, env: kimiEnvironment(fixture.env, [], []) });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stdin.end();
  await new Promise((resolve) => child.once('close', resolve));
  assert.ok(output.includes(`Answer ${n}`), output);
}

async function compare(fixture: KimiFixture): Promise<Row[]> {
  fixture.settings['kimi.concurrency'] = 4;
  const agentFile = await writeAgentFile(fixture.dir, 'read');
  fixture.env['KIMI_CODE_HOME'] = join(fixture.home, '.kimi-code');
  const four = (one: (n: number) => Promise<void>) => () => timed(() => Promise.all([1, 2, 3, 4].map(one)));
  const ours = (n: number): Promise<void> => throughUs(fixture, n);
  const peer = (n: number): Promise<void> => directly(fixture, agentFile, n);
  await Promise.all([ours(0), peer(0)]); // the files are read once before it counts
  const addedMs: number[] = [];
  const single = await inTurns(
    rounds,
    () => timed(async () => addedMs.push(await added(() => ours(1)))),
    () => timed(() => peer(1)),
  );
  const parallel = await inTurns(3, four(ours), four(peer));
  const direct = { unit: 'ms', peerName: 'the same run of the real Kimi CLI without us' };
  const promise = { name: 'Kimi: time we add', unit: 'ms', peerName: 'the promise' };
  return [
    row({ ...direct, name: 'Kimi: one analysis', limit: { ratio: 1.05 } }, single.ours, single.peer),
    row({ ...promise, limit: { ratio: 1, ours: 100 } }, addedMs, [100]),
    row({ ...direct, name: 'Kimi: four at once, all right', limit: { ratio: 1.05 } }, parallel.ours, parallel.peer),
  ];
}

export const kimi: Bench = {
  name: 'kimi',
  inVscode: false,
  run: async () => {
    await ensureRealKimi();
    let rows: Row[] = [];
    await withRealKimi(
      ({ text }) => ({ text: `Answer ${/Question (\d)/.exec(text)?.[1]}` }),
      async ({ fixture }) => void (rows = await compare(fixture)),
    );
    return rows;
  },
};
