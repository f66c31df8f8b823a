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
  const { stdout, stderr } = process;
  watchOutput();
  try {
    process.exitCode = await runVerb(args, processIo(stop));
  } catch (error) {
    const { failureOf } = await import('./support/failure.ts');
    const { failure, exitCode, lines } = failureOf(error);
    printLines(stderr, ...lines);
    if (wantsJson(args)) printJson(stdout, { error: failure });
    process.exitCode = exitCode;
  }
  hideProgress();
  // What a tool left running must not keep the process alive: every request has its response.
  // A write that failed is reported two ticks after it.
  stdout.write('', () => setImmediate(() => process.exit()));
}

/** Most verbs never read stdin: it is opened when asked for. For the same reason `node:process` is not imported, which reads every property. */
function processIo(stop: AbortSignal): CliIo {
  const { stdout, stderr, env } = process;
  return {
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
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
function watchOutput(): void {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    printLines(process.stderr, `The output could not be written: ${error.message}.`);
    process.exit(1);
  });
  process.stderr.on('error', () => {}); // nothing is left to say it with
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
    await (await import('../core/process/orphans.ts')).orphansEnded(); // help and version do without
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
