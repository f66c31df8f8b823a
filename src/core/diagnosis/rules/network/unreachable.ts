import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, type RemoteFacts, hasCode, remoteOf } from '../../model/evidence.ts';
import { misspelledServer } from '../http/knownServers.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { startService } from '../../cures/services.ts';
import { advise, enterUrl, runInTerminal, setValue, tryAgain } from '../../model/remedies.ts';
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

/** What was tried is not what the URL names: a proxy is in between. */
function proxyIn(url: URL, { causes }: Evidence): string | undefined {
  if (isLocal(url) || /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(url.hostname)) return undefined;
  return causes
    .map(
      ({ message }) =>
        /(?:ECONNREFUSED|connect to|connecting to) ((?:127\.0\.0\.1|localhost|::1|\[::1\]|10\.[\d.]+|192\.168\.[\d.]+):\d{2,5})/.exec(
          message,
        )?.[1],
    )
    .find((each) => each !== undefined);
}

export const connectionRefused = networkRule('network/refused', ['ECONNREFUSED'], (url, _launch, evidence) => ({
  cause: refused(url, proxyIn(url, evidence)),
  remedies: [
    ...(url.hostname === '0.0.0.0'
      ? [setValue(l10n.t('Use {0}', '127.0.0.1'), ['url'], replaceHost(url, '127.0.0.1'))]
      : []),
    ...openApplication(url, evidence),
    advise(
      isLocal(url)
        ? l10n.t('Start the server: a server with a URL is not started automatically.')
        : l10n.t('Check whether the server runs, and its host and port.'),
    ),
    tryAgain(),
    enterUrl(url.href),
    ...(url.hostname === 'localhost' && !evidence.causes.some(({ message }) => message.includes('127.0.0.1'))
      ? [setValue(l10n.t('Use 127.0.0.1 instead of localhost'), ['url'], replaceHost(url, '127.0.0.1'))]
      : []),
  ],
}));

/** Applications that are a server themselves, by the port that they all use. */
export const applications: Readonly<Record<string, string>> = {
  3845: 'Figma',
  64342: 'JetBrains IDE',
  27123: 'Obsidian',
  27124: 'Obsidian',
};

function openApplication(url: URL, { machine }: Evidence): readonly Remedy[] {
  const name = isLocal(url) ? applications[url.port] : undefined;
  if (name === undefined) return startService(url.host, machine);
  const isOne = machine.platform === 'darwin' && !name.includes(' ');
  return isOne
    ? [runInTerminal(l10n.t('Start {0}', name), ['open', '-a', name])]
    : [{ text: l10n.t('Open {0}, turn on its MCP server, and try again', name), cure: { kind: 'retry' } }];
}

function refused(url: URL, proxy: string | undefined): string {
  if (proxy !== undefined) return l10n.t('{0} cannot be reached: the proxy {1} does not run.', hostAndPort(url), proxy);
  if (url.hostname === '0.0.0.0')
    return l10n.t('{0} is where servers listen, and not an address to connect to.', hostAndPort(url));
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

/** Of Docker itself, or of a service of Docker Compose, which has no point in it. */
function isOfContainers({ hostname, port }: URL): boolean {
  return (
    /^(?:host\.docker\.internal|gateway\.docker\.internal|host\.containers\.internal)$/.test(hostname) ||
    (port !== '' && /^[a-z][\w-]*$/.test(hostname) && /mcp|server|api|app|service|backend/.test(hostname))
  );
}

export const hostUnknown = networkRule(
  'network/host',
  ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_FAIL'],
  (url, _launch, evidence) => ({
    cause: isOfContainers(url)
      ? l10n.t('"{0}" is a name that only containers know: for them, not for this machine.', url.hostname)
      : hasCode(evidence, 'EAI_AGAIN')
        ? l10n.t('The name {0} could not be resolved: the network or its name server does not respond.', url.hostname)
        : l10n.t('There is no host named {0}.', url.hostname),
    remedies: [
      ...(isOfContainers(url)
        ? [setValue(l10n.t('Use {0}', replaceHost(url, 'localhost')), ['url'], replaceHost(url, 'localhost'))]
        : []),
      ...misspelledServer(url.href),
      ...(hasCode(evidence, 'EAI_AGAIN') ? [tryAgain()] : []),
      enterUrl(url.href),
    ],
  }),
);

export const hostSilent = networkRule(
  'network/timeout',
  [
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EHOSTDOWN',
  ],
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
      ...(evidence.hasRun ? [] : [tryAgain()]), // one that was connected is tried again anyway
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

/** Node's parser of HTTP has a code for each flaw. */
export const brokenHttp = rule('network/http', (evidence) => {
  const launch = remoteOf(evidence);
  const code = evidence.causes.map((each) => each.code ?? '').find((each) => /^HPE_(?!INVALID_CONSTANT)/.test(each));
  if (!launch || code === undefined || !URL.canParse(launch.url)) return undefined;
  return {
    cause: l10n.t('{0} does not respond in valid HTTP ({1}).', hostAndPort(new URL(launch.url)), code),
    remedies: [enterUrl(launch.url), tryAgain()],
    ...inEntry('url'),
  };
});

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
  if (/\$\{|\{\{|%\w+%|\$[A-Z]/.test(url)) return undefined; // its variable is what is wrong
  const isWhole = URL.canParse(url) && /^(?:https?|wss?|unix):$/.test(new URL(url).protocol);
  const isOther =
    launch.kind !== 'ws' &&
    /^wss?:/.test(url) &&
    (hasCode(evidence, 'ERR_INVALID_PROTOCOL') ||
      evidence.causes.some(({ message }) => /unknown scheme|parse URL/i.test(message)));
  if (isWhole && !isOther && (url === url.trim() || evidence.status === undefined)) return undefined;
  if (isWhole && !isOther)
    return {
      cause: l10n.t('"url" has a blank at its beginning or end: "{0}".', url),
      remedies: [setValue(l10n.t('Use {0}', url.trim()), ['url'], url.trim())],
      ...inEntry('url'),
    };
  const plain = url.trim().replace(/^ws/, 'http');
  if (/^wss?:/.test(url) && launch.kind !== 'ws')
    return {
      cause: l10n.t('"{0}" is the URL of a WebSocket, but the type of the server is "{1}".', url, launch.kind),
      remedies: [
        setValue(l10n.t('Use {0}', plain), ['url'], plain),
        setValue(l10n.t('Use the transport "{0}"', 'ws'), ['type'], 'ws'),
      ],
      ...inEntry('url'),
    };
  const rest = url
    .trim()
    .replace(/^(?:htp|htt|http|https)(?::\/?|\/\/)(?!\/)/, '')
    .replace(/^\/+/, '');
  // On the internet nothing speaks without TLS any more.
  const isNear =
    /^(?:localhost|[\w-]+|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\]|[\w.-]+\.(?:local|lan|internal|home))(?=[:/]|$)/i.test(
      rest,
    );
  const guess = `${isNear ? 'http' : 'https'}://${rest}`;
  return {
    cause: /^[\w.-]+(?::\d+)?(?:\/|$)/.test(url)
      ? l10n.t('The URL "{0}" lacks its beginning, such as "https://".', url)
      : l10n.t('"{0}" is not the URL of a server.', url),
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
