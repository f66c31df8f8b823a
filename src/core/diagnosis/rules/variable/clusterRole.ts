import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, tryAgain } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** Kubernetes names who may not do what. */
export const clusterRole = outputRule(
  'variable/cluster-role',
  [/User "?([\w:@./-]{1,120})"? cannot (\w{3,20}) resource "?([\w.-]{1,60})"?/],
  ([, user = '', verb = '', resource = ''], evidence) => {
    if (!stdioOf(evidence)) return undefined;
    const command = ['kubectl', 'auth', 'can-i', '--list'];
    return {
      cause: l10n.t('Kubernetes does not allow {0} to "{1}" the resource {2}.', user, verb, resource),
      remedies: [
        runInTerminal(l10n.t('Run "{0}" in a terminal', command.join(' ')), command),
        tryAgain(),
        advise(l10n.t('Give it a role with that permission, or use another context.')),
      ],
      isCertain: evidence.end !== undefined,
    };
  },
);
