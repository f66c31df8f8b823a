import type { FlagTable, FlagValues } from './flagTable.ts';

/** An argument that is not a flag. */
interface Operand {
  /** In help, such as `SERVER`. */
  readonly name: string;
  /** In a sentence, such as `a server`. */
  readonly what: string;
  readonly values?: readonly string[];
  /** Any number of them, none included; `values` are then proposals. */
  readonly many?: true;
}

interface Subcommand {
  /** As help shows them; the verb checks them. */
  readonly operands: string;
  /** Its own flags, beside those of every subcommand. */
  readonly flags: readonly string[];
}

/**
 * One vocabulary for all verbs: 0 done, 1 the thing asked for failed, 2 it could not be tried. Here is what it means
 * for a verb, as clauses after "if".
 */
interface ExitCodes {
  /** Where it is not "if done", such as the code of another command. */
  readonly done?: string;
  readonly failed?: string;
  /** Beside a wrong command line or a file that cannot be used. */
  readonly notTried?: string;
}

/** What parsing, help, completion and docs/cli.md need to know about a verb. */
export interface VerbTable<F extends FlagTable = FlagTable> {
  readonly name: string;
  /** Ways to write it, where they do not follow from the operands. */
  readonly forms?: readonly string[];
  readonly about?: string;
  /** Each must be given, unless there may be many. */
  readonly operands?: readonly Operand[];
  readonly subcommands?: Readonly<Record<string, Subcommand>>;
  /** What follows `--` belongs to another command. */
  readonly takesCommand?: true;
  readonly flags: F;
  /** After the flags. */
  readonly notes?: string;
  /** Command lines as they are typed; a test reads them. */
  readonly examples: readonly string[];
  readonly exit?: ExitCodes;
}

export interface CommandLine<F extends FlagTable> {
  readonly flags: FlagValues<F>;
  readonly operands: readonly string[];
  /** What follows `--`, for a verb that takes a command. */
  readonly command: readonly string[];
  /** As they were given. */
  readonly args: readonly string[];
}
