import type { Readable, Writable } from 'node:stream';

/** What a verb may use of the process; a test gives its own. */
export interface CliIo {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Fires on SIGINT or SIGTERM; a second one ends the process by itself. */
  readonly stop: AbortSignal;
}

/** Resolves with the exit code. */
export type RunVerb = (args: readonly string[], io: CliIo) => Promise<number>;

/** One verb: one file that exports its `run`, and one line in `verbs.ts`. */
export interface Verb {
  readonly summary: string;
  load(): Promise<RunVerb>;
}

/** The command line is wrong: one sentence on stderr, and exit code 2. */
export class UsageError extends Error {}
