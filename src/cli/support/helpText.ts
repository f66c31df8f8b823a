import { alternatives } from './commandLine.ts';
import { type Flag, withHelp } from './flagTable.ts';
import type { VerbTable } from './verbTable.ts';

/** What `switchboard help <verb>` prints. */
export function helpText(table: VerbTable): string {
  const [first = '', ...more] = usageForms(table);
  const usage = [`Usage: ${first}`, ...more.map((form) => `       ${form}`)].join('\n');
  return [usage, table.about, flagLines(table), table.notes, exampleLines(table), exitLine(table)]
    .filter(Boolean)
    .join('\n\n');
}

function exampleLines({ examples }: VerbTable): string {
  return ['Examples:', ...examples.map((example) => `  ${example}`)].join('\n');
}

function exitLine({ exit: { done = '0 if done', failed, notTried } = {} }: VerbTable): string {
  const failure = failed === undefined ? '' : `1 if ${failed}, `;
  const why = notTried === undefined ? '' : ` (${notTried})`;
  return `Exit code: ${done}, ${failure}2 if it could not be tried${why}.`;
}

function usageForms({ name, forms, operands = [], subcommands, flags }: VerbTable): readonly string[] {
  const start = `switchboard ${name}`;
  if (forms) return forms.map((form) => `${start} ${form}`);
  if (!subcommands) {
    const words = operands.map((one) => (one.values?.length === 1 ? one.values[0] : one.name));
    return [[start, ...words, '[flags]'].join(' ')];
  }
  return Object.entries(subcommands).map(([sub, { operands: rest, flags: own }]) =>
    [start, sub, rest, ...own.map((flag) => `[${flagForm(flag, flags[flag])}]`)].filter(Boolean).join(' '),
  );
}

/** As it is written, such as `--out FILE`. */
function flagForm(name: string, flag: Flag | undefined): string {
  return flag?.value === undefined ? `--${name}` : `--${name} ${flag.value}`;
}

/** Its meaning with its choices and its default. */
function flagMeaning({ meaning, many, values, range, ...flag }: Flag): string {
  const allowed = values ? `: ${alternatives(values)}` : range ? `, ${range.min} to ${range.max}` : '';
  const otherwise = flag.otherwise ?? flag.default;
  return `${meaning}${allowed}${many ? '; can be repeated' : ''}${otherwise === undefined ? '' : ` (${otherwise})`}`;
}

function flagLines({ flags }: VerbTable): string {
  const lines = withHelp(flags).map(([name, flag]) => [flagForm(name, flag), flagMeaning(flag)] as const);
  const width = Math.max(...lines.map(([form]) => form.length));
  return lines.map(([form, meaning]) => `  ${form.padEnd(width)}    ${meaning}`).join('\n');
}
