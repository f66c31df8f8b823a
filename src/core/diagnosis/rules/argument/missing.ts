import { l10n } from '../../../../base/l10n.ts';
import { enterArgument } from '../../cures/enterArgument.ts';
import { packageOf } from '../../cures/newestVersion.ts';
import { misspelt, usualOption } from '../../cures/suggested.ts';
import { withinEdits } from '../../model/nearbyFile.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { ask, setArgs, setValues } from '../../model/remedies.ts';
import { openManual } from '../../cures/manual.ts';
import { type Finding, inEntry, lineAt, outputRule, rule } from '../../model/rule.ts';
import { findServer } from '../../known/knownServer.ts';
import { missingArguments } from '../../statements/missingArguments.ts';

/** In words that name it without a list. */
const forms: readonly RegExp[] = [
  /(?:^|[\s"'`(])(--[a-z][\w-]{2,40})[^\n]{0,30} (?:(?:is|are|was) (?:required|mandatory|missing|not (?:set|provided|specified))|must be (?:set|specified|provided|given))/,
  /(?:Missing|missing|[Rr]equired?|[Pp]rovide(?!r)|specify)[^\n]{0,30} (--[a-z][\w-]{2,40})\b/,
  /(?:provide|specify|pass|supply|give|expects?|requires?)\b[^\n]{0,20}?\b(?:an?|the|your) ([\w -]{3,40}?) (?:as|via|with|using|in) (?:an?|the)? ?(?:first )?(?:command[- ]line )?(?:argument|parameter|option)/i,
  /ERROR: You must supply a (command)\./,
  /[Uu]nknown (command): (?:undefined|null|None|'')[^\n]{0,10}/,
];

export const argumentMissing = rule('argument/missing', (evidence) => {
  const output = outputOf(evidence);
  const found = missingArguments(output) ?? inWords(output);
  if (!found) return undefined;
  const names = found.names.map((name) => asOption(name, output));
  const near = misspelt(evidence, (option) => names.find((each) => each !== option && withinEdits(option, each, 3)));
  if (near) return otherwiseSpelt(near, lineAt(output, found.at));
  const given = inVariable(names[0] ?? '', evidence);
  return {
    cause:
      given !== undefined
        ? l10n.t(
            'The server takes {0} as an argument and not from the environment variable {1}, which "env" sets.',
            names[0] ?? '',
            given,
          )
        : l10n.t('The server was started without a required argument: {0}.', names.join(', ')),
    remedies: [
      ...knownStart(evidence),
      ...(given === undefined ? [] : [asArgument(names[0] ?? '', given, evidence)]),
      ...names.flatMap((name) => enterArgument(name, stdioOf(evidence)?.args)),
    ],
    proof: lineAt(output, found.at),
    ...inEntry('args'),
  };
});

function otherwiseSpelt(
  { wrong, right, at, remedies }: NonNullable<ReturnType<typeof misspelt>>,
  proof?: string,
): Finding {
  return {
    cause: l10n.t('"args" has {0} where the server knows {1}.', wrong, right),
    remedies,
    ...(proof !== undefined && { proof }),
    ...inEntry('args', at),
  };
}

/** Programs that are more than a server, and what starts theirs. */
function knownStart(evidence: Evidence): readonly Remedy[] {
  const args = stdioOf(evidence)?.args ?? [];
  const words = findServer(evidence)?.server.start;
  if (words === undefined || args.includes(words.split(' ')[0] ?? '')) return [];
  return [setArgs(l10n.t('Add "{0}"', words), [...args, ...words.split(' ')])];
}

/** The variable of the entry that has what the server wants as an argument. */
function inVariable(name: string, evidence: Evidence): string | undefined {
  const wanted = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const env = stdioOf(evidence)?.env ?? {};
  if (wanted.length < 3) return undefined;
  const [address, other] = Object.keys(env).filter((each) => /^\w+:\/\/./.test(env[each] ?? ''));
  const byValue = /ur[il]$|connection(?:string)?$|dsn$/.test(wanted) && other === undefined ? address : undefined;
  return (
    byValue ??
    Object.keys(env).find(
      (each) =>
        env[each] &&
        each
          .toLowerCase()
          .replaceAll(/[^a-z0-9]/g, '')
          .endsWith(wanted),
    )
  );
}

function asArgument(name: string, variable: string, evidence: Evidence): Remedy {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const option = name.startsWith('--') ? [{ path: ['args', args.length], value: name }] : [];
  const value = { path: ['args', args.length + option.length], value: env[variable] ?? '', from: ['env', variable] };
  return setValues(l10n.t('Hand on {0} as an argument', variable), [...option, value]);
}

function inWords(output: string): { readonly names: readonly string[]; readonly at: number } | undefined {
  const match = forms.map((form) => form.exec(output)).find((each) => each !== null);
  if (!match) return undefined;
  const line = lineAt(output, match.index + 1);
  const options = /\b(?:one of|either|or)\b/.test(line) ? (line.match(/--[a-zA-Z][\w-]{1,40}/g) ?? []) : [];
  return { names: options.length > 1 ? [...new Set(options)] : [match[1]?.trim() ?? ''], at: match.index + 1 };
}

/** yargs names an option without its dashes: its help has them. */
function asOption(name: string, output: string): string {
  const isFlag = output.includes(`--${name}`) || /required flag\(s\)/.test(output); // of cobra
  return /^[a-z][\w-]*$/.test(name) && isFlag ? `--${name}` : name;
}

/** How many it wants is in its manual only. */
export const argumentCount = outputRule(
  'argument/count',
  [
    /((?:invalid|wrong|incorrect|unexpected) number of (?:command[- ]line )?arguments?[^\n]{0,80})/i,
    /(too few arguments[^\n]{0,80}|not enough arguments[^\n]{0,80})/i,
    /((?:accepts|requires) (?:at least |at most |between )?\d+ (?:and \d+ )?arg\(s\)[^\n]{0,60})/i,
    /(expected (?:at least )?\d+ arguments?[^\n]{0,80})/i,
  ],
  ([, what = ''], evidence) => {
    if (!stdioOf(evidence) || !evidence.end) return undefined;
    const near = misspelt(evidence, usualOption); // some take what they do not know for a value
    if (near) return { ...otherwiseSpelt(near), isCertain: false };
    return {
      cause: l10n.t('The server was started with another number of arguments than it needs: {0}', what),
      remedies: [...enterArgument(l10n.t('the arguments'), stdioOf(evidence)?.args)],
      ...inEntry('args'),
      isCertain: false,
    };
  },
);

/** Up to the package that npx and its like start. */
function argumentsOfRunner(evidence: Evidence): number {
  const found = packageOf(evidence);
  if (found) return found.at + 1;
  const script = stdioOf(evidence)?.args.findIndex((arg) => /\.(?:[cm]?[jt]s|py|rb|php|sh|jar)$/.test(arg)) ?? -1;
  return script + 1;
}

/** The command of a list that starts a server, the most telling first. */
function startVerb(output: string, args: readonly string[]): string | undefined {
  const [, list = ''] = /\bcommands:?[ \t─-]*[╮+]?\n((?:[ \t│|]+[^\n]+\n?){1,40})/i.exec(output) ?? [];
  const names = new Set([...list.matchAll(/^[ \t│|]{1,8}([a-z][\w:-]{1,30})\b/gm)].map(([, name = '']) => name));
  if (args.some((arg) => names.has(arg))) return undefined;
  return ['stdio', 'mcp', 'serve', 'server', 'start', 'start-server', 'run'].find((verb) => names.has(verb));
}

export const usagePrinted = outputRule(
  'argument/usage',
  [/^\s*(?:\[[^\]\n]{1,40}\]\s*)?usage:[^\n]{0,300}/im, /^USAGE[ \t]*\n[^\n]{1,300}/m],
  ([usage = ''], evidence) => {
    if (!stdioOf(evidence) || !(evidence.end || evidence.timedOut)) return undefined;
    const needed =
      /<(?!options?\b|flags?\b|command\b)([a-z][\w :/.-]{2,60})>/i.exec(usage)?.[1] ??
      (evidence.end?.code
        ? /\[([\w -]{0,30}(?:director|folder|path|file|url|dsn)[\w -]{0,20})\]/i.exec(usage)?.[1]
        : undefined);
    if (needed !== undefined && (stdioOf(evidence)?.args.length ?? 0) <= argumentsOfRunner(evidence))
      return {
        cause: l10n.t('The server was started without a required argument: {0}.', needed),
        remedies: [...enterArgument(needed, stdioOf(evidence)?.args)],
        ...inEntry('args'),
        isCertain: false,
      };
    const verb = startVerb(outputOf(evidence), stdioOf(evidence)?.args ?? []);
    if (verb !== undefined)
      return {
        cause: l10n.t('The server printed its usage, because no command was given: "{0}" starts it.', verb),
        remedies: [setArgs(l10n.t('Add "{0}"', verb), [...(stdioOf(evidence)?.args ?? []), verb])],
        ...inEntry('args'),
        isCertain: false,
      };
    if (
      /\bCOMMAND\b|<(?:sub)?command>|\{[\w,-]+\}/.test(usage) &&
      /missing (?:sub)?command|command (?:is|was)? ?(?:required|missing|not)|no command/i.test(outputOf(evidence))
    )
      return withoutCommand(evidence);
    const wanted =
      /[<[](?!-|options?\b|flags?\b|command\b)([a-z][\w -]{2,40})[\]>]/i.exec(usage)?.[1] ?? l10n.t('the arguments');
    return {
      cause: l10n.t('The server printed its usage instead of starting: {0}', usage.trim()),
      remedies: [...enterArgument(wanted, stdioOf(evidence)?.args)],
      ...inEntry('args'),
      isCertain: false,
    };
  },
);

/** A program with several of them, of which one starts the server. */
function withoutCommand(evidence: Evidence): Omit<Finding, 'proof'> {
  const { args = [] } = stdioOf(evidence) ?? {};
  const known = knownStart(evidence);
  return {
    cause: l10n.t('The program has several commands, and "args" names none of them.'),
    remedies: [
      ...known,
      ...(known.length > 0
        ? []
        : [ask(l10n.t('Enter the command that starts its server'), ['args', args.length], { now: 'stdio' })]),
      ...openManual(evidence),
    ],
    ...inEntry('args'),
    isCertain: false,
  };
}
