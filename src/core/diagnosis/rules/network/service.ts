import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { setProxy, trustMore } from '../../cures/environment.ts';
import { replacedCertificate } from '../../known/publicHosts.ts';
import { serviceAt, startService } from '../../cures/services.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { brokenConnection, hostIn } from '../../statements/network.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { programName } from '../../cures/newestVersion.ts';
import { advise, runInTerminal, setValues, tryAgain } from '../../model/remedies.ts';
import { type Finding, inEntry, lineAt, outputRule, rule } from '../../model/rule.ts';

/** A service that the server itself wants to reach. */
const forms: readonly RegExp[] = [
  /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]{1,200})/,
  /query(?:Srv|Txt|A) (?:ENOTFOUND|ESERVFAIL|ETIMEOUT|ECONNREFUSED) (?:_\w{1,20}\._tcp\.)?([\w.-]{1,200})/,
  /connecting to ([\w.-]{1,100}:\d{1,5})\. [^\n]{0,20}(?:refused|timed out|unreachable)/i,
  /connect (?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH) ([\w.:[\]-]{1,200})/,
  /TCP connection to ([\w.-]{1,100}:\d{1,5})/, // Ruby
  /dial tcp:? (?:lookup )?([\w.:[\]-]{1,200})[^\n]{0,60}(?:no such host|connection refused|i\/o timeout|no route to host)/,
  /connection to server at "([^"\n]{1,100})"(?:[^\n]{0,30}, port (\d{1,5}))?[^\n]{0,60}failed/,
  /HTTPS?ConnectionPool\(host='([\w.-]{1,100})', port=(\d{1,5})/,
  /create_connection\(\(["']([\w.-]{1,100})["'], ?(\d+)\)[^]{0,3000}?ConnectionRefusedError/,
  /url: "\w+:\/\/([\w.:-]{1,200})[^\n]{0,300}(?:dns error|ConnectError|Connect,)/, // reqwest
  /(?:Could not resolve host|Name or service not known|nodename nor servname|Temporary failure in name resolution)[^\n]{0,40}?(?:: |host=|\()'?([\w-]{1,60}(?:\.[\w-]{1,60})+)/i,
  /\/\/([\w.-]{3,100})[^\n]{0,120}(?:Name or service not known|nodename nor servname|Temporary failure in name resolution|Connection refused|timed out)/i,
  /(?:Could not resolve host: |UnknownHostException: )([\w.-]{1,100})/,
  /(?:Name or service not known|nodename nor servname|getaddrinfo failed|Temporary failure in name resolution)()/,
  /(?:ConnectionRefusedError|requests\.exceptions\.ConnectionError|java\.net\.ConnectException|httpx\.ConnectError)\b[^\n]{0,100}()/,
  /(?:URLError|ConnectError|ConnectionError|ConnectTimeout|ClientConnectorError|HttpRequestException|ConnectException|tcp connect error)\b[^\n]{0,120}(?:refused|timed out|unreachable|reset|no such host|not known)()/i,
  /Can't connect to [\w ]{1,30}server on '([\w.:-]{1,100})'/,
  /(?:could not connect to|couldn't connect to|failed to connect to|unable to connect to|cannot connect to|Connection refused:?) (?!the\b|MCP\b|server\b|a\b|host\b|remote\b|any\b|database\b|your\b)([\w.:/-]{3,200})/i,
];

export const serviceUnreachable = rule('network/service', (evidence) => {
  if (!stdioOf(evidence)) return undefined;
  const output = outputOf(evidence);
  const matches = forms.map((form) => form.exec(output)).filter((each) => each !== null);
  const match = matches.find((each) => each[1] !== '') ?? matches[0];
  const broken = match ? undefined : brokenConnection(output);
  const at = match?.index ?? broken?.at;
  if (at === undefined) return undefined;
  const line = lineAt(output, at + 1);
  const [, named = '', port = ''] = match ?? [];
  const known =
    named.replace(/[:.,]+$/, '') ||
    (broken?.host ?? hostIn(line) ?? (addressBefore(output, at) || onlyAddress(evidence) || onlyPort(evidence)));
  const host = known + (port === '' ? '' : `:${port}`);
  const inside = outOfContainer(evidence, host);
  if (inside) return inside;
  return {
    cause:
      host === ''
        ? l10n.t('The server cannot reach a service that it needs: {0}', line)
        : hangsUp.test(line) && plainAddress(host, evidence)
          ? l10n.t(
              '{0} closed the connection without a response: it may expect "{1}".',
              asWritten(host, evidence),
              `${plainAddress(host, evidence)?.value.split(':', 1)[0] ?? ''}s`,
            )
          : unreachable(asWritten(host, evidence), serviceAt(host)?.name),
    remedies: [
      ...withTls(host, output, evidence),
      ...startService(host, evidence.machine, stdioOf(evidence)?.cwd),
      ...changeAddress(evidence, host),
      advise(l10n.t('Check that it runs, the network, the proxy, and the address in "env" or "args".')),
    ],
    proof: line,
    isCertain: match !== undefined && evidence.end !== undefined && !/password|credential|api.?key/i.test(line),
  };
});

const hangsUp =
  /Connection closed by server|SocketClosedUnexpectedly|socket hang up|ECONNRESET|[Ee]mpty reply|RemoteDisconnected|Connection reset|EOF occurred/;

/** The address of the entry that has no TLS. */
function plainAddress(host: string, evidence: Evidence): EntryPlace | undefined {
  const { env = {}, args = [] } = stdioOf(evidence) ?? {};
  const places: readonly EntryPlace[] = [
    ...Object.entries(env).map(([name, value]) => ({ path: ['env', name], value: value ?? '' })),
    ...args.map((value, at) => ({ path: ['args', at], value })),
  ];
  const port = /:(\d+)$/.exec(host)?.[1];
  return places.find(
    ({ value }) =>
      withoutTls.test(value) && URL.canParse(value) && (port === undefined || new URL(value).port === port),
  );
}

/** Of other machines; on this one there is seldom TLS but for HTTP. */
const withoutTls = /^http:\/\/|^(?:redis|amqp|ws|mqtt):\/\/(?![^/]*(?:localhost|127\.0\.0\.1))/;

interface EntryPlace {
  readonly path: readonly (string | number)[];
  readonly value: string;
}

function withTls(host: string, output: string, evidence: Evidence): readonly Remedy[] {
  const found = hangsUp.test(output) ? plainAddress(host, evidence) : undefined;
  return found
    ? [
        setValues(l10n.t('Use {0}', `${found.value.split(':', 1)[0] ?? ''}s`), [
          { path: found.path, value: found.value.replace(/^(\w+):/, '$1s:') },
        ]),
      ]
    : [];
}

function unreachable(host: string, service: string | undefined): string {
  return service === undefined
    ? l10n.t('The server cannot reach {0}, which it needs.', host)
    : l10n.t(
        'The server cannot reach {0}, where {1} usually listens: it is not running, or uses another address.',
        host,
        service,
      );
}

/** The name for this machine that the entry has for the address. */
function asWritten(host: string, evidence: Evidence): string {
  const port = /^(?:127\.0\.0\.1|::1|\[::1\])(:\d+)$/.exec(host)?.[1];
  const { env = {}, args = [] } = stdioOf(evidence) ?? {};
  const name = `localhost${port ?? ''}`;
  return port !== undefined && [...args, ...Object.values(env)].some((value) => value?.includes(name)) ? name : host;
}

/** npm itself has failed. */
const ofRegistry = /^npm (?:ERR!|error) (?:(?:code|errno) (?:SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)|request to )/;

/** The server talks to a service whose certificate its runtime does not trust. */
export const serviceCertificate = outputRule(
  'network/service-certificate',
  [
    /does not match certificate's altnames|ERR_TLS_CERT_ALTNAME_INVALID|certificate has expired|certificate is not yet valid|The SSL connection could not be established|RemoteCertificate\w+|InvalidCertificate|UnknownIssuer|certificate verify failed/i,
    /CERTIFICATE_VERIFY_FAILED|x509: certificate|PKIX path building failed/,
    /SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_HAS_EXPIRED/,
    /unable to get local issuer certificate|self[- ]signed certificate/,
  ],
  (match, evidence, line) => {
    if (!stdioOf(evidence) || ofRegistry.test(line)) return undefined;
    const host = hostIn(line) ?? (addressBefore(match.input, match.index) || onlyAddress(evidence));
    const flaw = flawOf(match[0], line, host);
    const browser = capital(/Failed to (?:set up|download) (Chrome|Chromium|Firefox|WebKit)\b/i.exec(match.input)?.[1]);
    return {
      cause:
        browser !== undefined
          ? l10n.t(
              '{0} could not be downloaded, because the certificate of where it comes from is not trusted.',
              browser,
            )
          : flaw !== undefined
            ? flaw
            : untrusted(host, match[0], line),
      remedies: [
        ...(flaw === undefined ? trusting(line, evidence) : [tryAgain(), ...changeValue(evidence, host)]),
        advise(
          flaw !== undefined
            ? l10n.t('Its operator has to renew or correct it; also check the clock of this machine.')
            : l10n.t(
                'Add the authority, often that of your company, with NODE_EXTRA_CA_CERTS or SSL_CERT_FILE in "env" of this server.',
              ),
        ),
      ],
    };
  },
);

/** Docker itself trusts what the system trusted when it was started. */
function trusting(line: string, evidence: Evidence): readonly Remedy[] {
  if (!line.startsWith('docker: ')) return trustMore(evidence, 'service');
  const isLinux = evidence.machine.platform === 'linux';
  const restart = isLinux ? ['sudo', 'systemctl', 'restart', 'docker'] : ['docker', 'desktop', 'restart'];
  return [runInTerminal(l10n.t('Run "{0}" in a terminal', restart.join(' ')), restart)];
}

function untrusted(host: string, said: string, line: string): string {
  if (host === '') return l10n.t('The server does not trust the certificate of a service that it uses: {0}', line);
  return (
    replacedCertificate(host, `${said} ${line}`) ??
    l10n.t('The server does not trust the certificate of {0}, which it uses.', host)
  );
}

/** What is wrong with the certificate itself, which no authority would mend. */
function flawOf(said: string, line: string, host: string): string | undefined {
  const where = host === '' ? l10n.t('the service that the server uses') : host;
  if (/has expired|HAS_EXPIRED|certificate expired|expired or is not yet valid/i.test(`${said} ${line}`))
    return l10n.t('The certificate of {0} has expired.', where);
  if (
    /altname|doesn't match|Hostname mismatch|is valid for|NameMismatch|no alternative certificate subject name/i.test(
      `${said} ${line}`,
    )
  )
    return l10n.t('The certificate of {0} is for another host name.', where);
  return undefined;
}

function capital(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const reach = 2_000;

/** In the line of the source that a stack shows before the error. */
function addressBefore(output: string, at: number): string {
  const before = output.slice(Math.max(0, at - reach), at);
  const url = [...before.matchAll(/(?:["'`]|request to )(https?:\/\/[^\s"'`]{3,300})["'`\s]/g)].at(-1)?.[1];
  return url !== undefined && URL.canParse(url) ? new URL(url).host : '';
}

export const proxyDenied = outputRule(
  'network/proxy',
  [
    /(tunneling socket could not be established[^\n]{0,100})/,
    /(407 Proxy Authentication Required)/,
    /(Proxy (?:response|connection)[^\n]{0,60}(?:407|failed|refused)[^\n]{0,40})/i,
    /(Failed to connect to proxy[^\n]{0,100})/i,
  ],
  ([, what = ''], evidence) => ({
    cause: l10n.t('The proxy does not let the server through: {0}', what),
    remedies: [...setProxy(evidence)],
  }),
);

/** In the entry by its whole address, its host, or its port; else a proxy may be in between. */
function changeAddress(evidence: Evidence, address: string): readonly Remedy[] {
  const host = address.replace(/:\d+$/, '');
  const port = /:(\d+)$/.exec(address)?.[1] ?? '';
  const { env = {}, args = [] } = stdioOf(evidence) ?? {};
  const values = [...args, ...Object.values(env).map((value) => value ?? '')];
  const isLocal = /^(?:127\.|::1|\[::1\]|localhost)/.test(host);
  const named = values.find(
    (value) =>
      (host !== '' && value.includes(host) && !/^(?:[~/]|[A-Za-z]:\\)/.test(value)) ||
      (port !== '' && value.includes(`:${port}`)) ||
      (isLocal && value.includes('localhost')),
  );
  if (named !== undefined) return changeValue(evidence, named);
  return isLocal || !host.includes('.') ? [] : setProxy(evidence);
}

const localHost = /\b(?:localhost|127\.0\.0\.1)\b/;

/** In a container "localhost" is the container. */
function outOfContainer(evidence: Evidence, address: string): Omit<Finding, 'proof'> | undefined {
  const launch = stdioOf(evidence);
  const at = launch?.args.indexOf('run') ?? -1;
  const isContainer = launch !== undefined && at >= 0 && /^(?:docker|podman)$/.test(programName(launch.command));
  if (!isContainer || !/^(?:localhost|127\.|::1|\[::1\])/.test(address)) return undefined;
  const host = 'host.docker.internal';
  const args = launch.args.map((arg) => arg.replace(localHost, host));
  const env = Object.entries(launch.env).filter(([, value]) => localHost.test(value ?? ''));
  const changes = [
    { path: ['args'], value: args.toSpliced(at + 1, 0, `--add-host=${host}:host-gateway`) },
    ...env.map(([name, value]) => ({ path: ['env', name], value: value?.replace(localHost, host) })),
  ];
  return {
    cause: l10n.t('The server cannot reach {0}: in a container that is the container itself.', address),
    remedies: [setValues(l10n.t('Use {0}', host), changes)],
    ...inEntry('args'),
  };
}

/** Where the error names no host: the one address that the entry gives to the server. */
function onlyAddress(evidence: Evidence): string {
  const { env = {}, args = [] } = stdioOf(evidence) ?? {};
  const urls = [...args.map((arg) => arg.replace(/^--?[\w-]+=|^[A-Z][A-Z0-9_]+=/, '')), ...Object.values(env)].filter(
    (value) => value !== null && URL.canParse(value) && /^\w+:\/\//.test(value),
  );
  const [only, ...others] = urls;
  return only && others.length === 0 ? new URL(only).host : '';
}

/** A port without a host, of Clojure or of a named service, is one of this machine; `--port` is where a server listens itself. */
function onlyPort(evidence: Evidence): string {
  const words = (stdioOf(evidence)?.args ?? []).join(' ');
  const ports = new Set(
    [...words.matchAll(/(?:^|\s)(?::port|--[a-z]+-port)[ =](\d{2,5})(?!\S)/g)].map(([, port = '']) => port),
  );
  return ports.size === 1 ? `localhost:${[...ports].join('')}` : '';
}
