import {
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  execFile,
  spawn,
  spawnSync,
} from 'node:child_process';
import { isAbsolute } from 'node:path';
import { commandLine } from './commandLine.ts';
import { findOnPath } from './findOnPath.ts';

type Env = Readonly<Record<string, string | undefined>>;

const windows = process.platform === 'win32';
const systemRoot = (windows && process.env['SystemRoot']) || 'C:\\Windows';
const maxOutputBytes = 64 * 1024 * 1024;

interface RunOptions {
  readonly cwd?: string;
  /** Ours, if absent. */
  readonly env?: Env;
  readonly timeoutMs?: number;
}

/**
 * The one place where programs are started, always by an absolute path: a bare name leads to the current folder on
 * Windows, which is the workspace, and elsewhere to whatever PATH the child is given.
 */
export function spawnProgram(
  program: string,
  args: readonly string[],
  options: Omit<SpawnOptionsWithoutStdio, 'shell' | 'windowsVerbatimArguments' | 'windowsHide'>,
): ChildProcessWithoutNullStreams {
  const line = lineFor(program, args);
  return spawn(line.file, [...line.args], {
    ...options,
    ...ways(line.verbatim),
    env: childEnv(options.env ?? process.env),
  });
}

/** Runs a program to its end; rejects where it cannot be run or fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env = process.env, timeoutMs = 0 }: RunOptions,
): Promise<{ readonly stdout: Buffer }> {
  const line = lineFor(program, args);
  const options = { ...ways(line.verbatim), env: childEnv(env), maxBuffer: maxOutputBytes, timeout: timeoutMs };
  return new Promise((resolve, reject) => {
    execFile(line.file, [...line.args], { ...options, cwd, encoding: 'buffer' }, (error, stdout) =>
      error ? reject(error) : resolve({ stdout }),
    );
  });
}

/** The same at once; nothing where it fails. */
export function runProgramNow(program: string, args: readonly string[], { timeoutMs = 0 }: RunOptions = {}): string {
  const line = lineFor(program, args);
  const options = { ...ways(line.verbatim), env: childEnv(process.env), timeout: timeoutMs, encoding: 'utf8' } as const;
  const { stdout, status } = spawnSync(line.file, [...line.args], options);
  return status === 0 ? stdout : '';
}

/** A program of the system itself, by its whole path. */
export function systemProgram(name: string): string {
  if (windows) return `${systemRoot}\\System32\\${name}`;
  return findOnPath(name, '/bin:/usr/bin') ?? findOnPath(name, process.env['PATH'] ?? '') ?? `/bin/${name}`;
}

function lineFor(program: string, args: readonly string[]): ReturnType<typeof commandLine> {
  if (!isAbsolute(program)) throw new Error(`A program is run by its absolute path, not as "${program}"`);
  return commandLine(program, args, { windows, systemRoot });
}

function ways(verbatim: boolean): { readonly windowsHide: boolean; readonly windowsVerbatimArguments: boolean } {
  return { windowsHide: true, windowsVerbatimArguments: verbatim };
}

const currentFolderRule = 'NoDefaultCurrentDirectoryInExePath';

/** What a batch file starts is looked up by `cmd.exe`, which begins with the current folder unless this is set. */
export function childEnv(env: Env, isWindows = windows): Env {
  if (!isWindows) return env;
  const others = Object.entries(env).filter(([name]) => name.toUpperCase() !== currentFolderRule.toUpperCase());
  return { ...Object.fromEntries(others), [currentFolderRule]: '1' };
}
