import { withoutFullStop } from '../../base/fault.ts';
import type { CuredEntry } from '../../core/diagnosis/cureEntry.ts';
import { answeredCure } from '../../core/diagnosis/model/answeredCure.ts';
import type { Cure, Remedy } from '../../core/diagnosis/model/diagnosis.ts';
import { askLine, askYesNo } from '../support/askYesNo.ts';
import { printLines } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import type { CliIo } from '../support/verb.ts';
import type { CliCore } from './cliCore.ts';
import { type Examined, commandOf, remediesOf } from './examined.ts';
import { variableOf } from './givenInputs.ts';

interface CureFlags {
  readonly yes: boolean;
  readonly value?: string | undefined;
}

/** Nothing that reaches beyond the entry is done from here. */
const yours: ReadonlySet<Cure['kind']> = new Set(['open', 'browse', 'terminal', 'signIn']);

/** Shows the entry as it will be, asks, and writes it. False: it is not worth another start. */
export async function cureServer(
  core: CliCore,
  examined: Examined,
  number: number,
  { yes, value }: CureFlags,
  io: CliIo,
): Promise<boolean> {
  const { server } = examined;
  const remedy = remediesOf(examined)[number - 1];
  if (!remedy) throw new UsageError(`There is nothing to do with number ${number} for ${server}.`);
  const { cure: proposed } = remedy;
  if (!proposed || yours.has(proposed.kind)) throw new UsageError(core.redactor.text(forYou(remedy, number, server)));
  if (value !== undefined && proposed.kind !== 'ask' && proposed.kind !== 'addInput')
    throw new UsageError(`Number ${number} for ${server} takes no --value.`);
  if (proposed.kind === 'retry') return true;
  const cure = await wholeCure(remedy.text, proposed, value, io);
  const cured = core.curedEntry(server, cure);
  if (!cured) return false;
  if (cured.body === core.entry(server)?.raw && cured.inputs.length === 0) {
    printLines(io.stderr, 'The entry says so already: it stays as it is.', ...howToGive(cured));
    return false;
  }
  const title = cured.instead ?? remedy.text;
  printLines(io.stderr, core.redactor.text(`${title}:`), ...textOf(core.redactor.value(cured)).split('\n'));
  if (!yes && !(await askYesNo('Change the file like this?', io))) return false;
  await core.cure(server, cure);
  printLines(io.stderr, ...howToGive(cured));
  await core.reload();
  return true;
}

function textOf({ body, inputs }: CuredEntry): string {
  const entry = JSON.stringify(body, undefined, 2);
  return inputs.length === 0 ? entry : `${entry}\n"inputs": ${JSON.stringify(inputs, undefined, 2)}`;
}

function forYou({ text, cure }: Remedy, number: number, server: string): string {
  return `Number ${number} for ${server} is for you to do: ${withoutFullStop(text)}${commandOf(cure)}.`;
}

/** VS Code asks for it and keeps it; here nothing keeps it, not even where it was just given. */
function howToGive({ asked }: CuredEntry): readonly string[] {
  if (asked === undefined) return [];
  return [
    `VS Code asks for the value and keeps it. Here it is not kept: give it to each command, with --input ${asked}=VALUE or in the variable ${variableOf(asked)}.`,
  ];
}

/** What only the user knows is given with `--value`, or asked for. */
async function wholeCure(text: string, cure: Cure, value: string | undefined, io: CliIo): Promise<Cure> {
  return cure.kind === 'ask' ? answeredCure(cure, value ?? (await askLine(text, io))) : cure;
}
