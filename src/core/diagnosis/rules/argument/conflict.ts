import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, setArgs, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

const option = '(--?[a-zA-Z][\\w-]{0,40})';

/** Two that exclude each other, whichever is meant. */
export const optionsExclude = outputRule(
  'argument/conflict',
  [
    new RegExp(
      `${option}[^\\n]{0,20}?(?: and|,| or|/) [^\\n]{0,12}?${option}[^\\n]{0,40}(?:mutually exclusive|exclude each other|cannot be (?:used|specified|combined|set) (?:together|at the same time|simultaneously)|are incompatible|conflict)`,
      'i',
    ),
    new RegExp(`${option}\\S{0,40}?:? (?:is )?not allowed with (?:argument )?${option}`, 'i'),
    new RegExp(
      `${option}[^\\n]{0,40}? (?:cannot|can't|can not|must not) be (?:used|combined|specified) with[^\\n]{0,20}? [^\\n]{0,6}?${option}`,
      'i',
    ),
    new RegExp(
      `(?:cannot|can't|can not) (?:use|specify|combine|set) (?:both )?[^\\n]{0,6}?${option}[^\\n]{0,6} (?:and|with|together with) [^\\n]{0,6}?${option}`,
      'i',
    ),
  ],
  ([, one = '', other = ''], evidence) => ({
    cause: l10n.t('{0} and {1} cannot be used together.', one, other),
    remedies: [other, one].flatMap((each) => without(each, evidence)),
    ...inEntry('args'),
  }),
);

/** An option of one transport that is given with the other. */
export const optionOfOther = outputRule(
  'argument/not-here',
  [
    new RegExp(
      `${option}\\S{0,20}[^\\n]{0,20}(?:is|are|can be|may be) (?:not (?:allowed|supported|valid|available)|only (?:allowed|used|valid|supported|available))[^\\n]{0,12}(?:when|with|for|in|if)\\b[^\\n]{0,80}`,
    ),
  ],
  ([all = '', name = ''], evidence) => {
    const remedies = without(name, evidence);
    return remedies.length === 0
      ? undefined
      : {
          cause: l10n.t('{0} does not fit the other arguments of the server: {1}', name, all.trim()),
          remedies: [...remedies],
          ...inEntry('args'),
        };
  },
);

function without(name: string, evidence: Evidence): readonly Remedy[] {
  const args = stdioOf(evidence)?.args ?? [];
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (at < 0) return [];
  const next = args[at + 1];
  const count = args[at] === name && next !== undefined && !next.startsWith('-') ? 2 : 1;
  return [setArgs(l10n.t('Remove "{0}"', args.slice(at, at + count).join(' ')), args.toSpliced(at, count))];
}

/** What a model as a whole says of its fields: pydantic puts no name above it. */
export const settingsConflict = outputRule(
  'variable/conflict',
  [
    /validation errors? for \w{1,60}\n\s+Value error, ([^\n[]{5,200})/,
    /((?:only one|exactly one|at most one|either|both) (?:of )?[^\n]{0,80}\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b[^\n]{0,120}(?:may|must|can|should|not both|not) (?:be )?(?:set|provided|specified|both)?[^\n]{0,40})/,
    /((?:cannot|can't) (?:set|use|specify) both [A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+[^\n]{0,120})/,
  ],
  ([, what = ''], evidence) => {
    const launch = stdioOf(evidence);
    const named = Object.keys(launch?.env ?? {}).filter((name) => isNamed(name, what));
    if (!launch || named.length === 0) return undefined;
    return {
      cause: l10n.t('The values of {0} do not fit together: {1}', named.join(', '), what.trim()),
      remedies: [
        ...named.map((name) => setValue(l10n.t('Remove "{0}"', name), ['env', name], undefined)),
        advise(l10n.t('Check "args" and "env" of this server against its manual.')),
      ],
      ...inEntry('env', named[0] ?? ''),
    };
  },
);

/** A field has the end of the name of its variable. */
function isNamed(name: string, what: string): boolean {
  const words = what.match(/[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+/g) ?? [];
  return words.some((word) => name === word.toUpperCase() || name.endsWith(`_${word.toUpperCase()}`));
}
