import { basename } from 'node:path';
import { clip } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import { isNotMcp } from './sdkErrors.ts';
import type { Launch } from '../model/launch.ts';
import type { ProcessEnd } from '../transports/channel.ts';

/** Everything known about a failed start. */
export interface Evidence {
  readonly launch: Launch;
  readonly causes: readonly { readonly code: string | undefined; readonly message: string }[];
  readonly stderr: string;
  readonly noise: readonly string[];
  /** What it said as messages, but to no request. */
  readonly reports: readonly string[];
  readonly timedOut: boolean;
  readonly cwdMissing: boolean;
  readonly searchPath?: string;
  readonly end?: ProcessEnd;
  readonly status?: number;
  readonly body?: string;
}

const shownWords = 300;

type Rule = (evidence: Evidence) => string | undefined;

/** One sentence that tells the user what to do next: from the first matching rule. */
export function hintFor(evidence: Evidence): string | undefined {
  for (const rule of rules) {
    const hint = rule(evidence);
    if (hint !== undefined) return hint;
  }
  return undefined;
}

const installHints: Readonly<Record<string, () => string>> = {
  npx: () => l10n.t('Install Node.js, which includes npx'),
  npm: () => l10n.t('Install Node.js, which includes npm'),
  node: () => l10n.t('Install Node.js'),
  uvx: () => l10n.t('Install uv (https://docs.astral.sh/uv)'),
  uv: () => l10n.t('Install uv (https://docs.astral.sh/uv)'),
  python: () => l10n.t('Install Python, or use "python3"'),
  python3: () => l10n.t('Install Python 3'),
  docker: () => l10n.t('Install Docker and start it'),
  bunx: () => l10n.t('Install Bun'),
  bun: () => l10n.t('Install Bun'),
  deno: () => l10n.t('Install Deno'),
  pnpm: () => l10n.t('Install pnpm'),
  go: () => l10n.t('Install Go'),
};

const notFound: Rule = ({ launch, causes, cwdMissing }) => {
  if (launch.kind !== 'stdio') return undefined;
  if (cwdMissing) return l10n.t('Create the folder {0}, or correct "cwd" of this server.', launch.cwd ?? '');
  if (!causes.some((cause) => cause.code === 'ENOENT')) return undefined;
  if (launch.command.includes('/'))
    return l10n.t('There is no file {0}: check "command" of this server.', launch.command);
  if (/\s/.test(launch.command.trim()))
    return l10n.t('Put only the program into "command", and each argument into "args".');
  const install = installHints[basename(launch.command)]?.() ?? l10n.t('Install {0}', launch.command);
  return l10n.t('{0}, or use its full path as "command".', install);
};

const notAllowed: Rule = ({ launch, causes }) =>
  launch.kind === 'stdio' && causes.some((cause) => cause.code === 'EACCES')
    ? l10n.t('{0} is not executable: check its permissions, or run it with its interpreter.', launch.command)
    : undefined;

/** What servers print when they fail, and what helps. */
const stderrHints: readonly (readonly [RegExp, () => string])[] = [
  [
    /npm (?:ERR!|error) code E404|404 Not Found - GET https?:\/\/\S*registry/i,
    () => l10n.t('The registry has no such package: check its name and version in "args".'),
  ],
  [
    /npm (?:ERR!|error) code (?:ENOTFOUND|ETIMEDOUT|EAI_AGAIN|ECONNREFUSED)/i,
    () => l10n.t('The npm registry cannot be reached: check the network and the proxy.'),
  ],
  [
    /could not determine executable to run/i,
    () => l10n.t('The package has no program with its own name: use "--package" and the name of the program.'),
  ],
  [
    /ERR_UNKNOWN_BUILTIN_MODULE|Unsupported engine|requires Node(?:\.js)?|node:sqlite/i,
    () => l10n.t('The server needs a newer Node.js than the one it was started with.'),
  ],
  [
    /Cannot find (?:module|package) '([^']+)'/,
    () => l10n.t('A module is missing: check the path in "args", or run "npm install" in the server\'s folder.'),
  ],
  [
    /ModuleNotFoundError|No module named/,
    () => l10n.t('A Python module is missing: install it into the environment that this command uses.'),
  ],
  [
    /EADDRINUSE|address already in use/i,
    () => l10n.t("Another process uses the server's port, perhaps an earlier instance of it."),
  ],
  [
    /env: .*: No such file or directory|command not found/i,
    () => l10n.t('The server calls a program that is not on its PATH: set PATH in "env", or use a full path.'),
  ],
  [
    /(?:API[ _-]?KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)[^\n]{0,80}(?:required|missing|not set|not found|must|undefined|provide)|(?:required|missing|must (?:be )?set|provide)[^\n]{0,80}(?:API[ _-]?KEY|TOKEN|SECRET|PASSWORD|environment variable)/i,
    () => l10n.t('A credential is missing: set the variable that the server names in its "env".'),
  ],
  [
    /getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|connect (?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH)|fetch failed|no such host|connection refused/i,
    () => l10n.t('The server cannot reach a service that it needs: check the network, the proxy and its settings.'),
  ],
  [
    /permission denied|EACCES|EPERM/i,
    () => l10n.t('The server was denied access to a file or port: see its last output.'),
  ],
];

const fromOutput: Rule = ({ stderr, noise, reports }) => {
  const text = [stderr, ...noise, ...reports].join('\n');
  return stderrHints.find(([pattern]) => pattern.test(text))?.[1]();
};

const usage: Rule = ({ launch, stderr, noise }) =>
  launch.kind === 'stdio' &&
  /^\s*usage:|unknown (?:option|command|argument)|unrecognized arguments?|missing required argument/im.test(
    `${stderr}\n${noise.join('\n')}`,
  )
    ? l10n.t('The server printed its usage instead of starting: check its arguments.')
    : undefined;

const otherTransport: Rule = ({ launch, stderr, noise, end, timedOut }) => {
  if (launch.kind !== 'stdio' || !(end || timedOut)) return undefined;
  const text = `${stderr}\n${noise.join('\n')}`;
  // Only one of this machine: servers print all sorts of URLs, for example of their documentation.
  const url = /https?:\/\/(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?![\w.])[^\s"'<>)]*/i.exec(text)?.[0];
  if (!/listening|running|started|serving|available/i.test(text) || !(url || /port\s+\d+/i.test(text)))
    return undefined;
  return url
    ? l10n.t('The server seems to listen on HTTP at {0}: use that as "url", or start the server in stdio mode.', url)
    : l10n.t('The server seems to listen on HTTP: use its "url", or start the server in stdio mode.');
};

const ended: Rule = ({ end, stderr, noise, reports }) => {
  if (!end) return undefined;
  if (end.code === 127) return l10n.t('A program that the command calls was not found.');
  if (end.code === 126) return l10n.t('A program that the command calls cannot be executed.');
  if (reports.length > 0) return l10n.t('It reported: {0}', clip(reports.join('; '), shownWords));
  if (end.code === 0 && stderr === '')
    return l10n.t('The server exited without an error: it may need an argument such as "stdio" to keep running.');
  if (end.signal === 'SIGKILL') return l10n.t('The process was killed, perhaps because memory ran out.');
  if (stderr.trim() !== '') return l10n.t('See its last output on stderr.');
  if (noise.length > 0) return l10n.t('It printed something that is not MCP: {0}', clip(noise.join(' '), shownWords));
  return l10n.t(
    'It printed nothing: run its command in a terminal with the same variables, or check its own log file.',
  );
};

const late: Rule = ({ launch, timedOut }) => {
  if (!timedOut) return undefined;
  if (launch.kind !== 'stdio')
    return l10n.t('Check that the URL is that of an MCP server, and that the server is running.');
  const fetches = /^(?:npx|uvx|bunx|pnpm|docker)(?:\.cmd|\.exe)?$/i.test(basename(launch.command));
  return fetches
    ? l10n.t(
        'The first start of {0} downloads the package: run it once in a terminal, or raise the connect timeout.',
        basename(launch.command),
      )
    : l10n.t(
        'The server runs but does not respond: it may be waiting for something, use another transport, or need a longer connect timeout.',
      );
};

const http: Rule = ({ status, body }) => {
  if (status === undefined) return undefined;
  if (status === 401) return l10n.t('Sign in, or add an "Authorization" header to this server.');
  if (status === 403)
    return l10n.t(
      'The server does not accept these credentials or this host name: try "localhost" for a local server.',
    );
  if (status === 404) return l10n.t('Nothing was found at this path: MCP servers often use "/mcp" or "/sse".');
  if (status === 405 || status === 406 || status === 415)
    return l10n.t('This does not seem to be an MCP server: check the path and the transport type.');
  if (status === 429) return l10n.t('Too many requests: try again later.');
  if (status >= 500) return l10n.t('The server has an internal error: check its log.');
  return body ? l10n.t('It responded: {0}', body) : undefined;
};

const networkHints: Readonly<Record<string, () => string>> = {
  ECONNREFUSED: () => l10n.t('Nothing is listening there: start the server, or check host and port.'),
  ENOENT: () => l10n.t('The socket does not exist: start the server, or check the path.'),
  ENOTFOUND: () => l10n.t('The host name was not found: check the URL and the network.'),
  EAI_AGAIN: () => l10n.t('The host name could not be resolved: check the network.'),
  ECONNRESET: () => l10n.t('Check whether it expects https instead of http, or whether a proxy is in between.'),
  UND_ERR_SOCKET: () => l10n.t('It may have been stopped or restarted.'),
  ETIMEDOUT: () => l10n.t('The host does not respond: check the network, the firewall and the proxy.'),
  UND_ERR_CONNECT_TIMEOUT: () => l10n.t('The host does not respond: check the network, the firewall and the proxy.'),
  EPROTO: () => l10n.t('The server does not use TLS: try http instead of https.'),
  ERR_SSL_WRONG_VERSION_NUMBER: () => l10n.t('The server does not use TLS: try http instead of https.'),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: () => l10n.t('The server does not use TLS: try http instead of https.'),
  DEPTH_ZERO_SELF_SIGNED_CERT: () => l10n.t('Its certificate is self-signed: add it to NODE_EXTRA_CA_CERTS.'),
  SELF_SIGNED_CERT_IN_CHAIN: () => l10n.t('Its certificate authority is unknown: add it to NODE_EXTRA_CA_CERTS.'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () =>
    l10n.t('Its certificate cannot be verified: add its certificate authority to NODE_EXTRA_CA_CERTS.'),
  CERT_HAS_EXPIRED: () => l10n.t('Its certificate has expired.'),
  ERR_INVALID_URL: () => l10n.t('Not a valid URL.'),
};

const network: Rule = ({ causes }) => {
  for (const { code } of causes) {
    const hint = code === undefined ? undefined : networkHints[code];
    if (hint !== undefined) return hint();
  }
  return undefined;
};

const notMcp: Rule = ({ causes }) =>
  causes.some(isNotMcp)
    ? l10n.t('A web page or another service responds there: check the path of the URL.')
    : undefined;

const rules: readonly Rule[] = [
  notFound,
  notAllowed,
  usage,
  fromOutput,
  otherTransport,
  http,
  network,
  notMcp,
  ended,
  late,
];
