import { createInterface } from 'node:readline/promises';
import { UsageError } from './usageError.ts';
import type { CliIo } from './verb.ts';

/** Only on a terminal: elsewhere `--yes` is the answer. */
export async function askYesNo(question: string, { stdin, stderr }: CliIo): Promise<boolean> {
  if (!('isTTY' in stdin) || stdin.isTTY !== true) throw new UsageError('Add --yes: there is no terminal to ask on.');
  const asking = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question(`${question} (y/N) `)).trim());
  } finally {
    asking.close();
  }
}
