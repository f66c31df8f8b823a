import { buildFailed, spawnFailed } from '../../../base/faults/serverFaults.ts';
import { onAbort } from '../../../base/async.ts';
import { splitCommandLine } from '../../config/edit/newServer.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import { childEnvironment, variable } from '../../process/childEnvironment.ts';
import { missingProgram } from '../../process/findOnPath.ts';
import { findProgram } from '../../process/findProgram.ts';
import { killOnExit } from '../../process/killOnExit.ts';
import { ProcessTree, leadsGroup, markName, newMark } from '../../process/processTree.ts';
import { spawnProgram } from '../../process/spawnProgram.ts';
import { TailText } from '../../process/tailText.ts';
import type { LaunchResolver } from '../../servers/launchResolver.ts';

const tailLength = 8 * 1024;

interface BuildOptions {
  readonly resolver: LaunchResolver;
  readonly signal: AbortSignal;
  /** Gets what the command printed. */
  output(text: string): void;
}

/** Runs `dev.build` of an entry in the server's folder, if the launch with it is approved, without the server's variables. */
export async function runBuild(entry: ServerEntry, { resolver, signal, output }: BuildOptions): Promise<void> {
  const { build = [] } = entry.options.dev ?? {};
  const [command = '', ...args] = build.length === 1 ? splitCommandLine(build.join('')) : build;
  const launch = await resolver.resolve(entry);
  const own = launch.kind === 'stdio' ? launch : undefined;
  const cwd = own?.cwd ?? entry.source.folder?.path ?? process.cwd();
  const path = variable(own?.env ?? {}, 'PATH');
  const { program, searchPath } = await findProgram(command, { cwd, path });
  if (program === undefined) throw spawnFailed(command, missingProgram(command, searchPath));
  const env = childEnvironment({}, searchPath);
  const { code, tail } = await runToEnd(program, args, { cwd, env, signal });
  if (tail !== '') output(tail);
  if (code !== 0) throw buildFailed([command, ...args].join(' '), String(code), tail);
}

interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

async function runToEnd(
  program: string,
  args: readonly string[],
  { cwd, env, signal }: RunOptions,
): Promise<{ readonly code: number | string; readonly tail: string }> {
  const mark = newMark();
  const child = spawnProgram(program, args, { cwd, env: { ...env, [markName]: mark }, detached: leadsGroup });
  const tail = new TailText(tailLength);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => tail.push(String(chunk)));
  child.stdin.on('error', () => {}).end();
  const tree = child.pid === undefined ? undefined : new ProcessTree(child.pid, mark);
  const guard = tree && killOnExit({ tree });
  const stop = onAbort(signal, () => void tree?.signal('SIGKILL'));
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exit, killedBy) => resolve(exit ?? killedBy ?? 1));
    });
    return { code, tail: tail.toString() };
  } finally {
    stop.dispose();
    guard?.dispose();
  }
}
