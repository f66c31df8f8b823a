import { cancelled } from '../../base/commonFaults.ts';
import { LineReader } from '../../core/process/lineReader.ts';
import { runGuarded } from '../../core/process/run/runGuarded.ts';
import type { Launcher } from '../../core/proxy/wrapEntry.ts';

interface CommandLineRun {
  readonly cwd?: string;
  /** Each line of stderr. */
  readonly onLine: (line: string) => void;
  readonly signal: AbortSignal;
}

const maxLineBytes = 64 * 1024;

/** Runs our own command line to its end, for its stdout. */
export async function runCommandLine(
  { command, args, env }: Launcher,
  words: readonly string[],
  { cwd, onLine, signal }: CommandLineRun,
): Promise<string> {
  const printed: Buffer[] = [];
  const lines = new LineReader(
    maxLineBytes,
    (line) => onLine(line.toString('utf8')),
    () => {},
  );
  await runGuarded(command, [...args, ...words], {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
    signal,
    endBy: 'SIGTERM', // it ends what it started
    stdout: (chunk) => void printed.push(chunk),
    stderr: (chunk) => lines.push(chunk),
  });
  if (signal.aborted) throw cancelled();
  return Buffer.concat(printed).toString('utf8');
}
