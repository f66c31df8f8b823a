import { basename } from 'node:path';
import { l10n } from '../../../base/l10n.ts';
import type { Launch } from '../model/launch.ts';
import type { ProcessEnd } from '../transports/channel.ts';

/** Everything known about a failed start. */
export interface Evidence {
  readonly launch: Launch;
  readonly causes: readonly { readonly code: string | undefined; readonly message: string }[];
  readonly stderr: string;
  readonly noise: readonly string[];
  readonly timedOut: boolean;
  readonly cwdMissing: boolean;
  readonly searchPath?: string;
  readonly end?: ProcessEnd;
  readonly status?: number;
  readonly body?: string;
}

type Rule = (evidence: Evidence) => string | undefined;

/** One sentence that tells the user what to do next: the first rule that knows something. */
export function hintFor(evidence: Evidence): string | undefined {
  for (const rule of rules) {
    const hint = rule(evidence);
    if (hint !== undefined) return hint;
  }
  return undefined;
}

const installHints: Readonly<Record<string, () => string>> = {
  npx: () => l10n.t('Install Node.js (it brings npx)'),
  npm: () => l10n.t('Install Node.js (it brings npm)'),
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

const notFound: Rule = ({ launch, causes, cwdMissing, searchPath }) => {
  if (launch.kind !== 'stdio') return undefined;
  if (cwdMissing) return l10n.t('Create the folder {0} or correct "cwd" of this server.', launch.cwd ?? '');
  if (!causes.some((cause) => cause.code === 'ENOENT')) return undefined;
  if (launch.command.includes('/'))
    return l10n.t('There is no file {0}: check "command" of this server.', launch.command);
  if (/\s/.test(launch.command.trim()))
    return l10n.t('Put only the program into "command" and each argument into "args".');
  const install = installHints[basename(launch.command)]?.() ?? l10n.t('Install {0}', launch.command);
  const path = searchPath ?? l10n.t('(empty)');
  return l10n.t('{0}, or give its full path as "command". It was looked for in PATH: {1}', install, path);
};

const notAllowed: Rule = ({ launch, causes }) =>
  launch.kind === 'stdio' && causes.some((cause) => cause.code === 'EACCES')
    ? l10n.t('{0} is not an executable program: check its permissions, or run it with its interpreter.', launch.command)
    : undefined;

/** What servers print when they fail, and what helps. */
const stderrHints: readonly (readonly [RegExp, () => string])[] = [
  [
    /npm (?:ERR!|error) code E404|404 Not Found - GET https?:\/\/\S*registry/i,
    () => l10n.t('There is no such package in the registry: check its name and version in "args".'),
  ],
  [
    /npm (?:ERR!|error) code (?:ENOTFOUND|ETIMEDOUT|EAI_AGAIN|ECONNREFUSED)/i,
    () => l10n.t('The npm registry cannot be reached: check the network and the proxy.'),
  ],
  [
    /could not determine executable to run/i,
    () => l10n.t('The package has no program of that name: name it with "--package" and the command.'),
  ],
  [
    /ERR_UNKNOWN_BUILTIN_MODULE|Unsupported engine|requires Node(?:\.js)?|node:sqlite/i,
    () => l10n.t('The server needs a newer Node.js than the one it was started with.'),
  ],
  [
    /Cannot find (?:module|package) '([^']+)'/,
    () => l10n.t('A module is missing: check the path in "args", or run "npm install" in the folder of the server.'),
  ],
  [
    /ModuleNotFoundError|No module named/,
    () => l10n.t('A Python module is missing: install it into the environment that this command uses.'),
  ],
  [
    /EADDRINUSE|address already in use/i,
    () => l10n.t('The port of the server is taken by another process, perhaps an earlier run of it.'),
  ],
  [
    /env: .*: No such file or directory|command not found/i,
    () => l10n.t('The server calls a program that is not in its PATH: set PATH in "env", or give a full path.'),
  ],
  [
    /(?:API[ _-]?KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)[^\n]{0,80}(?:required|missing|not set|not found|must|undefined|provide)|(?:required|missing|must (?:be )?set|provide)[^\n]{0,80}(?:API[ _-]?KEY|TOKEN|SECRET|PASSWORD|environment variable)/i,
    () => l10n.t('The server misses a credential: set the variable it names in "env" of this server.'),
  ],
  [
    /getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|connect (?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH)|fetch failed|no such host|connection refused/i,
    () => l10n.t('The server cannot reach a service that it needs: check the network, the proxy and its settings.'),
  ],
  [
    /permission denied|EACCES|EPERM/i,
    () => l10n.t('The server was denied access to a file or port: see its last lines.'),
  ],
];

const fromStderr: Rule = ({ stderr, noise }) => {
  const text = `${stderr}\n${noise.join('\n')}`;
  return stderrHints.find(([pattern]) => pattern.test(text))?.[1]();
};

const usage: Rule = ({ launch, stderr, noise }) =>
  launch.kind === 'stdio' &&
  /^\s*usage:|unknown (?:option|command|argument)|unrecognized arguments?|missing required argument/im.test(
    `${stderr}\n${noise.join('\n')}`,
  )
    ? l10n.t('The server printed its usage instead of starting: its arguments are wrong or incomplete.')
    : undefined;

const otherTransport: Rule = ({ launch, stderr, noise, end, timedOut }) => {
  if (launch.kind !== 'stdio' || !(end || timedOut)) return undefined;
  const text = `${stderr}\n${noise.join('\n')}`;
  // Only one of this machine: servers print addresses of all sorts, of their manual for one.
  const url = /https?:\/\/(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?![\w.])[^\s"'<>)]*/i.exec(text)?.[0];
  if (!/listening|running|started|serving|available/i.test(text) || !(url || /port\s+\d+/i.test(text)))
    return undefined;
  return url
    ? l10n.t('The server seems to serve HTTP at {0}: give that URL as "url", or start it in stdio mode.', url)
    : l10n.t('The server seems to serve HTTP: give its URL as "url", or start it in stdio mode.');
};

const ended: Rule = ({ end, stderr, noise }) => {
  if (!end) return undefined;
  if (end.code === 127) return l10n.t('A program that the command calls was not found.');
  if (end.code === 126) return l10n.t('A program that the command calls cannot be executed.');
  if (end.code === 0 && stderr === '')
    return l10n.t('It ended as if its work was done: perhaps it wants an argument such as "stdio" to stay and serve.');
  if (end.signal === 'SIGKILL') return l10n.t('Something killed it, perhaps for want of memory.');
  if (stderr.trim() !== '') return l10n.t('Its last lines on stderr tell more.');
  if (noise.length > 0) return l10n.t('What it printed instead of a response is in its log.');
  return l10n.t(
    'It said nothing: run its command in a terminal with the same variables, or look for a log file of its own.',
  );
};

const late: Rule = ({ launch, timedOut }) => {
  if (!timedOut) return undefined;
  if (launch.kind !== 'stdio') return l10n.t('Check that the address is that of an MCP server and that it is up.');
  const fetches = /^(?:npx|uvx|bunx|pnpm|docker)(?:\.cmd|\.exe)?$/i.test(basename(launch.command));
  return fetches
    ? l10n.t(
        'The first start of {0} downloads the package: run it once in a terminal, or raise the connect timeout.',
        basename(launch.command),
      )
    : l10n.t(
        'It runs but says nothing: it may wait for something, serve another transport, or need a longer connect timeout.',
      );
};

const http: Rule = ({ status, body }) => {
  if (status === undefined) return undefined;
  if (status === 401) return l10n.t('Sign in, or add an "Authorization" header to this server.');
  if (status === 403)
    return l10n.t('The server refuses these credentials, or this host name: try "localhost" for a local server.');
  if (status === 404) return l10n.t('There is nothing at this path: MCP servers often serve "/mcp" or "/sse".');
  if (status === 405 || status === 406 || status === 415)
    return l10n.t('Something else than MCP answers there: check the path and the transport type.');
  if (status === 429) return l10n.t('Too many requests: wait a while.');
  if (status >= 500) return l10n.t('The server itself failed: look into its log.');
  return body ? l10n.t('It responded: {0}', body) : undefined;
};

const networkHints: Readonly<Record<string, () => string>> = {
  ECONNREFUSED: () => l10n.t('Nothing listens there: start the server, or check host and port.'),
  ENOENT: () => l10n.t('There is no socket of that name: start the server, or check the path.'),
  ENOTFOUND: () => l10n.t('There is no host of that name: check the address and the network.'),
  EAI_AGAIN: () => l10n.t('The name could not be looked up: check the network.'),
  ECONNRESET: () =>
    l10n.t(
      'Connection reset by the server. Check whether it expects https instead of http, or whether a proxy is in between.',
    ),
  UND_ERR_SOCKET: () => l10n.t('Connection reset by the server. It may have been stopped or restarted.'),
  ETIMEDOUT: () => l10n.t('The host does not answer: check the network, the firewall and the proxy.'),
  UND_ERR_CONNECT_TIMEOUT: () => l10n.t('The host does not answer: check the network, the firewall and the proxy.'),
  EPROTO: () => l10n.t('It does not speak TLS: try http instead of https.'),
  ERR_SSL_WRONG_VERSION_NUMBER: () => l10n.t('It does not speak TLS: try http instead of https.'),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: () => l10n.t('It does not speak TLS: try http instead of https.'),
  DEPTH_ZERO_SELF_SIGNED_CERT: () => l10n.t('Its certificate is self-signed: add it to NODE_EXTRA_CA_CERTS.'),
  SELF_SIGNED_CERT_IN_CHAIN: () =>
    l10n.t('Its certificate is not known here: add its authority to NODE_EXTRA_CA_CERTS.'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () =>
    l10n.t('Its certificate cannot be verified: add its authority to NODE_EXTRA_CA_CERTS.'),
  CERT_HAS_EXPIRED: () => l10n.t('Its certificate has expired.'),
  ERR_INVALID_URL: () => l10n.t('The address is not a valid URL.'),
};

const network: Rule = ({ causes }) => {
  for (const { code } of causes) {
    const hint = code === undefined ? undefined : networkHints[code];
    if (hint !== undefined) return hint();
  }
  return undefined;
};

const notMcp: Rule = ({ causes }) =>
  causes.some((cause) => /text\/html|Unexpected token '?<|not valid JSON|unexpected content type/i.test(cause.message))
    ? l10n.t('A web page or something else than MCP answers there: check the path of the address.')
    : undefined;

const rules: readonly Rule[] = [
  notFound,
  notAllowed,
  usage,
  fromStderr,
  otherTransport,
  http,
  network,
  notMcp,
  ended,
  late,
];
