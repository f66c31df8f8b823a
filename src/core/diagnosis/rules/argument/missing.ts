import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, ask } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

export const argumentMissing = outputRule(
  'argument/missing',
  [
    /missing required argument:? ['"`<]?([\w-]{1,60})/i,
    /the following (?:required )?arguments (?:are required|were not provided):\s*([^\n]{1,200})/,
    /(?:required option|Missing option|Missing parameter:?) ['"`]?(--?[\w-]{1,60}[^'"`\n]{0,60})['"`]? ?(?:not specified)?/i,
    /Required argument missing for command: ['"]?([\w-]{1,60})/,
    /(?:^|[\s"'`(])(--[a-z][\w-]{2,40})[^\n]{0,30} (?:(?:is|are|was) (?:required|mandatory|missing|not (?:set|provided|specified))|must be (?:set|specified|provided|given))/,
    /(?:Missing|missing|[Rr]equired?|[Pp]rovide|specify)[^\n]{0,30} (--[a-z][\w-]{2,40})\b/,
    /(?:provide|specify|pass|supply|give|expects?|requires?)\b[^\n]{0,20}?\b(?:an?|the|your) ([\w -]{3,40}?) (?:as|via|with|using|in) (?:an?|the)? ?(?:first )?(?:command[- ]line )?(?:argument|parameter|option)/i,
    /ERROR: You must supply a (command)\./,
    /[Uu]nknown (command): (?:undefined|null|None|'')[^\n]{0,10}/,
    /required flag\(s\) "([^"\n]{1,100})" not set/,
  ],
  ([, name = ''], evidence) => ({
    cause: l10n.t('The server was started without a required argument: {0}.', name.trim()),
    remedies: [
      ...enterArgument(asOption(name, evidence), stdioOf(evidence)?.args),
      advise(l10n.t('Add it to "args" of this server.')),
    ],
    ...inEntry('args'),
  }),
);

/** yargs names an option without its dashes: its help has them. */
function asOption(name: string, evidence: Evidence): string {
  const word = name.trim();
  return /^[\w-]+$/.test(word) && outputOf(evidence).includes(`--${word}`) ? `--${word}` : name;
}

/** With its name where it has one: `--token VALUE`. */
function enterArgument(name: string, args: readonly string[] | undefined): readonly Remedy[] {
  if (!args) return [];
  const option = /--[\w-]+/.exec(name)?.[0];
  const title = l10n.t('Enter {0}', option ?? name.trim());
  if (option === undefined) return [ask(title, ['args', args.length])];
  return [ask(title, ['args', args.length + 1], { also: [{ path: ['args', args.length], value: option }] })];
}

/** How many it wants is in its manual only. */
export const argumentCount = outputRule(
  'argument/count',
  [
    /((?:invalid|wrong|incorrect|unexpected) number of (?:command[- ]line )?arguments?[^\n]{0,80})/i,
    /(too few arguments[^\n]{0,80}|not enough arguments[^\n]{0,80})/i,
    /(expected (?:at least )?\d+ arguments?[^\n]{0,80})/i,
  ],
  ([, what = ''], evidence) =>
    stdioOf(evidence) &&
    evidence.end && {
      cause: l10n.t('The server was started with another number of arguments than it needs: {0}', what),
      remedies: [
        ...enterArgument(l10n.t('the arguments'), stdioOf(evidence)?.args),
        advise(l10n.t('Check the arguments in "args" of this server.')),
      ],
      ...inEntry('args'),
      isCertain: false,
    },
);

export const usagePrinted = outputRule('argument/usage', [/^\s*usage:[^\n]{0,300}/im], ([usage = ''], evidence) => {
  if (!stdioOf(evidence) || !(evidence.end || evidence.timedOut)) return undefined;
  const wanted =
    /[<[](?!-|options?\b|flags?\b|command\b)([a-z][\w -]{2,40})[\]>]/i.exec(usage)?.[1] ?? l10n.t('the arguments');
  return {
    cause: l10n.t('The server printed its usage instead of starting: {0}', usage.trim()),
    remedies: [
      ...enterArgument(wanted, stdioOf(evidence)?.args),
      advise(l10n.t('Check the arguments in "args" of this server.')),
    ],
    ...inEntry('args'),
    isCertain: false,
  };
});
