import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { type Bench, type Row, type RowSpec, inTurns, row } from './support/row.ts';

const execute = promisify(execFile);
const cli = path.join(repoRoot, 'dist/cli.cjs');
const file = path.join(repoRoot, 'dist/knowledge.bin');
const bare = ['-e', '0'];
const rounds = 41;

/** From the start of a process to its end. */
async function started(cwd: string, args: readonly string[]): Promise<number> {
  const begin = performance.now();
  await execute(process.execPath, [...args], { cwd });
  return performance.now() - begin;
}

async function beside(cwd: string, spec: Omit<RowSpec, 'unit' | 'peerName'>, args: readonly string[]): Promise<Row> {
  const run = (given: readonly string[]) => () => started(cwd, given);
  await run(args)(); // compiled code is kept
  const { ours, peer } = await inTurns(rounds, run(args), run(bare));
  return row({ unit: 'ms', peerName: 'node -e 0', ...spec }, ours, peer);
}

/** The floors: what any program pays that is one module with a stream to print to, and that reads the same file. */
async function rows(cwd: string): Promise<readonly Row[]> {
  const query = [cli, 'knowledge', 'query'];
  const empty = path.join(cwd, 'empty.cjs');
  writeFileSync(empty, '');
  const module = ['--input-type=module', '-e', 'await import("node:path"); process.stdout.write("answer\\n")'];
  const reads = ['-e', `process.stdout.write(String(require("node:fs").readFileSync(${JSON.stringify(file)}).length))`];
  return [
    await beside(cwd, { name: 'knowledge query, cold process', limit: { ratio: 1.5 } }, [
      ...query,
      'login with a password reset',
    ]),
    await beside(cwd, { name: 'knowledge query in Chinese, cold process', limit: { ratio: 1.75 } }, [
      ...query,
      '用户登录后重置密码',
    ]),
    await beside(cwd, { name: '(an empty script)', limit: undefined }, [empty]),
    await beside(cwd, { name: '(a module that prints one line)', limit: undefined }, module),
    await beside(cwd, { name: '(a script that reads the file of the knowledge base)', limit: undefined }, reads),
    await beside(cwd, { name: '(node -e 0)', limit: undefined }, bare),
  ];
}

export const knowledgeStart: Bench = {
  name: 'knowledge base, cold',
  inVscode: false,
  run: async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), 'switchboard-bench-'));
    try {
      return await rows(cwd);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  },
};
