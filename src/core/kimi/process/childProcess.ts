import { kimiUnavailable } from '../../../base/faults/productFaults.ts';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { delimiter } from 'node:path';
import { onAbort, sleep } from '../../../base/async.ts';
import { Fault, messageOf } from '../../../base/fault.ts';
import { findOnPath, pathDirs } from '../../process/findOnPath.ts';
import { spawnProgram } from '../../process/spawnProgram.ts';
import { killOnExit } from '../../process/killOnExit.ts';
import { textLineReader } from '../../process/lineReader.ts';
import { ProcessTree, markName, newMark } from '../../process/processTree.ts';
import { sendSignal } from '../../process/signals.ts';
import { TailText } from '../../process/tailText.ts';

export interface Launch {
  readonly command: string;
  /** Come before the arguments of the run, such as the script for a Node. */
  readonly args: readonly string[];
}

interface ChildRun {
  readonly launch: Launch;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
  readonly onErrorLine?: (line: string) => void;
  /** Written and closed at once; without it the child has nothing to read. */
  readonly input?: string;
}

export interface ChildEnd {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** Kimi ends its own commands on SIGTERM and exits in well under a second; after this it is ended by force. */
export const graceMs = 3000;
/** A parent process that sends us a signal waits about two seconds before SIGKILL. */
const lastGraceMs = 1500;
const drainMs = 500;
export const stderrLength = 16_384;
const windows = process.platform === 'win32';

/** Runs a program to its end. When the signal fires the program and all below it are ended first. */
export async function runChild(run: ChildRun): Promise<ChildEnd> {
  const started = startChild(run);
  const { child } = started;
  const stderr = new TailText(stderrLength);
  const out = textLineReader(run.onLine);
  const err = textLineReader(run.onErrorLine ?? (() => {}));
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: string) => {
    stderr.push(chunk);
    err.push(Buffer.from(chunk));
  });
  child.stdin.on('error', () => {}); // it may end without reading
  child.stdin.end(run.input ?? '');
  const { code, signal } = await childEnd(started, run.signal);
  out.flush();
  err.flush();
  return { code, signal, stderr: stderr.toString() };
}

/** A program of ours, and the mark by which all that it starts is found again. */
interface StartedChild {
  readonly child: ChildProcessWithoutNullStreams;
  readonly mark: string;
}

/** Starts a program in a process group of its own, without a shell. */
export function startChild(run: Pick<ChildRun, 'launch' | 'args' | 'cwd' | 'env'>): StartedChild {
  const { launch, args, cwd, env } = run;
  const mark = newMark();
  try {
    const child = spawnProgram(programOf(launch, env, cwd), [...launch.args, ...args], {
      cwd,
      env: { ...env, [markName]: mark },
      detached: !windows,
    });
    child.stderr.setEncoding('utf8');
    return { child, mark };
  } catch (error) {
    throw cannotRun(launch, error); // too long an argument list is thrown, not emitted
  }
}

/** A bare name is looked up in PATH alone: the working folder is the workspace. */
function programOf({ command }: Launch, env: NodeJS.ProcessEnv, cwd: string): string {
  const found = findOnPath(command, pathDirs(env).join(delimiter), { cwd });
  if (found === undefined) throw new Error(`there is no ${command} in PATH`);
  return found;
}

/** Resolves when the program is over and its output read; ends it and all below it when the signal fires. */
export async function childEnd(
  { child, mark }: StartedChild,
  signal: AbortSignal,
): Promise<Pick<ChildEnd, 'code' | 'signal'>> {
  const exited = exitOf(child);
  const { pid } = child;
  if (pid === undefined) return exited; // rejects: it never started
  const tree = new ProcessTree(pid, mark);
  let ending: Promise<void> | undefined;
  const end = (waitMs: number): Promise<void> => (ending ??= endTree(pid, tree, exited, waitMs));
  const guard = killOnExit({ tree, end: () => end(lastGraceMs) });
  const stop = onAbort(signal, () => void end(graceMs));
  if (signal.aborted) void end(graceMs);
  try {
    const result = await exited;
    await ending;
    return result;
  } finally {
    stop.dispose();
    guard.dispose();
  }
}

async function exitOf(child: ChildProcessWithoutNullStreams): Promise<Pick<ChildEnd, 'code' | 'signal'>> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const result = await new Promise<Pick<ChildEnd, 'code' | 'signal'>>((resolve, reject) => {
    child.once('error', (error) => reject(cannotRun({ command: child.spawnfile, args: [] }, error)));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  // A process it left running may hold its output open: wait for the rest, but not forever.
  await settlesWithin(closed, drainMs);
  child.stdout.destroy();
  child.stderr.destroy();
  return result;
}

/** SIGTERM first, SIGKILL after a while. Descendants are listed before, because an orphan loses its parent. */
async function endTree(pid: number, tree: ProcessTree, exited: Promise<unknown>, waitMs: number): Promise<void> {
  if (windows) return tree.signal('SIGKILL'); // there is no graceful way to end a console program without its console
  sendSignal(pid, 'SIGSTOP'); // so that it starts nothing meanwhile
  await tree.remember();
  sendSignal(pid, 'SIGTERM');
  sendSignal(pid, 'SIGCONT');
  if (!(await settlesWithin(exited, waitMs))) await tree.signal('SIGKILL');
  await tree.sweep();
}

export async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const settled = new AbortController();
  void promise.catch(() => {}).finally(() => settled.abort());
  return sleep(ms, settled.signal).then(
    () => false,
    () => true,
  );
}

function cannotRun(launch: Launch, error: unknown): Fault {
  return kimiUnavailable(`Cannot run ${launch.command}: ${messageOf(error)}`, error);
}
