import { l10n } from '../../../../base/l10n.ts';
import { replacedCertificate } from '../../known/publicHosts.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type RemoteFacts, remoteOf } from '../../model/evidence.ts';
import { advise, ask, enterUrl, runInTerminal, setValues } from '../../model/remedies.ts';
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
  const names = namesIn(found.code ?? '', found.message);
  return {
    cause:
      names === ''
        ? (replacedCertificate(host, found.code ?? '') ??
          l10n.t('The certificate of {0} {1} ({2}).', host, reason[0], found.code ?? ''))
        : l10n.t('The certificate of {0} is for another host name: {1}', host, names),
    remedies: [
      ...trustOwn(launch.url, found.code ?? '', evidence),
      ...throughBridge(launch, found.code ?? ''),
      ...(found.code?.includes('ALTNAME') ? [enterUrl(launch.url)] : []),
      advise(reason[1]),
    ],
    proof: found.message.slice(0, 300),
    ...inEntry('url'),
  };
});

/** The message lists the names that it was made for. They are shown, and the user enters the one to use. */
function namesIn(code: string, message: string): string {
  const names = code.includes('ALTNAME')
    ? [...message.matchAll(/DNS:([\w.*-]{3,100})/g)].map(([, name = '']) => name)
    : [];
  return names.slice(0, 3).join(', ');
}

/** Tools for developers make a certificate for this machine, and can have it trusted. */
function trustOwn(url: string, code: string, { machine }: Evidence): readonly Remedy[] {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  if (!/^(?:localhost|127\.|\[::1\])/.test(host) || !/SELF_SIGNED|VERIFY|ISSUER|EXPIRED/.test(code)) return [];
  const tools = [
    ['dotnet', 'dev-certs', 'https', '--trust'],
    ['mkcert', '-install'],
  ].filter(([name = '']) => machine.findProgram(name) !== undefined);
  return [
    ...tools.map((command) => runInTerminal(l10n.t('Run "{0}" in a terminal', command.join(' ')), command)),
    ask(l10n.t('Enter its URL without TLS'), ['url'], {
      now: url.replace(/^https:/, 'http:').replace(/:27124\b/, ':27123'), // Obsidian has another port without TLS
    }),
  ];
}

/** A program of its own can be told to trust what this system trusts, as with the authority of a company. */
function throughBridge({ url, headers, kind }: RemoteFacts, code: string): readonly Remedy[] {
  if (kind === 'ws' || !/ISSUER|IN_CHAIN|VERIFY_LEAF/.test(code) || /^https:\/\/(?:localhost|127\.)/.test(url))
    return [];
  const options = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  return [
    setValues(l10n.t('Connect with "{0}", which trusts the certificates of this system', 'mcp-remote'), [
      { path: ['command'], value: 'npx' },
      { path: ['args'], value: ['-y', 'mcp-remote', url, ...options] },
      { path: ['env', 'NODE_USE_SYSTEM_CA'], value: '1' },
      ...['type', 'url', 'headers'].map((name) => ({ path: [name], value: undefined })),
    ]),
  ];
}
