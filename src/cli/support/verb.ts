import type { Readable, Writable } from 'node:stream';
import { readCommandLine } from './commandLine.ts';
import type { FlagTable } from './flagTable.ts';
import { helpText } from './helpText.ts';
import { printText } from './print.ts';
import type { CommandLine, VerbTable } from './verbTable.ts';

/** What a verb may use of the process. */
export interface CliIo {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Fires on SIGINT, SIGTERM or SIGHUP; a second one ends the process by itself. */
  readonly stop: AbortSignal;
}

/** One verb: one file that exports it, and one line in `verbs.ts`. */
export interface Verb {
  readonly table: VerbTable;
  /** Resolves with the exit code. */
  run(args: readonly string[], io: CliIo): Promise<number>;
}

/** Shown in the list of commands without loading the verb's module. */
export interface ListedVerb {
  readonly summary: string;
  load(): Promise<Verb>;
}

export function defineVerb<const F extends FlagTable>(
  table: VerbTable<F>,
  run: (line: CommandLine<F>, io: CliIo) => Promise<number>,
): Verb {
  return {
    table,
    run: async (args, io) => {
      const line = readCommandLine(table, args);
      if (line !== 'help') return run(line, io);
      printText(io.stdout, helpText(table));
      return 0;
    },
  };
}
