import { l10n } from '../../../../base/l10n.ts';
import { advise } from '../../model/remedies.ts';
import { rule } from '../../model/rule.ts';

export const exit127 = rule('program/exit-127', ({ end }) => {
  if (end?.code !== 127 && end?.code !== 126) return undefined;
  return {
    cause:
      end.code === 127
        ? l10n.t('A program that the command calls was not found (exit code 127).')
        : l10n.t('A program that the command calls cannot be executed (exit code 126).'),
    remedies: [advise(l10n.t('Run the command in a terminal to see which one, and install it.'))],
    isCertain: false,
  };
});
