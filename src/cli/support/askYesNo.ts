import { createInterface } from 'node:readline/promises';
import { UsageError } from './usageError.ts';
import type { CliIo } from './verb.ts';

/** Only on a terminal: elsewhere `--yes` is the answer. */
export async function askYesNo(question: string, io: CliIo): Promise<boolean> {
  return /^y(?:es)?$/i.test(await answerTo(`${question} (y/N) `, '--yes', io));
}

/** Only on a terminal: elsewhere `--value` is the answer. */
export async function askLine(what: string, io: CliIo): Promise<string> {
  const answer = await answerTo(`${what}: `, '--value', io);
  if (answer === '') throw new UsageError('No value was given.');
  return answer;
}

async function answerTo(question: string, flag: string, { stdin, stderr }: CliIo): Promise<string> {
  if (!('isTTY' in stdin) || stdin.isTTY !== true) throw new UsageError(`Add ${flag}: there is no terminal to ask on.`);
  const asking = createInterface({ input: stdin, output: stderr });
  try {
    return (await asking.question(question)).trim();
  } finally {
    asking.close();
  }
}
