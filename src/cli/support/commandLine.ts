import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { messageOf } from '../../base/fault.ts';
import type { Flag, FlagTable, FlagValues } from './flagTable.ts';
import { UsageError } from './usageError.ts';
import type { CommandLine, VerbTable } from './verbTable.ts';

/** What the arguments mean by the verb's table. Throws a `UsageError` of one sentence. */
export function readCommandLine<F extends FlagTable>(
  table: VerbTable<F>,
  args: readonly string[],
): CommandLine<F> | 'help' {
  const split = table.takesCommand ? args.indexOf('--') : -1;
  const [own, command] = split < 0 ? [args, []] : [args.slice(0, split), args.slice(split + 1)];
  const { values, positionals } = parse(table, own);
  if (values['help']) return 'help';
  if (!table.passesOn) checkOperands(table, positionals);
  const flags = Object.entries(table.flags).map(([name, flag]) => [name, readFlag(name, flag, values[name])]);
  return { flags: Object.fromEntries(flags) as FlagValues<F>, operands: positionals, command, args };
}

type Raw = string | boolean | (string | boolean)[] | undefined;

function parse(table: VerbTable, args: readonly string[]): { values: Record<string, Raw>; positionals: string[] } {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { type, many = false }] of Object.entries(table.flags))
    options[name] = { type: type === 'switch' ? 'boolean' : 'string', multiple: many };
  const allowPositionals = (table.operands ?? table.subcommands) !== undefined;
  try {
    return parseArgs({ args: [...args], options, strict: !table.passesOn, allowPositionals });
  } catch (error) {
    // Node's sentence names the flag; what follows it is advice on how to escape positionals.
    throw new UsageError(`${messageOf(error).split('. ')[0]}. ${seeHelp(table)}`);
  }
}

export function seeHelp({ name }: Pick<VerbTable, 'name'>): string {
  return `Run switchboard ${name} --help for usage.`;
}

function checkOperands(table: VerbTable, given: readonly string[]): void {
  const { operands = [], subcommands } = table;
  if (subcommands) {
    const [name = ''] = given;
    if (Object.hasOwn(subcommands, name)) return;
    throw new UsageError(`Unknown subcommand "${name}": use ${Object.keys(subcommands).join(', ')}.`);
  }
  if (given.length !== operands.length)
    throw new UsageError(`Specify ${operands.map(({ what }) => what).join(' and ')}. ${seeHelp(table)}`);
  for (const [at, { name, values }] of operands.entries()) if (values) checkChoice(name, given[at] ?? '', values);
}

function readFlag(name: string, flag: Flag, raw: Raw): unknown {
  if (flag.type === 'switch') return raw === true;
  if (Array.isArray(raw)) return raw.map((one) => readValue(name, flag, String(one)));
  return raw === undefined ? flag.default : readValue(name, flag, String(raw));
}

function readValue(name: string, { type, values = [], range }: Flag, text: string): string | number {
  if (type === 'choice') checkChoice(`--${name}`, text, values);
  return type === 'integer' ? readInteger(name, text, range) : text;
}

function checkChoice(name: string, text: string, values: readonly string[]): void {
  if (!values.includes(text)) throw new UsageError(`${name} cannot be "${text}". Use ${alternatives(values)}.`);
}

export function alternatives(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

const anyInteger = { min: 0, max: Number.MAX_SAFE_INTEGER };

function readInteger(name: string, text: string, { min, max } = anyInteger): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${name} must be an integer from ${min} to ${max}, not "${text}".`);
}
