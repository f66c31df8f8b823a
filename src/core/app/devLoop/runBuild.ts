import { buildFailed, spawnFailed } from '../../../base/faults/serverFaults.ts';
import { splitCommandLine } from '../../config/edit/newServer.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import { childEnvironment, variable } from '../../process/childEnvironment.ts';
import { missingProgram } from '../../process/findOnPath.ts';
import { findProgram } from '../../process/findProgram.ts';
import { runGuarded } from '../../process/run/runGuarded.ts';
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
  const tail = new TailText(tailLength);
  const take = (chunk: Buffer): void => tail.push(String(chunk));
  const code = await runGuarded(program, args, { cwd, env, signal, endBy: 'SIGKILL', stdout: take, stderr: take });
  const printed = tail.toString();
  if (printed !== '') output(printed);
  if (code !== 0) throw buildFailed([command, ...args].join(' '), String(code), printed);
}
