import { allFinished } from '../base/unfinished.ts';
import { help, seeCommands } from './help.ts';
import { hideProgress, muteSdkWarnings, printJson, printLines, printText } from './support/print.ts';
import { UsageError } from './support/usageError.ts';
import type { CliIo } from './support/verb.ts';
import { verbNamed } from './verbs.ts';
import { productVersion } from './support/version.ts';

/** The edge of the command line: everything that goes wrong becomes one sentence and an exit code. */
export async function runCli(args: readonly string[]): Promise<void> {
  const stop = stopOnSignals();
  muteSdkWarnings();
  const io = processIo(stop);
  try {
    process.exitCode = await runVerb(args, io);
  } catch (error) {
    const { failureOf } = await import('./support/failure.ts');
    const { failure, exitCode, lines } = failureOf(error);
    printLines(io.stderr, ...lines);
    if (wantsJson(args)) printJson(io.stdout, { error: failure });
    process.exitCode = exitCode;
  }
  hideProgress();
  // What a tool left running must not keep the process alive: every request has its response.
  // A write that failed is reported two ticks after it.
  io.stdout.write('', () => setImmediate(() => process.exit()));
}

/** Each stream is opened when it is asked for: most verbs never read stdin, and each takes 2 ms. */
function processIo(stop: AbortSignal): CliIo {
  const { env } = process;
  const open = { stdout: false, stderr: false };
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      if (!open.stdout) process.stdout.once('error', failedOutput);
      open.stdout = true;
      return process.stdout;
    },
    get stderr() {
      if (!open.stderr) process.stderr.on('error', () => {}); // nothing is left to say it with
      open.stderr = true;
      return process.stderr;
    },
    env,
    cwd: process.cwd(),
    stop,
  };
}

/** Also where the rest of the command line is wrong. What follows `--` belongs to another command. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).includes('--json');
}

/** A full disk is a failure; a reader that has seen enough, such as `head`, is none. */
function failedOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  printLines(process.stderr, `The output could not be written: ${error.message}.`);
  process.exit(1);
}

async function runVerb(args: readonly string[], io: CliIo): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') return print(io, productVersion());
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return print(io, await help(rest));
  if (name.startsWith('-')) throw new UsageError(`Unknown flag ${name}. ${seeCommands}`);
  const verb = verbNamed(name);
  if (!verb) throw new UsageError(`Unknown command "${name}". ${seeCommands}`);
  try {
    return await (await verb.load()).run(rest, io);
  } finally {
    await allFinished();
  }
}

function print(io: CliIo, text: string): number {
  printText(io.stdout, text);
  return 0;
}

/** The first signal starts an orderly shutdown, the second one ends the process at once. */
function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  // A closed terminal sends SIGHUP: the processes we started must end with it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(1);
      stop.abort();
    });
  }
  return stop.signal;
}
