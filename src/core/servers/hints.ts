import { basename } from 'node:path';
import type { Launch } from './launch.ts';
import type { ProcessEnd } from './transports/channel.ts';

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

/** One sentence that tells the person what to do next: the first rule that knows something. */
export function hintFor(evidence: Evidence): string | undefined {
  for (const rule of rules) {
    const hint = rule(evidence);
    if (hint !== undefined) return hint;
  }
  return undefined;
}

const installHints: Readonly<Record<string, string>> = {
  npx: 'Install Node.js (it brings npx)',
  npm: 'Install Node.js (it brings npm)',
  node: 'Install Node.js',
  uvx: 'Install uv (https://docs.astral.sh/uv)',
  uv: 'Install uv (https://docs.astral.sh/uv)',
  python: 'Install Python, or use "python3"',
  python3: 'Install Python 3',
  docker: 'Install Docker and start it',
  bunx: 'Install Bun',
  bun: 'Install Bun',
  deno: 'Install Deno',
  pnpm: 'Install pnpm',
  go: 'Install Go',
};

const notFound: Rule = ({ launch, causes, cwdMissing, searchPath }) => {
  if (launch.kind !== 'stdio') return undefined;
  if (cwdMissing) return `Create the folder ${launch.cwd} or correct "cwd" of this server.`;
  if (!causes.some((cause) => cause.code === 'ENOENT')) return undefined;
  if (launch.command.includes('/')) return `There is no file ${launch.command}: check "command" of this server.`;
  if (/\s/.test(launch.command.trim())) return 'Put only the program into "command" and each argument into "args".';
  const install = installHints[basename(launch.command)] ?? `Install ${launch.command}`;
  return `${install}, or give its full path as "command". It was looked for in PATH: ${searchPath ?? '(empty)'}`;
};

const notAllowed: Rule = ({ launch, causes }) =>
  launch.kind === 'stdio' && causes.some((cause) => cause.code === 'EACCES')
    ? `${launch.command} is not an executable program: check its permissions, or run it with its interpreter.`
    : undefined;

/** What servers print when they fail, and what helps. */
const stderrHints: readonly (readonly [RegExp, string])[] = [
  [
    /npm (?:ERR!|error) code E404|404 Not Found - GET https?:\/\/\S*registry/i,
    'There is no such package in the registry: check its name and version in "args".',
  ],
  [
    /npm (?:ERR!|error) code (?:ENOTFOUND|ETIMEDOUT|EAI_AGAIN|ECONNREFUSED)/i,
    'The npm registry cannot be reached: check the network and the proxy.',
  ],
  [
    /could not determine executable to run/i,
    'The package has no program of that name: name it with "--package" and the command.',
  ],
  [
    /ERR_UNKNOWN_BUILTIN_MODULE|Unsupported engine|requires Node(?:\.js)?|node:sqlite/i,
    'The server needs a newer Node.js than the one it was started with.',
  ],
  [
    /Cannot find (?:module|package) '([^']+)'/,
    'A module is missing: check the path in "args", or run "npm install" in the folder of the server.',
  ],
  [
    /ModuleNotFoundError|No module named/,
    'A Python module is missing: install it into the environment that this command uses.',
  ],
  [
    /EADDRINUSE|address already in use/i,
    'The port of the server is taken by another process, perhaps an earlier run of it.',
  ],
  [
    /env: .*: No such file or directory|command not found/i,
    'The server calls a program that is not in its PATH: set PATH in "env", or give a full path.',
  ],
  [
    /(?:API[ _-]?KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)[^\n]{0,80}(?:required|missing|not set|not found|must|undefined|provide)|(?:required|missing|must (?:be )?set|provide)[^\n]{0,80}(?:API[ _-]?KEY|TOKEN|SECRET|PASSWORD|environment variable)/i,
    'The server misses a credential: set the variable it names in "env" of this server.',
  ],
  [
    /getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|connect (?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH)|fetch failed|no such host|connection refused/i,
    'The server cannot reach a service that it needs: check the network, the proxy and its settings.',
  ],
  [/permission denied|EACCES|EPERM/i, 'The server was denied access to a file or port: see its last lines.'],
];

const fromStderr: Rule = ({ stderr, noise }) => {
  const text = `${stderr}\n${noise.join('\n')}`;
  return stderrHints.find(([pattern]) => pattern.test(text))?.[1];
};

const usage: Rule = ({ launch, stderr, noise }) =>
  launch.kind === 'stdio' &&
  /^\s*usage:|unknown (?:option|command|argument)|unrecognized arguments?|missing required argument/im.test(
    `${stderr}\n${noise.join('\n')}`,
  )
    ? 'The server printed its usage instead of starting: its arguments are wrong or incomplete.'
    : undefined;

const otherTransport: Rule = ({ launch, stderr, noise, end, timedOut }) => {
  if (launch.kind !== 'stdio' || !(end || timedOut)) return undefined;
  const text = `${stderr}\n${noise.join('\n')}`;
  // Only one of this machine: servers print addresses of all sorts, of their manual for one.
  const url = /https?:\/\/(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?![\w.])[^\s"'<>)]*/i.exec(text)?.[0];
  if (!/listening|running|started|serving|available/i.test(text) || !(url || /port\s+\d+/i.test(text)))
    return undefined;
  return `The server seems to serve HTTP${url ? ` at ${url}` : ''}: give that address as "url", or start it in stdio mode.`;
};

const ended: Rule = ({ end, stderr, noise }) => {
  if (!end) return undefined;
  if (end.code === 127) return 'A program that the command calls was not found.';
  if (end.code === 126) return 'A program that the command calls cannot be executed.';
  if (end.code === 0 && stderr === '')
    return 'It ended as if its work was done: perhaps it wants an argument such as "stdio" to stay and serve.';
  if (end.signal === 'SIGKILL') return 'Something killed it, perhaps for want of memory.';
  if (stderr.trim() !== '') return 'Its last lines on stderr tell more.';
  if (noise.length > 0) return 'What it printed instead of an answer is in its log.';
  return 'It said nothing: run its command in a terminal with the same variables, or look for a log file of its own.';
};

const late: Rule = ({ launch, timedOut }) => {
  if (!timedOut) return undefined;
  if (launch.kind !== 'stdio') return 'Check that the address is that of an MCP server and that it is up.';
  const fetches = /^(?:npx|uvx|bunx|pnpm|docker)(?:\.cmd|\.exe)?$/i.test(basename(launch.command));
  return fetches
    ? `The first start of ${basename(launch.command)} downloads the package: run it once in a terminal, or raise the connect timeout.`
    : 'It runs but says nothing: it may wait for something, serve another transport, or need a longer connect timeout.';
};

const http: Rule = ({ status, body }) => {
  if (status === undefined) return undefined;
  if (status === 401) return 'Sign in, or add an "Authorization" header to this server.';
  if (status === 403)
    return 'The server refuses these credentials, or this host name: try "localhost" for a local server.';
  if (status === 404) return 'There is nothing at this path: MCP servers often serve "/mcp" or "/sse".';
  if (status === 405 || status === 406 || status === 415)
    return 'Something else than MCP answers there: check the path and the transport type.';
  if (status === 429) return 'Too many requests: wait a while.';
  if (status >= 500) return 'The server itself failed: look into its log.';
  return body ? `It said: ${body}` : undefined;
};

const networkHints: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: start the server, or check host and port.',
  ENOENT: 'There is no socket of that name: start the server, or check the path.',
  ENOTFOUND: 'There is no host of that name: check the address and the network.',
  EAI_AGAIN: 'The name could not be looked up: check the network.',
  ECONNRESET:
    'Connection reset by the server. Check whether it expects https instead of http, or whether a proxy is in between.',
  UND_ERR_SOCKET: 'Connection reset by the server. It may have been stopped or restarted.',
  ETIMEDOUT: 'The host does not answer: check the network, the firewall and the proxy.',
  UND_ERR_CONNECT_TIMEOUT: 'The host does not answer: check the network, the firewall and the proxy.',
  EPROTO: 'It does not speak TLS: try http instead of https.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'It does not speak TLS: try http instead of https.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'It does not speak TLS: try http instead of https.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed: add it to NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not known here: add its authority to NODE_EXTRA_CA_CERTS.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate cannot be verified: add its authority to NODE_EXTRA_CA_CERTS.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  ERR_INVALID_URL: 'The address is not a valid URL.',
};

const network: Rule = ({ causes }) => {
  for (const { code } of causes) {
    const hint = code === undefined ? undefined : networkHints[code];
    if (hint !== undefined) return hint;
  }
  return undefined;
};

const notMcp: Rule = ({ causes }) =>
  causes.some((cause) => /text\/html|Unexpected token '?<|not valid JSON|unexpected content type/i.test(cause.message))
    ? 'A web page or something else than MCP answers there: check the path of the address.'
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
