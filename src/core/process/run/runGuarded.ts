import { onAbort } from '../../../base/async.ts';
import { killOnExit } from '../killOnExit.ts';
import { ProcessTree, leadsGroup, markName, newMark } from '../processTree.ts';
import { spawnProgram } from '../spawnProgram.ts';

interface GuardedRun {
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** What it gets when the signal fires, with all that it started. */
  readonly endBy: 'SIGTERM' | 'SIGKILL';
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
}

/** Runs a program that gets no input to its end, and not beyond ours. The result is its exit code, or what killed it. */
export async function runGuarded(
  program: string,
  args: readonly string[],
  { cwd, env, signal, endBy, stdout, stderr }: GuardedRun,
): Promise<number | string> {
  const mark = newMark();
  const child = spawnProgram(program, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...env, [markName]: mark },
    detached: leadsGroup,
  });
  child.stdout.on('data', stdout);
  child.stderr.on('data', stderr);
  child.stdin.on('error', () => {}).end();
  const tree = child.pid === undefined ? undefined : new ProcessTree(child.pid, mark);
  const guard = tree && killOnExit({ tree });
  const stop = onAbort(signal, () => void tree?.signal(endBy));
  try {
    return await new Promise<number | string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exit, killedBy) => resolve(exit ?? killedBy ?? 1));
    });
  } finally {
    stop.dispose();
    guard?.dispose();
  }
}
