import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, type RemoteFacts, hasCode, remoteOf } from '../../model/evidence.ts';
import { advise, enterUrl, setValue, tryAgain } from '../../model/remedies.ts';
import { type Finding, type Rule, inEntry, rule } from '../../model/rule.ts';

/** A rule on the codes of the system's network errors. */
function networkRule(
  id: string,
  codes: readonly string[],
  explain: (url: URL, launch: RemoteFacts, evidence: Evidence) => Finding | undefined,
): Rule {
  return rule(id, (evidence) => {
    const launch = remoteOf(evidence);
    if (!launch || !URL.canParse(launch.url) || !hasCode(evidence, ...codes)) return undefined;
    const found = explain(new URL(launch.url), launch, evidence);
    return found && { ...inEntry('url'), ...found };
  });
}

const isLocal = (url: URL): boolean => /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(url.hostname);

export const connectionRefused = networkRule('network/refused', ['ECONNREFUSED'], (url) => ({
  cause: refused(url),
  remedies: [
    advise(
      isLocal(url)
        ? l10n.t('Start the server: a server with a URL is not started automatically.')
        : l10n.t('Check whether the server runs, and its host and port.'),
    ),
    tryAgain(),
    enterUrl(url.href),
    ...(url.hostname === 'localhost'
      ? [setValue(l10n.t('Use 127.0.0.1 instead of localhost'), ['url'], replaceHost(url, '127.0.0.1'))]
      : []),
  ],
}));

/** Applications that are a server themselves, by the port that they all use. */
const applications: Readonly<Record<string, string>> = { 3845: 'Figma', 64342: 'JetBrains IDE' };

function refused(url: URL): string {
  const application = isLocal(url) ? applications[url.port] : undefined;
  return application === undefined
    ? l10n.t('Nothing listens on {0}.', hostAndPort(url))
    : l10n.t(
        'Nothing listens on {0}, which is the port of {1}: it is not open, or its MCP server is not turned on.',
        hostAndPort(url),
        application,
      );
}

export const socketMissing = networkRule('network/socket', ['ENOENT'], (url) => ({
  cause: l10n.t('The socket {0} does not exist.', url.pathname || url.href),
  remedies: [advise(l10n.t('Start the server, or check the path.'))],
}));

export const hostUnknown = networkRule(
  'network/host',
  ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_FAIL'],
  (url, _launch, evidence) => ({
    cause: hasCode(evidence, 'EAI_AGAIN')
      ? l10n.t('The name {0} could not be resolved: the network or its name server does not respond.', url.hostname)
      : l10n.t('There is no host named {0}.', url.hostname),
    remedies: [advise(l10n.t('Check the spelling of the URL, the network and the VPN.'))],
  }),
);

export const hostSilent = networkRule(
  'network/timeout',
  ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
  (url) => ({
    cause: l10n.t('{0} does not respond.', hostAndPort(url)),
    remedies: [
      tryAgain(),
      enterUrl(url.href),
      advise(l10n.t('Check the network, the VPN, the firewall and the proxy.')),
    ],
  }),
);

/** One that has been connected speaks what its URL says. */
const mayExpectTls = (url: URL, { hasRun }: Evidence): boolean => url.protocol === 'http:' && !hasRun;

export const connectionReset = networkRule(
  'network/reset',
  ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'],
  (url, _launch, evidence) => ({
    cause: mayExpectTls(url, evidence)
      ? l10n.t('{0} closed the connection without a response: it may expect "https".', hostAndPort(url))
      : l10n.t('{0} closed the connection without a response.', hostAndPort(url)),
    remedies: [
      ...(mayExpectTls(url, evidence) ? [setValue(l10n.t('Use https'), ['url'], withProtocol(url, 'https:'))] : []),
      advise(l10n.t('The server may have been restarted, or a proxy is in between.')),
    ],
    isCertain: false,
  }),
);

export const notTls = networkRule(
  'network/not-tls',
  [
    'EPROTO',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_PACKET_LENGTH_TOO_LONG',
    'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
    'HPE_INVALID_CONSTANT',
  ],
  (url, _launch, evidence) =>
    evidence.causes.some(({ message }) =>
      /unsupported protocol|no protocols available|handshake failure|no shared cipher/i.test(message),
    )
      ? {
          cause: l10n.t('{0} and this client have no version of TLS in common.', hostAndPort(url)),
          remedies: [enterUrl(url.href), advise(l10n.t('Its operator has to allow TLS 1.2 or newer.'))],
          ...inEntry('url'),
        }
      : hasCode(evidence, 'HPE_INVALID_CONSTANT')
        ? {
            cause: l10n.t('{0} does not speak HTTP.', hostAndPort(url)),
            remedies:
              url.protocol === 'http:'
                ? [setValue(l10n.t('Use https'), ['url'], withProtocol(url, 'https:'))]
                : [advise(l10n.t('Check the port of the URL.'))],
          }
        : {
            cause: l10n.t('{0} does not use TLS, but the URL begins with "https".', hostAndPort(url)),
            remedies: [setValue(l10n.t('Use http'), ['url'], withProtocol(url, 'http:'))],
          },
);

export const badPort = networkRule(
  'network/bad-port',
  ['ERR_SOCKET_BAD_PORT', 'ERR_INVALID_URL', 'EADDRNOTAVAIL', 'EINVAL'],
  (url) => ({
    cause: l10n.t('{0} is not an address that can be connected to.', url.href),
    remedies: [advise(l10n.t('Correct the host and port of the URL.'))],
  }),
);

export const invalidUrl = rule('network/url', (evidence) => {
  const launch = remoteOf(evidence);
  if (!launch) return undefined;
  const { url } = launch;
  const isWhole = URL.canParse(url) && /^(?:https?|wss?|unix):$/.test(new URL(url).protocol);
  if (isWhole) return undefined;
  const guess = `http://${url
    .trim()
    .replace(/^(?:htp|htt|http|https)(?::\/?|\/\/)(?!\/)/, '')
    .replace(/^\/+/, '')}`;
  return {
    cause: l10n.t('"{0}" is not the URL of a server.', url),
    remedies: [
      ...(URL.canParse(guess) && !/\s/.test(url.trim()) ? [setValue(l10n.t('Use {0}', guess), ['url'], guess)] : []),
      advise(l10n.t('It begins with "http://" or "https://".')),
    ],
    ...inEntry('url'),
  };
});

function hostAndPort(url: URL): string {
  return url.port === '' ? url.host : `${url.hostname}:${url.port}`;
}

function withProtocol(url: URL, protocol: string): string {
  return url.href.replace(/^https?:/, protocol);
}

function replaceHost(url: URL, host: string): string {
  return url.href.replace(`//${url.hostname}`, `//${host}`);
}
