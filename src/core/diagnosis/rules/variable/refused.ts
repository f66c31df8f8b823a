import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, askFor } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

const secretName = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|PAT$|AUTH/i;

/** The service behind the server does not take its credential. */
export const credentialRefused = outputRule(
  'variable/refused',
  [
    /(?:invalid|incorrect|bad|wrong|expired|revoked|unauthorized|malformed)[^\n]{0,30}(?:api[ _-]?key|token|credentials?|password|secret)/i,
    /(?:api[ _-]?key|token|credentials?|password|secret)[^\n]{0,30}(?:is |was |has )?(?:invalid|incorrect|expired|revoked|rejected|refused|malformed)/i,
    /(?:\b401\b[^\n]{0,20}Unauthorized|\b403\b[^\n]{0,20}Forbidden|authentication failed|Authentication error|not_authed|invalid_auth|password authentication failed)/i,
  ],
  (_match, evidence) => {
    const launch = stdioOf(evidence);
    if (!launch) return undefined;
    const names = Object.keys(launch.env).filter((each) => secretName.test(each));
    const [only] = names;
    return {
      cause:
        only === undefined
          ? l10n.t('The service that the server uses does not accept its credential.')
          : l10n.t('The service that the server uses does not accept the value of {0}.', names.join(', ')),
      remedies: [...names.map(askFor), advise(l10n.t('Create a new credential, and set it in "env" of this server.'))],
      ...(only !== undefined && inEntry('env', only)),
      isCertain: names.length === 1,
    };
  },
);
