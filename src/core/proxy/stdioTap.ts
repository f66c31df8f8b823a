import { spawnFailed } from '../../base/faults/serverFaults.ts';
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { whenAborted } from '../../base/async.ts';
import { type Disposable, disposable } from '../../base/lifetime.ts';
import { variable } from '../process/childEnvironment.ts';
import { findOnPath, missingProgram } from '../process/findOnPath.ts';
import { spawnProgram } from '../process/spawnProgram.ts';
import { killOnExit } from '../process/killOnExit.ts';
import { StderrReader } from '../process/stderrReader.ts';
import { ProcessTree, leadsGroup, markName, newMark } from '../process/processTree.ts';
import { lineCopier } from './fanOut.ts';
import type { FrameCopies } from './tapProtocol.ts';

interface StdioTapOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly copies: FrameCopies;
  readonly stop: AbortSignal;
}

/** Runs the command between the two ends, byte for byte. Resolves with its exit code when all output has passed. */
export async function tapStdio(options: StdioTapOptions): Promise<number> {
  const { stdin, stdout, stderr, copies } = options;
  const mark = newMark();
  const child = await start(options, mark);
  const tree = new ProcessTree(child.pid!, mark);
  const ending = endOn(options, tree, () => child.stdin!.end());
  copy(stdin, lineCopier('toServer', copies));
  copy(child.stdout!, lineCopier('toClient', copies));
  const errors = new StderrReader((text) => copies.stderr(text));
  child.stderr!.on('data', (chunk: Buffer) => errors.push(chunk));
  // `pipe` keeps backpressure in both directions, as without a tap.
  stdin.pipe(child.stdin!);
  child.stdout!.pipe(stdout, { end: false });
  child.stderr!.pipe(stderr, { end: false });
  child.stdin!.on('error', () => {}); // it closed its input: its exit is reported below
  const code = await ended(child);
  errors.end();
  ending.dispose();
  await tree.sweep(); // nothing that the server started stays
  stdin.unpipe(child.stdin!);
  copies.state(`process ended with code ${code}`);
  return code;
}

function copy(from: Readable, copier: ReturnType<typeof lineCopier>): void {
  from.on('data', (chunk: Buffer) => copier.push(chunk));
  from.once('end', () => copier.flush());
}

async function start({ command, args, cwd, env }: StdioTapOptions, mark: string): Promise<ChildProcess> {
  const searchPath = variable(env, 'PATH') ?? '';
  const program = findOnPath(command, searchPath, { cwd });
  if (program === undefined) throw spawnFailed(command, missingProgram(command, searchPath));
  const child = spawnProgram(program, args, { cwd, env: { ...env, [markName]: mark }, detached: leadsGroup });
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', (cause) => reject(spawnFailed(command, cause)));
  });
}

/** How long a server has to exit after its client has closed the input, then after SIGTERM; less than five seconds in all. */
const inputGraceMs = 2_500;
const graceMs = 1_500;

/** SIGTERM first, SIGKILL after a while: a server that ignores the end of stdin must neither block nor outlive us. */
function endOn({ stop, stdin, stdout }: StdioTapOptions, tree: ProcessTree, endInput: () => void): Disposable {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const later = (ms: number, work: () => void): void => void timers.add(setTimeout(work, ms));
  const end = (): void => {
    void tree.signal('SIGTERM');
    later(graceMs, () => void tree.signal('SIGKILL'));
  };
  const stopped = whenAborted(stop, end);
  let isGone = false;
  const gone = (): void => {
    if (!isGone) later(inputGraceMs, end);
    isGone = true;
    endInput(); // this tells the server, also where our own input broke instead of ending
  };
  // A client that is killed with unread output breaks the pipe: then there is an error, and no end.
  const watched = [stdin, stdout] as const;
  for (const stream of watched) stream.on('error', gone).once('close', gone);
  stdin.once('end', gone);
  const guard = killOnExit({ tree });
  return disposable(() => {
    stopped.dispose();
    guard.dispose();
    stdin.off('end', gone);
    for (const stream of watched) stream.off('close', gone); // a late error still has a listener
    for (const timer of timers) clearTimeout(timer);
  });
}

const signalBase = 128;
const drainMs = 1_000;

/** Output still in the pipes goes to the client; a helper that the server left running must not block us. */
function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    let late: ReturnType<typeof setTimeout> | undefined;
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(late);
      resolve(code ?? signalBase + (signal === null ? 0 : constants.signals[signal]));
    };
    child.once('close', end);
    child.once('exit', (code, signal) => {
      late = setTimeout(() => end(code, signal), drainMs);
    });
  });
}
