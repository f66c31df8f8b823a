import { Fault, messageOf } from '../../base/fault.ts';
import { UsageError } from './usageError.ts';

/** An error of a file that was read, with its place. */
export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** What failed, in the one shape that `--json` prints it in. */
export interface Failure {
  /** Of the fault; `usage` where the command line is wrong. */
  readonly code: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** The last lines that the server wrote to stderr. */
  readonly output?: readonly string[];
  readonly problems?: readonly FileProblem[];
}

/** 1: the thing asked for failed; 2: it could not be tried. */
type FailureCode = 1 | 2;

/** Ends a verb with a failure that is more than one sentence. */
export class VerbFailed extends Error {
  readonly failure: Failure;
  readonly exitCode: FailureCode;
  /** For a user, on stderr. */
  readonly lines: readonly string[];

  constructor(exitCode: FailureCode, failure: Failure, lines = failureLines(failure)) {
    super(failure.message);
    this.failure = failure;
    this.exitCode = exitCode;
    this.lines = lines;
  }
}

/** Whatever a verb threw. */
export function failureOf(error: unknown): VerbFailed {
  if (error instanceof VerbFailed) return error;
  const message = messageOf(error);
  if (Fault.is(error)) {
    const { code, hint, text } = error;
    return new VerbFailed(2, { code, message, ...(hint !== undefined && { hint }) }, [text]);
  }
  return error instanceof UsageError
    ? new VerbFailed(2, { code: 'usage', message })
    : new VerbFailed(1, { code: 'internal', message });
}

/** For a user: the sentence, then the hint and the server's output below it. */
export function failureLines({ message, hint, output = [] }: Failure): readonly string[] {
  return [message, ...[...(hint === undefined ? [] : [hint]), ...output].map((line) => `  ${line}`)];
}
