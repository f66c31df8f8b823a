import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** A library that takes other arguments than it did when the server was written. */
export const argumentNotTaken = outputRule(
  'crash/keyword',
  [
    /File "([^"\n]{1,300})", line (\d{1,6}), in [^\n]{1,100}\n[^\n]{0,300}\n(?:\s*[~^]+\n)?TypeError: ([A-Z]\w{1,60}(?:\.\w{1,60})??)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w{1,60})'/,
  ],
  ([, file = '', line = '', callee = '', name = ''], evidence) =>
    stdioOf(evidence) &&
    evidence.end && {
      cause: l10n.t(
        '{0} does not take the argument "{1}" in the version that is installed ({2}, line {3}).',
        callee,
        name,
        file,
        line,
      ),
      remedies: [advise(l10n.t('Remove the argument there, or install the version that the server was written for.'))],
      place: { kind: 'source', file, line: Number(line) },
      isCertain: false,
    },
);
