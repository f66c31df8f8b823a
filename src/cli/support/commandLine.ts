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
  checkOperands(table, positionals);
  if (table.subcommands) checkSubcommandFlags(table, positionals[0] ?? '', Object.keys(values));
  const flags = Object.entries(table.flags).map(([name, flag]) => [name, readFlag(name, flag, values[name])]);
  return { flags: Object.fromEntries(flags) as FlagValues<F>, operands: positionals, command, args };
}

type Raw = string | boolean | (string | boolean)[] | undefined;

function parse(table: VerbTable, args: readonly string[]): { values: Record<string, Raw>; positionals: string[] } {
  const allowPositionals = (table.operands ?? table.subcommands) !== undefined;
  // Node loads its parser on the first call, which a short command would wait for.
  if (allowPositionals && args.every((arg) => !arg.startsWith('-'))) return { values: {}, positionals: [...args] };
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { type, many = false }] of Object.entries(table.flags))
    options[name] = { type: type === 'switch' ? 'boolean' : 'string', multiple: many };
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    throw new UsageError(`${parseProblem(messageOf(error))} ${seeHelp(table)}`);
  }
}

/** Node's sentence names the flag; what follows it is advice, in several lines. */
function parseProblem(message: string): string {
  const flag = /^Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous/.exec(message)?.[1];
  if (flag !== undefined) return `${flag} needs a value. If it begins with a dash, write ${flag}=VALUE.`;
  return `${message.split(/\. |\.?\n/)[0]}.`;
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
  if (operands.some(({ many }) => many)) return;
  if (given.length !== operands.length)
    throw new UsageError(`Specify ${operands.map(({ what }) => what).join(' and ')}. ${seeHelp(table)}`);
  for (const [at, { name, values }] of operands.entries()) if (values) checkChoice(name, given[at] ?? '', values);
}

/** A flag that no subcommand has as its own is one of all. */
function checkSubcommandFlags(table: VerbTable, name: string, given: readonly string[]): void {
  const all = new Set(Object.values(table.subcommands ?? {}).flatMap(({ flags }) => flags));
  const own = table.subcommands?.[name]?.flags ?? [];
  const stray = given.find((flag) => all.has(flag) && !own.includes(flag));
  if (stray !== undefined) throw new UsageError(`--${stray} is not a flag of ${table.name} ${name}. ${seeHelp(table)}`);
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
