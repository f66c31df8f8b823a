import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, tryAgain } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { hostIn } from '../../statements/network.ts';

/** TLS on one side only. */
/** Atlas ends the handshake of those that are not on its list. */
export const atlasList = outputRule(
  'network/access-list',
  [
    /tlsv1 alert internal error[^\n]{0,120}|SSL alert number 80|IP (?:address )?(?:that )?(?:isn't|is not) (?:on )?(?:white|allow)listed|Could not connect to any servers in your MongoDB Atlas cluster/i,
  ],
  (_match, evidence) => {
    const { env = {}, args = [] } = stdioOf(evidence) ?? {};
    const host = [...args, ...Object.values(env)]
      .map((value) => /@([\w.-]+\.mongodb\.net)/.exec(value ?? '')?.[1])
      .find((each) => each !== undefined);
    if (host === undefined) return undefined;
    return {
      cause: l10n.t(
        '{0} does not let this machine in: its IP address is not on the access list of MongoDB Atlas.',
        host,
      ),
      remedies: [
        {
          text: l10n.t('Open {0}', 'https://cloud.mongodb.com/'),
          cure: { kind: 'browse', url: 'https://cloud.mongodb.com/' },
        },
        tryAgain(),
        advise(l10n.t('Add this machine there, under Network Access.')),
      ],
    };
  },
);

export const serviceTls = outputRule(
  'network/service-tls',
  [
    /(?:HTTP response to HTTPS client|wrong version number|SSL_ERROR_RX_RECORD_TOO_LONG|packet length too long|first record does not look like a TLS handshake|Unsupported or unrecognized SSL message|InvalidContentType|plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server)/i,
  ],
  ([all = ''], evidence, line) => {
    if (!stdioOf(evidence) || !evidence.end) return undefined;
    const host = hostIn(line) ?? l10n.t('The service that the server uses');
    const wantsTls = /to an HTTPS|to HTTPS port/i.test(all);
    return {
      cause: wantsTls
        ? l10n.t('{0} uses TLS, but its address begins with "http".', host)
        : l10n.t('{0} does not use TLS, but its address begins with "https".', host),
      remedies: [...changeValue(evidence, host.replace(/:\d+$/, '')), tryAgain()],
      isCertain: false,
    };
  },
);
