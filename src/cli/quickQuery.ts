import type { Writable } from 'node:stream';
import { knowledge } from './knowledge.ts';
import { writeAtOnce } from './support/print.ts';
import type { CliIo } from './support/verb.ts';

/**
 * `knowledge query` from one file, without the rest of the command line and without Node's streams, which take as long
 * as the answer. False where nothing was written: whatever is unusual or wrong is left to the ordinary start.
 */
export async function quickQuery(args: readonly string[]): Promise<boolean> {
  let text = '';
  const collected = { write: (part: string) => (text += part) !== '' };
  try {
    process.exitCode = await knowledge.run(args, quickIo(collected as unknown as Writable));
    return writeAtOnce(text);
  } catch {
    return false;
  }
}

function quickIo(stdout: Writable): CliIo {
  return {
    get stdin() {
      return process.stdin;
    },
    get stderr() {
      return process.stderr;
    },
    get stop() {
      return new AbortController().signal;
    },
    stdout,
    env: process.env,
    cwd: process.cwd(),
  };
}
