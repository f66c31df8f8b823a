import { l10n } from '../../../../base/l10n.ts';
import { bare, listedOption, suggested } from '../../cures/suggested.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, argAt, setArgs } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

export const unknownOption = outputRule(
  'argument/unknown',
  [
    /unknown (?:option|flag|argument|command)s?:? ?['"`]?(?!undefined|null|None)(--?[\w-]{1,60}|[\w-]{1,60})/i,
    /(?:unrecognized|unexpected) (?:arguments?|options?):? ?['"`]?(--?[\w-]{1,60}|[\w./-]{1,100})/i,
    /[Nn]o such option:? ?['"`]?(--?[\w-]{1,60})/,
    /flag provided but not defined: (--?[\w-]{1,60})/,
    /bad option: (--?[\w-]{1,60})/,
    /invalid (?:option|choice)(?::| --| ['"`]) ?['"`]?(?!expected\b|must\b)([\w-]{1,60})/i,
    /Unrecognized (?:VM )?option:? ['"]?([\w:+-]{2,60})/,
  ],
  ([, option = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at =
      launch && argAt(launch, (arg) => arg === option || (option.startsWith('-') && bare(arg) === bare(option)));
    const shown = (at === undefined ? undefined : launch?.args[at]?.replace(/=.*$/s, '')) ?? option;
    return {
      cause: l10n.t('The server does not know the argument "{0}".', shown),
      remedies: [
        ...(at === undefined ? [] : betterOption(evidence, option)),
        ...(launch && at !== undefined ? [setArgs(l10n.t('Remove "{0}"', shown), launch.args.toSpliced(at, 1))] : []),
        advise(l10n.t('Check the arguments in the manual of this server.')),
      ],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);

/** What it suggests itself, or else lists. */
function betterOption(evidence: Evidence, option: string): readonly Remedy[] {
  const named = suggested(evidence);
  return named.length > 0 ? named : listedOption(evidence, option);
}
