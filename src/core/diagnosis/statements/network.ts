/** Words of all runtimes for a connection that did not come about or broke. */
const trouble =
  /\b(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EAI_NONAME)\b|socket hang up|connection refused|actively refused|ConnectionRefused|(?:connect|read|connection) ?timed? ?out|ConnectTimeout|timeout (?:expired|exceeded|reached)|operation timed out|deadline exceeded|NoBrokersAvailable|ServiceUnavailable|ServerSelectionTimeout|no such host|UnknownHost|nodename nor servname|name or service not known|name resolution|getaddrinfo failed|failed to resolve|could not resolve|UNAVAILABLE: |no route to host|network is unreachable|failed to establish a new connection|connection (?:reset|aborted|was closed|closed (?:by|unexpectedly))|cannot connect to host|fetch failed|kex_exchange|拒绝连接|连接被拒绝|无法连接到/i;

const word = '[\\w-]{1,63}';
const name = `${word}(?:\\.${word}){1,6}`;
/** Where the host stands, the surest form first. */
const hosts: readonly RegExp[] = [
  /Remote: ([\w.:-]{3,100}?):(\d{2,5})\b/,
  /(?:resolve|connect to|reach) '([\w-]{1,60}(?:\.[\w-]{1,60}){0,5}):(\d{2,5})'/,
  /host=['"]([\w.-]{1,100})['"], port=(\d{1,5})/,
  /\[::ffff:([\d.]{7,15})\]:(\d{1,5})/,
  new RegExp(
    `(?:ENOTFOUND|EAI_AGAIN|EAI_NONAME|UnknownHostException:|lookup|resolve(?: host(?:name)?)?:?|resolving) ['"]?(${name})`,
  ),
  new RegExp(
    `[a-z][a-z0-9+]{1,12}://(?:[^\\s/@'"]{1,100}@)?(${name}|localhost|\\[[0-9a-f:]{2,40}\\])(?::(\\d{1,5}))?`,
    'i',
  ),
  /(?<![\w.:-])(\d{1,3}(?:\.\d{1,3}){3}):(\d{1,5})(?!\d)/,
  new RegExp(`(?<![\\w.@/-])(${name}|localhost):(\\d{2,5})(?!\\d|:\\d)`),
  /['"]([\w.-]{3,100})['"],? (?:port |:)?(\d{2,5})\b/,
  /\(\(?['"]([\w.-]{3,100})['"], ?(\d{2,5})\)/,
  new RegExp(
    `(?:connect(?:ion)? to|connecting to|reach|host|server on|server at|contact) ['"]?(${name}|localhost)`,
    'i',
  ),
  /(?<![\w:])(\[?::1\]?):(\d{2,5})(?!\d)/,
];

/** Files of sources look like hosts with a port: `main.go:12`. */
const sourceFile =
  /\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|cs|ex|exs|lua|pl|sh|swift|dart|node|json|so|c|cc|cpp|h|hs|zig|scala|ml)$/i;

/** The host and port that a text is about. */
export function hostIn(text: string): string | undefined {
  for (const form of hosts) {
    const [, host, port] = form.exec(text) ?? [];
    if (host === undefined || sourceFile.test(host)) continue;
    return port === undefined ? host : `${host}:${port}`;
  }
  return undefined;
}

const reach = 400;

/** The trouble with a connection that an output reports, and the host where the words name one. */
export function brokenConnection(
  output: string,
): { readonly at: number; readonly host: string | undefined } | undefined {
  const match = trouble.exec(output);
  if (!match) return undefined;
  const start = output.lastIndexOf('\n', match.index) + 1;
  const end = output.indexOf('\n', match.index);
  const line = output.slice(start, end < 0 ? undefined : end);
  return {
    at: match.index,
    host: hostIn(line) ?? hostIn(output.slice(Math.max(0, match.index - reach), match.index + reach)),
  };
}
