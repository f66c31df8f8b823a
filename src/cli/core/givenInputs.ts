import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { TextQuestion } from '../../core/ports/ports.ts';
import type { Flag } from '../support/flagTable.ts';
import { printLines } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import type { CliIo } from '../support/verb.ts';

export const inputFlag = {
  type: 'text',
  value: 'NAME=VALUE',
  many: true,
  otherwise: 'SWITCHBOARD_INPUT_NAME of the environment, else asked on a terminal',
  meaning: 'value of ${input:NAME} in the configuration',
} as const satisfies Flag;

/** Looks up a value of `--input`, then of the environment. Throws where one is not NAME=VALUE. */
export function givenInputs(flags: readonly string[], env: CliIo['env']): (id: string) => string | undefined {
  const given = new Map(flags.map(readInput));
  return (id) => given.get(id) ?? env[variableOf(id)];
}

function readInput(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--input must be NAME=VALUE, not "${text}".`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Of the environment, with the value of an input. */
export function variableOf(id: string): string {
  return `SWITCHBOARD_INPUT_${id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

/** Asks on the terminal; without one, says how to give the value. A secret is not shown while it is typed. */
export async function promptText(
  { title, prompt, value, secret }: TextQuestion,
  io: CliIo,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!isTerminal(io)) {
    printLines(io.stderr, `${title}. Give it with --input NAME=VALUE, or in the variable SWITCHBOARD_INPUT_NAME.`);
    return undefined;
  }
  printLines(io.stderr, `${title}: ${prompt}`);
  const output = secret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : io.stderr;
  const lines = createInterface({ input: io.stdin, output, terminal: true });
  try {
    const answer = await lines.question(value === undefined ? '> ' : `(${value}) > `, {
      signal: signal ? AbortSignal.any([io.stop, signal]) : io.stop,
    });
    return answer === '' ? value : answer;
  } catch {
    return undefined; // Ctrl+C or the end of the input: no answer
  } finally {
    lines.close();
    if (secret) printLines(io.stderr, '');
  }
}

export function isTerminal({ stdin, stderr }: CliIo): boolean {
  return 'isTTY' in stdin && stdin.isTTY === true && 'isTTY' in stderr && stderr.isTTY === true;
}
