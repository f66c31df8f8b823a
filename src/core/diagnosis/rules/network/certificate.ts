import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import { advise, enterUrl } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const reasons: Readonly<Record<string, () => readonly [string, string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: () => [l10n.t('is self-signed'), l10n.t('Add it to NODE_EXTRA_CA_CERTS.')],
  SELF_SIGNED_CERT_IN_CHAIN: () => [
    l10n.t('is signed by an unknown authority'),
    l10n.t('Add the authority, often that of your company, to NODE_EXTRA_CA_CERTS.'),
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => [
    l10n.t('cannot be verified'),
    l10n.t('The server should send its whole chain; or add its authority to NODE_EXTRA_CA_CERTS.'),
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => [
    l10n.t('is signed by an unknown authority'),
    l10n.t('Add the authority, often that of your company, to NODE_EXTRA_CA_CERTS.'),
  ],
  UNABLE_TO_GET_ISSUER_CERT: () => [
    l10n.t('is signed by an unknown authority'),
    l10n.t('Add the authority, often that of your company, to NODE_EXTRA_CA_CERTS.'),
  ],
  CERT_HAS_EXPIRED: () => [l10n.t('has expired'), l10n.t('Its operator has to renew it.')],
  CERT_NOT_YET_VALID: () => [l10n.t('is not valid yet'), l10n.t('Check the clock of this machine.')],
  ERR_TLS_CERT_ALTNAME_INVALID: () => [
    l10n.t('is for another host name'),
    l10n.t('Use the host name that it was made for.'),
  ],
};

export const badCertificate = rule('network/certificate', (evidence) => {
  const launch = remoteOf(evidence);
  const found = evidence.causes.find(({ code }) => code !== undefined && Object.hasOwn(reasons, code));
  const reason = found?.code === undefined ? undefined : reasons[found.code]?.();
  if (!launch || !reason || !found) return undefined;
  const host = URL.canParse(launch.url) ? new URL(launch.url).host : launch.url;
  return {
    cause: l10n.t('The certificate of {0} {1} ({2}).', host, reason[0], found.code ?? ''),
    remedies: [...(found.code?.includes('ALTNAME') ? [enterUrl(launch.url)] : []), advise(reason[1])],
    proof: found.message.slice(0, 300),
    ...inEntry('url'),
  };
});
