import { l10n } from '../../../../base/l10n.ts';
import { bare } from '../../cures/suggested.ts';
import { stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, argAt, ask } from '../../model/remedies.ts';
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
    /(?:option |flag |argument )?['"]?(--?[a-z][\w-]{1,60})['"]?:? (?:requires|needs|expects|is missing|wants) (?:an? |its )?(?:argument|value|parameter)()/i,
  ],
  ([, option = '', what = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at = launch && argAt(launch, (arg) => bare(arg) === bare(option) && arg.startsWith('-'));
    return {
      cause: l10n.t('The server does not accept the value of "{0}": {1}', option, what.trim()).replace(/: $/, '.'),
      remedies: [...enterValue(launch?.args ?? [], at, option), advise(l10n.t('Correct it in "args" of this server.'))],
      ...inEntry('args', ...(at === undefined ? [] : [at])),
    };
  },
);

function enterValue(args: readonly string[], at: number | undefined, option: string): readonly Remedy[] {
  if (at === undefined) return [];
  const title = l10n.t('Enter another value for {0}', option);
  const [, prefix, joined] = /^(--?[\w-]+=)(.*)$/.exec(args[at] ?? '') ?? [];
  if (prefix !== undefined) return [ask(title, ['args', at], { prefix, now: joined ?? '' })];
  return [ask(title, ['args', at + 1], { now: args[at + 1] ?? '' })];
}
