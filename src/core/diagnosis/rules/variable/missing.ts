import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, askFor } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';
import { missingVariables } from './missingVariables.ts';

export const variableMissing = rule('variable/missing', (evidence) => {
  const found = stdioOf(evidence) ? missingVariables(evidence) : undefined;
  if (!found) return undefined;
  const { names, proof } = found;
  const list = names.join(', ');
  return {
    cause:
      names.length === 1
        ? l10n.t('The server needs the environment variable {0}, which is not set.', list)
        : l10n.t('The server needs environment variables that are not set: {0}.', list),
    remedies: [...names.map(askFor), advise(l10n.t('Or set it in "env" of this server.'))],
    proof,
    isCertain: evidence.end !== undefined && !/\bwarn(?:ing)?\b/i.test(proof),
    ...inEntry('env'),
  };
});
