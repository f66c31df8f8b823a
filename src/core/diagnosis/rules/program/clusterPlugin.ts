import { l10n } from '../../../../base/l10n.ts';
import { installRemedy } from '../../cures/install.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** By which clouds let kubectl and its like sign in, and what brings them. */
const plugins: Readonly<Record<string, readonly string[]>> = {
  'gke-gcloud-auth-plugin': ['gcloud', 'components', 'install', 'gke-gcloud-auth-plugin'],
  kubelogin: ['az', 'aks', 'install-cli'],
  'kubectl-oidc_login': ['kubectl', 'krew', 'install', 'oidc-login'],
};

/** The kubeconfig names a program that gives the credentials. */
export const clusterPlugin = outputRule(
  'program/cluster-plugin',
  [
    /exec: executable ([\w.-]{1,60}) not found/,
    /exec plugin[^\n]{0,80}exec: "([\w.-]{1,60})": executable file not found/,
  ],
  ([, name = ''], evidence) =>
    stdioOf(evidence) && {
      cause: l10n.t('The kubeconfig signs in with the program {0}, which is not installed or not in PATH.', name),
      remedies: [...install(name, evidence), advise(l10n.t('Install it, or give its full path in the kubeconfig.'))],
      isCertain: evidence.end !== undefined,
    },
);

function install(name: string, { machine }: Evidence): readonly Remedy[] {
  const command = Object.hasOwn(plugins, name) ? plugins[name] : undefined;
  return [command ? runInTerminal(l10n.t('Install {0}', name), command) : installRemedy(name, machine)];
}
