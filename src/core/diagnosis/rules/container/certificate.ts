import { l10n } from '../../../../base/l10n.ts';
import { replacedCertificate } from '../../known/publicHosts.ts';
import { programName } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** Docker itself trusts what the system trusted when it was started. */
export const imageCertificate = outputRule(
  'container/certificate',
  [
    /https:\/\/([\w.:-]{3,100})\/(?:v2|token)\/?[^\n]{0,200}(x509: certificate [^\n]{1,80})/,
    /https:\/\/([\w.:-]{3,100})\/(?:v2|token)\/?[^\n]{0,200}(certificate (?:has expired|is not trusted)|self[- ]signed certificate)/,
  ],
  ([, registry = '', said = ''], evidence) => {
    const tool = programName(stdioOf(evidence)?.command ?? '');
    if (!/^(?:docker|podman)$/.test(tool)) return undefined;
    const restart =
      evidence.machine.platform === 'linux'
        ? ['sudo', 'systemctl', 'restart', 'docker']
        : ['docker', 'desktop', 'restart'];
    return {
      cause:
        replacedCertificate(registry, said) ??
        l10n.t('The server does not trust the certificate of {0}, which it uses.', registry),
      remedies: [
        runInTerminal(l10n.t('Run "{0}" in a terminal', restart.join(' ')), restart),
        advise(l10n.t('First add the certificate of the authority to those of the system.')),
      ],
    };
  },
);
