import process from 'node:process';
import { messageOf } from '../base/fault.ts';
import { type CliIo, UsageError } from './support/verb.ts';
import { verbs } from './verbs.ts';
import { productVersion } from './support/version.ts';

/** The edge of the command line: everything that goes wrong becomes one sentence and an exit code. */
export async function runCli(args: readonly string[]): Promise<void> {
  const stop = stopOnSignals();
  const { stdin, stdout, stderr, env } = process;
  try {
    process.exitCode = await runVerb(args, { stdin, stdout, stderr, env, cwd: process.cwd(), stop });
  } catch (error) {
    stderr.write(`${messageOf(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
  // What a tool left running must not keep the process: everything that was asked has been answered.
  stdout.write('', () => process.exit());
}

async function runVerb(args: readonly string[], io: CliIo): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') return print(io, productVersion());
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return print(io, usage());
  if (name.startsWith('-')) throw new UsageError(`Unknown flag ${name}. ${seeHelp}`);
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb) throw new UsageError(`Unknown command "${name}". ${seeHelp}`);
  const run = await verb.load();
  return run(rest, io);
}

const seeHelp = 'Run switchboard --help for a list of commands.';

function usage(): string {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length));
  const lines = Object.entries(verbs).map(([name, verb]) => `  ${name.padEnd(width)}  ${verb.summary}`);
  return [
    'Usage: switchboard <command> [flags]',
    '',
    ...lines,
    '',
    'Run switchboard <command> --help for the flags of a command, or switchboard --version for the version.',
  ].join('\n');
}

function print(io: CliIo, text: string): number {
  io.stdout.write(`${text}\n`);
  return 0;
}

/** The first signal asks for an orderly end, the second one does not wait for it. */
function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(1);
      stop.abort();
    });
  }
  return stop.signal;
}
