import { l10n } from '../../../../base/l10n.ts';
import { bare } from '../../cures/suggested.ts';
import { stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { withinEdits } from '../../model/nearbyFile.ts';
import { advise, argAt, ask, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** A value that the parser of the arguments does not take: click, argparse, commander, clap, cobra, yargs. */
export const argumentInvalid = outputRule(
  'argument/invalid',
  [
    /Invalid value for '?(--?[\w-]{1,60}|[A-Z_]{2,60})[^\n:]{0,60}: ((?!(?:Path|File|Directory) ')[^\n]{1,200})/,
    /error: argument (--?[\w-]{1,60})[^\n:]{0,60}: (invalid [^\n]{1,200}|expected [^\n]{1,100})/,
    /error: option '[^'\n]{0,20}(--[\w-]{1,60})[^'\n]{0,60}' argument (['"][^\n]{1,200})/,
    /error: option '[^'\n]{0,20}(--?[\w-]{1,60})[^'\n]{0,60}' (argument missing)/,
    /error: invalid value '[^'\n]{0,100}' for '(--?[\w-]{1,60})[^\n]{0,60}'(?:: )?([^\n]{0,200})/,
    /invalid argument "[^"\n]{0,100}" for "[^"\n]{0,20}(--[\w-]{1,60})[^"\n]{0,20}" flag: ([^\n]{1,200})/,
    /Invalid (?:maximum|initial|minimum) heap size: (-Xm[sx])(\S{1,20})/, // Java
    /Invalid values:\s*Argument: ([\w-]{1,60}), (Given: [^\n]{1,200})/,
    /invalid (?:boolean )?value "[^"\n]{0,100}" for (?:flag )?(--?[\w-]{1,60}): ([^\n]{1,200})/,
    /Option '(?:-\w, )?(--?[\w-]{1,60})(?: <\w+>)?' (argument (?:missing|is ambiguous))/, // Node.js
    /a value is required for '(--?[\w-]{1,60})[^'\n]{0,60}' (but none was supplied)/,
    /flag needs an argument:? (?:'\w' in )?(-{1,2}[\w-]{1,60})()/,
    /option requires an argument:? (?:-- )?'?(-{0,2}[\w-]{1,60})'?()/,
    /(?:Missing required parameter for option|Required argument missing for option:?|No value provided for option|missing argument:|Missing value for|Not enough arguments following:) '?"?(-{0,2}[\w-]{1,60})'?"?()/i,
    /(?:option |flag |argument )?['"]?(--?[a-z][\w-]{1,60})['"]?:? (?:requires|needs|expects|is missing|wants) (?:an? |its )?(?:argument|value|parameter)()/i,
  ],
  ([, option = '', what = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at = launch && argAt(launch, (arg) => bare(arg) === bare(option) && arg.startsWith('-'));
    const next = at === undefined ? undefined : launch?.args[at + 1];
    if (at !== undefined && !launch?.args[at]?.includes('=') && (next === undefined || /^--?[a-z]/i.test(next)))
      return {
        cause: l10n.t('The argument "{0}" has no value behind it.', launch?.args[at] ?? option),
        remedies: [
          setMissing(launch?.args ?? [], at),
          advise(l10n.t('Put its value behind it in "args" of this server, or remove it.')),
        ],
        ...inEntry('args', at),
      };
    return {
      cause: l10n.t('The server does not accept the value of "{0}": {1}', option, what.trim()).replace(/: $/, '.'),
      remedies: [...useChoice(launch?.args ?? [], at, what), ...enterValue(launch?.args ?? [], at, option)],
      ...inEntry('args', ...(at === undefined ? [] : [at])),
    };
  },
);

/** One of those that it names is written almost so. */
function useChoice(args: readonly string[], at: number | undefined, said: string): readonly Remedy[] {
  const [, list = ''] =
    /(?:choose from|possible values:|allowed choices are|must be one of|expected one of):? ([^)\]\n]{1,300})/i.exec(
      said,
    ) ?? [];
  const [, prefix = '', joined] = /^(--?[\w-]+=)(.*)$/.exec(args[at ?? -1] ?? '') ?? [];
  const now = joined ?? args[(at ?? -1) + 1] ?? '';
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\W_]/g, '');
  const choice = (list.match(/[\w.-]+/g) ?? []).find((each) => plain(each) === plain(now) || withinEdits(each, now, 2));
  if (at === undefined || choice === undefined) return [];
  return [setValue(l10n.t('Use {0}', choice), ['args', joined === undefined ? at + 1 : at], `${prefix}${choice}`)];
}

function enterValue(args: readonly string[], at: number | undefined, option: string): readonly Remedy[] {
  if (at === undefined) return [];
  const title = l10n.t('Enter another value for {0}', option);
  const [, prefix, joined] = /^(--?[\w-]+=)(.*)$/.exec(args[at] ?? '') ?? [];
  if (prefix !== undefined) return [ask(title, ['args', at], { prefix, now: joined ?? '' })];
  return [ask(title, ['args', at + 1], { now: args[at + 1] ?? '' })];
}

/** At the end there is room for it; else it goes between. */
function setMissing(args: readonly string[], at: number): Remedy {
  const title = l10n.t('Enter the value of {0}', args[at] ?? '');
  if (at === args.length - 1) return ask(title, ['args', at + 1]);
  return ask(title, ['args', at], { prefix: `${args[at] ?? ''}=` });
}
