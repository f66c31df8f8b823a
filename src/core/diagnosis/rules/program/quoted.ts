import { l10n } from '../../../../base/l10n.ts';
import { hasCode, stdioOf } from '../../model/evidence.ts';
import { ask, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** No shell takes the quotes or the blanks away. */
export const programQuoted = rule('program/quoted', (evidence) => {
  const command = stdioOf(evidence)?.command;
  if (command === undefined || !hasCode(evidence, 'ENOENT', 'EINVAL', 'ERR_INVALID_ARG_VALUE')) return undefined;
  const bare = command.trim().replaceAll(/^["']+|["']+$/g, '');
  if (bare === command && bare !== '') return undefined;
  return {
    cause:
      bare === ''
        ? l10n.t('"command" is empty.')
        : l10n.t('"command" has quotes or blanks around the program: {0}', command),
    remedies: [
      bare === ''
        ? ask(l10n.t('Choose the program'), ['command'], { what: 'file' })
        : setValue(l10n.t('Use {0}', bare), ['command'], bare),
    ],
    ...inEntry('command'),
  };
});
