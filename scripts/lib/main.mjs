// @ts-check
import { complain, Trouble } from './say.mjs';
import { endAllProcesses, endProcessesOnSignals } from './processes.mjs';

/** A wrong option or argument: one sentence and exit code 2. */
export class UsageError extends Trouble {}

/**
 * The one edge of every script: runs it,turns a failure into a message and an exit code, and leaves no process behind.
 * @param {() => Promise<number | void>} script
 */
export async function main(script) {
  endProcessesOnSignals();
  let code = 1;
  try {
    code = (await script()) ?? 0;
  } catch (error) {
    code = error instanceof UsageError ? 2 : 1;
    complain(wordsFor(error));
  }
  await endAllProcesses();
  process.exit(code);
}

/** @param {unknown} error */
export function wordsFor(error) {
  if (error instanceof Trouble) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
