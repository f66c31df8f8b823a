import process from 'node:process';
import { sleep } from '../../../base/async.ts';
import { childEnvironment } from '../../process/childEnvironment.ts';
import { findOnPath } from '../../process/findOnPath.ts';
import { killOnExit } from '../../process/killOnExit.ts';
import { loginShellPath } from '../../process/loginShell.ts';
import { ProcessTree, leadsGroup, markName, newMark } from '../../process/processTree.ts';
import { runProgram, spawnProgram } from '../../process/spawnProgram.ts';
import type { StdioFacts } from '../model/evidence.ts';
import type { AloneRun, AloneStart, ExperimentHost, HttpAnswer } from './experiment.ts';
import { processOnPort } from './portProcess.ts';

const requestMs = 4_000;
const runMs = 15_000;
const keptBytes = 4_096;

/** Experiments on this machine. */
export const thisHost: ExperimentHost = {
  env: process.env,
  loginPath: loginShellPath,
  run: async (program, args) => {
    try {
      return (await runProgram(program, args, { timeoutMs: runMs })).stdout.toString('utf8').slice(0, 64 * keptBytes);
    } catch {
      return undefined;
    }
  },
  request: async (url, init, signal) => {
    try {
      const either = AbortSignal.any([signal, AbortSignal.timeout(requestMs)]);
      return await answerOf(await fetch(url, { ...init, redirect: 'manual', signal: either }));
    } catch {
      return undefined;
    }
  },
  holderOf: processOnPort,
  startAlone,
};

/** An event stream does not end: its first part is enough. */
async function answerOf(response: Response): Promise<HttpAnswer> {
  const type = response.headers.get('content-type') ?? '';
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel().catch(() => {});
  const body = new TextDecoder().decode(first?.value?.slice(0, keptBytes));
  return { status: response.status, type, body };
}

async function startAlone(
  launch: StdioFacts,
  searchPath: string,
  { forMs, input, until }: AloneStart,
  signal: AbortSignal,
): Promise<AloneRun | undefined> {
  const place = launch.cwd === undefined ? {} : { cwd: launch.cwd };
  const program = findOnPath(launch.command, searchPath, place);
  if (program === undefined) return undefined;
  const mark = newMark();
  const env = { ...childEnvironment(launch.env, searchPath), [markName]: mark };
  const child = spawnProgram(program, launch.args, { env, ...place, detached: leadsGroup });
  let output = '';
  let end: AloneRun['end'];
  const pause = new AbortController();
  const over = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', (code, name) => resolve(void (end = { code, signal: name })));
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-keptBytes);
      if (until?.test(output)) pause.abort();
    });
  child.stdin.on('error', () => {});
  if (input !== undefined) child.stdin.write(input);
  if (child.pid === undefined) return undefined;
  const tree = new ProcessTree(child.pid, mark);
  const guard = killOnExit({ tree });
  await Promise.race([over, sleep(forMs, AbortSignal.any([signal, pause.signal])).catch(() => {})]);
  pause.abort();
  const result = { ...(end && { end }), output };
  await tree.signal('SIGKILL');
  await tree.sweep();
  guard.dispose();
  return result;
}
