import { l10n } from '../../../../base/l10n.ts';
import type { EntryChange, Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type StdioFacts, outputOf, stdioOf } from '../../model/evidence.ts';
import { useNewest } from '../../cures/newestVersion.ts';
import { trustMore } from '../../cures/environment.ts';
import { applications } from '../network/unreachable.ts';
import { advise, ask, runInTerminal, setArgs, setValues, tryAgain } from '../../model/remedies.ts';
import { cutOff, ownFault, refusedRequest } from './bridgeFaults.ts';
import { type Refusal, deniedHeader, unregistered } from './bridgeSignIn.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** Programs that connect to a URL and speak stdio, for clients that cannot. */
const bridge = /^(?:mcp-remote|supergateway|mcp-proxy|@pyroprompts\/mcp-stdio-to-streamable-http-adapter)(?:@|$)/;

/** We connect to URLs ourselves, and sign in: the bridge is one part more that can fail. */
export const bridgeFailed = outputRule(
  'transport/bridge',
  [
    /(?:Fatal|Connection) error: ([^\n]{1,200})/,
    /((?:StreamableHTTP|SSE|SseError|Unauthorized|InvalidClientMetadata|ServerError)\w{0,20}(?:Error)?: [^\n]{1,200})/,
    /(ECONNREFUSED[^\n]{0,100})/,
    /(?:Error|ERROR)[^\n]{0,20}: ([^\n]{1,200})/,
  ],
  ([, what = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at = launch?.args.findIndex((arg) => bridge.test(arg)) ?? -1;
    const url = launch?.args.slice(at + 1).find((arg) => /^https?:\/\//.test(arg));
    if (!launch || at < 0 || url === undefined) return undefined;
    const split = headerSplit(launch, at);
    if (split)
      return {
        cause: l10n.t(
          'The header "{0}" was split at its blank, so that its value is missing.',
          launch.args[split.at] ?? '',
        ),
        remedies: [
          setArgs(l10n.t('Make it one argument'), split.args),
          setValues(l10n.t('Connect to {0} directly', url), directly({ ...launch, args: split.args }, url)),
        ],
        ...inEntry('args', split.at),
      };
    const cut = cutOff(outputOf(evidence), url, launch, evidence);
    if (cut)
      return {
        cause: cut.cause,
        remedies: [
          ...cut.remedies,
          tryAgain(),
          setValues(l10n.t('Connect to {0} directly', url), directly(launch, url)),
        ],
        ...inEntry('args', launch.args.indexOf(url)),
      };
    const reason = reasonOf(outputOf(evidence), url);
    if (reason !== undefined)
      return {
        cause: reason,
        remedies: [
          tryAgain(),
          setValues(l10n.t('Connect to {0} directly', url), directly(launch, url)),
          ...(isLocal(url) ? [advise(l10n.t('Start the server that listens there, then try again.'))] : []),
        ],
        ...inEntry('args', launch.args.indexOf(url)),
      };
    const output = outputOf(evidence);
    const known = forgotten(output, url, evidence) ?? refusal(evidence, url, launch);
    return {
      cause:
        known?.cause ??
        l10n.t('"{0}" cannot connect to {1}: {2}', launch.args[at] ?? '', url, refusedRequest(output) ?? what),
      remedies: [
        ...(known?.remedies ?? (ownFault(output) ? useNewest(evidence) : [])),
        setValues(l10n.t('Connect to {0} directly', url), directly(launch, url)),
      ],
      ...inEntry('args', launch.args.indexOf(url)),
    };
  },
);

function isLocal(url: string): boolean {
  return /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(url);
}

/** mcp-remote keeps the client that it once registered, also when the service has forgotten it. */
function forgotten(output: string, url: string, { machine }: Evidence): Refusal | undefined {
  if (
    !/InvalidClientError|[Uu]nrecognized client_id|[Uu]nknown client|invalid_client\b|[Cc]lient (?:ID )?(?:not found|does not exist|is not registered)|InvalidGrantError|invalid_grant|refresh token[^\n]{0,30}(?:expired|invalid|revoked)/.test(
      output,
    )
  )
    return undefined;
  const folder = machine.platform === 'win32' ? `${machine.home}\\.mcp-auth` : `${machine.home}/.mcp-auth`;
  const command = machine.platform === 'win32' ? ['cmd', '/c', 'rmdir', '/s', '/q', folder] : ['rm', '-r', folder];
  return {
    cause: l10n.t('The sign-in at {0} that the bridge keeps in {1} is not known there any more.', url, folder),
    remedies: [runInTerminal(l10n.t('Remove {0}, and sign in again', folder), command)],
  };
}

/** What bridges say in words of their own. */
function refusal(evidence: Evidence, url: string, launch: StdioFacts): Refusal | undefined {
  const output = outputOf(evidence);
  const { args } = launch;
  const port = /EADDRINUSE[^\n]{0,60}:(\d{2,5})/.exec(output)?.[1];
  if (/Non-HTTPS URLs are only allowed/.test(output))
    return {
      cause: l10n.t('{0} has no TLS, which the bridge takes only with "{1}".', url, '--allow-http'),
      remedies: [setArgs(l10n.t('Add "{0}"', '--allow-http'), [...args, '--allow-http'])],
    };
  if (port !== undefined)
    return {
      cause: l10n.t('Port {0}, to which the sign-in returns, is used by another process.', port),
      remedies: args.includes(port)
        ? [
            setArgs(
              l10n.t('Let it choose a port'),
              args.filter((arg) => arg !== port),
            ),
          ]
        : [],
    };
  const register = unregistered(output, url, launch);
  if (register) return register;
  const denied = deniedHeader(output, url, launch);
  if (denied) return denied;
  if (/UNABLE_TO_\w+|SELF_SIGNED\w+|unable to (?:get local issuer|verify)|self[- ]signed certificate/.test(output))
    return {
      cause: l10n.t('The bridge does not trust the certificate of {0}.', url),
      remedies: trustMore(evidence, 'service'),
    };
  const down = /(?:HTTP|status code|[Ss]erver error) ['(]?(5\d\d)\b/.exec(output)?.[1];
  if (down !== undefined)
    return {
      cause: l10n.t('The server at {0} does not work at the moment (HTTP {1}).', url, down),
      remedies: [tryAgain()],
    };
  if (/(?:HTTP|status code|[Cc]lient error) ['(]?40[45]\b/.test(output))
    return {
      cause: l10n.t('There is no MCP server at {0} (HTTP 404).', url),
      remedies: [
        ...otherPath(url, launch),
        ask(l10n.t('Enter another URL'), ['args', args.indexOf(url)], { now: url }),
      ],
    };
  return undefined;
}

/** Most servers have moved from the one to the other, and we find out how they speak. */
function otherPath(url: string, launch: StdioFacts): readonly Remedy[] {
  const next = /\/sse\/?$/.test(url) ? url.replace(/\/sse(\/?)$/, '/mcp$1') : undefined;
  return next === undefined ? [] : [setValues(l10n.t('Connect to {0} directly', next), directly(launch, next))];
}

/** Below "fetch failed" stands why. */
function reasonOf(output: string, url: string): string | undefined {
  const host = URL.canParse(url) ? new URL(url).host : url;
  if (/\bECONNREFUSED\b/.test(output)) return refused(url, host);
  if (/\b(?:ENOTFOUND|EAI_AGAIN)\b/.test(output))
    return l10n.t(
      'The name {0} could not be resolved: the network or its name server does not respond.',
      host.replace(/:\d+$/, ''),
    );
  return undefined;
}

function refused(url: string, host: string): string {
  const application = URL.canParse(url) ? applications[new URL(url).port] : undefined;
  return application === undefined
    ? l10n.t('Nothing listens on {0}.', host)
    : l10n.t(
        'Nothing listens on {0}, which is the port of {1}: it is not open, or its MCP server is not turned on.',
        host,
        application,
      );
}

/** `--header "Authorization: Bearer" TOKEN`: no shell has put the words together. */
function headerSplit({ args }: StdioFacts, from: number): { at: number; args: readonly string[] } | undefined {
  const at = args.findIndex(
    (arg, index) => index > from && args[index - 1] === '--header' && /^[\w-]+:\s*(?:Bearer|Basic|Token)?$/i.test(arg),
  );
  const words = args.slice(at + 1, at + 3);
  const end = words.findIndex((word) => word.startsWith('-') || /^https?:/.test(word));
  const rest = end < 0 ? words : words.slice(0, end);
  if (at < 0 || rest.length === 0) return undefined;
  return { at, args: args.toSpliced(at, rest.length + 1, [args[at], ...rest].join(' ')) };
}

function directly({ args }: StdioFacts, url: string): readonly EntryChange[] {
  const headers = args.flatMap((arg, at) => (args[at - 1] === '--header' ? headerOf(arg) : []));
  return [
    { path: ['type'], value: /\/sse\/?$/.test(url) ? 'sse' : 'http' },
    { path: ['url'], value: url },
    ...headers.map(([name, value]) => ({ path: ['headers', name], value })),
    { path: ['command'], value: undefined },
    { path: ['args'], value: undefined },
  ];
}

function headerOf(text: string): readonly (readonly [string, string])[] {
  const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(text) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}
