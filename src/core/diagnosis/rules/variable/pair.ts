import { l10n } from '../../../../base/l10n.ts';
import { askFor } from '../../model/remedies.ts';
import { stdioOf } from '../../model/evidence.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { givenVariables } from './missingVariables.ts';

const name = '\\b([A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,8})\\b';

/** Two variables that belong together, of which "env" has one. */
export const variablePair = outputRule(
  'variable/pair',
  [
    new RegExp(`\\b[Bb]oth ${name} and ${name}`),
    new RegExp(
      `${name} and ${name} (?:must (?:both )?be|are(?: both)?|environment variables (?:must be|are)) (?:set|provided|required)`,
    ),
  ],
  ([, one = '', other = ''], evidence) => {
    const env = givenVariables(evidence);
    const [has, lacks] = env[one] ? [one, other] : [other, one];
    if (!stdioOf(evidence) || !evidence.end || !env[has] || env[lacks]) return undefined;
    return {
      cause: l10n.t('The server needs {0} together with {1}, and "env" has only {1}.', lacks, has),
      remedies: [askFor(lacks)],
      ...inEntry('env'),
    };
  },
);
