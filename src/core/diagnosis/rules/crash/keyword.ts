import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, openSource } from '../../model/remedies.ts';
import { sourceFile, sourcePlace } from '../../model/sourcePlace.ts';
import { outputRule } from '../../model/rule.ts';

/** What later versions call it. */
const renames: readonly (readonly [callee: string, old: string, now: string])[] = [
  ['FastMCP', 'description', 'instructions'],
];

/** A library that takes other arguments than it did when the server was written. */
export const argumentNotTaken = outputRule(
  'crash/keyword',
  [
    /File "([^"\n]{1,300})", line (\d{1,6}), in [^\n]{1,100}\n[^\n]{0,300}\n(?:\s*[~^]+\n)?TypeError: ([A-Z]\w{1,60}(?:\.\w{1,60})??)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w{1,60})'/,
    /TypeError: ([A-Z]\w{1,60})(?:\.__init__)?\(\) got (?:an )?unexpected keyword argument(?:s|\(s\))?:? '(\w{1,60})'/,
  ],
  (match, evidence) => {
    const [callee = '', name = ''] = match.slice(-2);
    const place = match.length > 3 ? { file: match[1] ?? '', line: Number(match[2]) } : sourcePlace(evidence);
    if (!stdioOf(evidence) || !evidence.end || !place) return undefined;
    const { file, line } = place;
    const [, , renamed] = renames.find(([what, old]) => what === callee && old === name) ?? [];
    return {
      cause: l10n.t(
        '{0} does not take the argument "{1}" in the version that is installed ({2}, line {3}).',
        callee,
        name,
        file,
        line,
      ),
      remedies: [
        ...(sourceFile(file, evidence) === undefined ? [] : [openSource(file, line)]),
        advise(
          renamed === undefined
            ? l10n.t('Remove the argument there, or install the version that the server was written for.')
            : l10n.t('Call it "{0}" there, or install the version that the server was written for.', renamed),
        ),
      ],
      place: { kind: 'source', file, line },
      isCertain: false,
    };
  },
);
