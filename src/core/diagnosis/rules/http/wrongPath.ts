import { l10n } from '../../../../base/l10n.ts';
import { type RemoteFacts, remoteOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { isPageAbout, knownServer } from './knownServers.ts';
import { namedPath } from './status.ts';
import { advise, enterUrl, setValue, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Such an address begins a session with GET, and what is posted needs it. */
export const olderTransport = rule('http/older-transport', (evidence) => {
  const launch = remoteOf(evidence);
  const { status = 0, body = '' } = evidence;
  const isRemoved =
    status >= 400 &&
    /\bSSE\b[^"\n]{0,80}(?:removed|deprecated|no longer|not supported|discontinued|sunset|retired|disabled)/i.test(
      body,
    );
  const wantsSession =
    status >= 400 &&
    /(?:missing|no|required?)[^"\n]{0,20}session_?id|session_?id[^"\n]{0,30}(?:missing|required)/i.test(body);
  if (
    !launch ||
    launch.kind === 'ws' ||
    !(isRemoved || (launch.kind === 'http' && wantsSession && /\/sse\/?$/.test(pathOf(launch.url))))
  )
    return undefined;
  const newer = launch.url.replace(/\/sse(\/?)(?=$|[?#])/, '/mcp$1');
  const named = namedPath(launch.url, body);
  const known = named.length > 0 ? named : knownServer(launch.url);
  return {
    cause: isRemoved
      ? l10n.t('{0} does not have the older transport HTTP+SSE any more (HTTP {1}).', new URL(launch.url).host, status)
      : l10n.t(
          '{0} speaks the older transport HTTP+SSE, but the type of the server is "{1}" (HTTP {2}).',
          pathOf(launch.url),
          launch.kind,
          status,
        ),
    remedies: [
      ...(known.length > 0 || newer === launch.url
        ? known
        : [
            setValues(l10n.t('Use {0}', newer), [
              { path: ['type'], value: 'http' },
              { path: ['url'], value: newer },
            ]),
          ]),
      ...(isRemoved ? [] : [setValue(l10n.t('Use the transport "{0}"', 'sse'), ['type'], 'sse')]),
      ...(isRemoved && newer === launch.url
        ? [setValue(l10n.t('Use the transport "{0}"', 'http'), ['type'], 'http')]
        : []),
      enterUrl(launch.url),
    ],
    ...inEntry('url'),
    proof: body.slice(0, 300),
  };
});

export const pathNotFound = rule('http/404', (evidence) => {
  const launch = remoteOf(evidence);
  if (!launch || evidence.status !== 404) return undefined;
  const said = /"(?:message|error|detail|error_description)"\s*:\s*"([^"\n]{1,200})"/.exec(evidence.body ?? '')?.[1];
  return {
    cause:
      productionPath(launch.url).length > 0
        ? l10n.t(
            '{0} is the test address of a workflow of n8n, which answers only while it is run by hand.',
            pathOf(launch.url),
          )
        : isRoot(launch.url)
          ? l10n.t('{0} has no path, and servers of MCP are seldom at the root (HTTP 404).', launch.url)
          : said === undefined
            ? l10n.t('There is nothing at {0} of this server (HTTP 404).', pathOf(launch.url))
            : l10n.t('There is nothing at {0} of this server (HTTP 404): {1}', pathOf(launch.url), said),
    remedies: [...productionPath(launch.url), ...knownServer(launch.url), ...otherPaths(launch), enterUrl(launch.url)],
    ...inEntry('url'),
  };
});

/** n8n gives each workflow one address for tests, and one for when it is active. */
function productionPath(url: string): readonly Remedy[] {
  if (!url.includes('/mcp-test/')) return [];
  const active = url.replace('/mcp-test/', '/mcp/');
  return [setValue(l10n.t('Use {0}', active), ['url'], active)];
}

export const methodNotAllowed = rule('http/405', (evidence) => {
  const launch = remoteOf(evidence);
  const { status } = evidence;
  if (
    !launch ||
    launch.kind === 'ws' ||
    (status !== 405 && status !== 406 && status !== 415) ||
    (wantsAccept.test(evidence.body ?? '') && launch.kind !== 'sse')
  )
    return undefined;
  const other = launch.kind === 'sse' ? 'http' : 'sse';
  const isLegacy = launch.kind === 'http' && /\/sse\/?$/.test(pathOf(launch.url));
  return {
    cause: isLegacy
      ? l10n.t(
          '{0} speaks the older transport HTTP+SSE, but the type of the server is "{1}" (HTTP {2}).',
          pathOf(launch.url),
          launch.kind,
          status,
        )
      : launch.kind === 'sse' && /\/mcp\/?$/.test(pathOf(launch.url))
        ? l10n.t(
            '{0} speaks Streamable HTTP, but the type of the server is "{1}" (HTTP {2}).',
            pathOf(launch.url),
            launch.kind,
            status,
          )
        : l10n.t(
            'What is at {0} does not take messages of MCP over this transport (HTTP {1}).',
            pathOf(launch.url),
            status,
          ),
    remedies: [
      ...overTls(launch),
      setValues(l10n.t('Use the transport "{0}"', other), [{ path: ['type'], value: other }]),
      ...otherPaths(launch),
    ],
    ...inEntry('url'),
  };
});

const wantsAccept = /must accept/i;
const accepted = 'application/json, text/event-stream';

/** We always send it: the entry replaces it, or something in between takes it away. */
export const acceptRefused = rule('http/accept', (evidence) => {
  const launch = remoteOf(evidence);
  const { status, body = '' } = evidence;
  if (!launch || launch.kind !== 'http' || status === undefined || status < 400 || !wantsAccept.test(body))
    return undefined;
  const own = Object.keys(launch.headers).find((each) => /^accept$/i.test(each));
  return own === undefined
    ? {
        cause: l10n.t('The server did not get the header "Accept" as it was sent: a proxy in between changes it.'),
        remedies: [advise(l10n.t('Let the proxy pass "Accept: {0}", or use the address behind it.', accepted))],
        ...inEntry('url'),
        proof: body.slice(0, 300),
      }
    : {
        cause: l10n.t('The header "{0}" of the entry replaces "{1}", which the server requires.', own, accepted),
        remedies: [setValue(l10n.t('Remove the header'), ['headers', own], undefined)],
        ...inEntry('headers', own),
        proof: body.slice(0, 300),
      };
});

/** Servers of files, by the pages that they make themselves. */
const fileServers =
  /<(?:center|address|hr)>?[^<]{0,20}(nginx|openresty|Apache|lighttpd|Caddy|cloudflare)\b|<h2>405 - HTTP verb used to access this page is not allowed|(AmazonS3)|<Code>(MethodNotAllowed)<\/Code>|(GitHub Pages)|Unsupported method \('POST'\)()/i;

/** A POST of a message did not get further than the web server in front. */
export const webServerOnly = rule('http/web-server', (evidence) => {
  const launch = remoteOf(evidence);
  const { body = '', status } = evidence;
  const match = fileServers.exec(body);
  if (!launch || launch.kind === 'ws' || !match || (status !== 405 && status !== 501)) return undefined;
  const name = match.slice(1).find((each) => each !== undefined && each !== '' && each !== 'MethodNotAllowed');
  return {
    cause:
      name === undefined
        ? l10n.t(
            'A web server that only gives out files answers at {0}: no MCP server is behind this path.',
            pathOf(launch.url),
          )
        : l10n.t(
            '{0} answers at {1} itself and only gives out files there: no MCP server is behind this path.',
            name,
            pathOf(launch.url),
          ),
    remedies: [
      enterUrl(launch.url),
      ...otherPaths(launch),
      advise(l10n.t('Let the web server pass this path on to the MCP server, or use the address of that server.')),
    ],
    ...inEntry('url'),
    proof: body.slice(0, 300),
  };
});

/** HTTP+SSE has two addresses, and this is the one that its sessions post to. */
export const messagePath = rule('http/message-path', (evidence) => {
  const launch = remoteOf(evidence);
  const { status } = evidence;
  if (!launch || status === undefined || status < 400 || status === 401 || status === 403 || !URL.canParse(launch.url))
    return undefined;
  const url = new URL(launch.url);
  const base = /^(.*)\/messages?\/?$/.exec(url.pathname)?.[1];
  if (base === undefined) return undefined;
  url.pathname = `${base}/sse`;
  url.search = '';
  const changes = [
    { path: ['type'], value: 'sse' },
    { path: ['url'], value: url.href },
  ];
  return {
    cause: l10n.t(
      '{0} is where a session of HTTP+SSE posts its messages; such a session begins at "/sse".',
      pathOf(launch.url),
    ),
    remedies: [setValues(l10n.t('Use {0}', url.href), changes), enterUrl(launch.url)],
    ...inEntry('url'),
  };
});

const ngrok = 'ngrok-skip-browser-warning';

/** Free tunnels show a page before the first visit. */
export const tunnelPage = rule('http/tunnel-page', (evidence) => {
  const launch = remoteOf(evidence);
  if (!launch || !/ngrok-skip-browser-warning|You are about to visit|ERR_NGROK_6024/.test(evidence.body ?? ''))
    return undefined;
  return {
    cause: l10n.t(
      'The tunnel ngrok shows a page of its own before it lets requests through to {0}.',
      pathOf(launch.url),
    ),
    remedies: [setValue(l10n.t('Send "{0}"', `${ngrok}: 1`), ['headers', ngrok], '1')],
    ...inEntry('headers'),
  };
});

export const webPage = rule('http/page', (evidence) => {
  const launch = remoteOf(evidence);
  const text = [evidence.body ?? '', ...evidence.causes.map(({ message }) => message)].join('\n');
  const isPage = /<!doctype html|<html|text\/html|Unexpected token '?<|not valid JSON|unexpected content type/i.test(
    text,
  );
  if (!launch || !isPage || (evidence.status ?? 200) >= 400) return undefined;
  const known = knownServer(launch.url);
  return {
    cause: isPageAbout(launch.url)
      ? l10n.t('{0} is a page for people to read, and not an MCP server.', pathOf(launch.url))
      : l10n.t('A web page is at {0}, and not an MCP server.', pathOf(launch.url)),
    remedies: [...known, ...(isPageAbout(launch.url) ? [] : otherPaths(launch)), enterUrl(launch.url)],
    ...inEntry('url'),
  };
});

/** A redirect to https makes a GET of what is posted. */
function overTls({ url }: RemoteFacts): readonly Remedy[] {
  const isPublic =
    /^http:\/\/(?!localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/|$)/i.test(
      url,
    );
  return isPublic && !/\.(?:local|lan|internal|home)(?:\/|$)/.test(url)
    ? [setValue(l10n.t('Use https'), ['url'], url.replace(/^http:/, 'https:'))]
    : [];
}

/** Where servers usually are; a blank at the end is not part of any. */
function otherPaths({ url }: RemoteFacts): readonly Remedy[] {
  if (!URL.canParse(url)) return [];
  const parsed = new URL(url);
  const bare = parsed.pathname.replace(/\/+$/, '');
  const candidates =
    bare === ''
      ? ['/mcp', '/sse']
      : bare.endsWith('/mcp')
        ? [`${bare.slice(0, -4)}/sse`, bare.slice(0, -4) || '/']
        : bare.endsWith('/sse')
          ? [`${bare.slice(0, -4)}/mcp`]
          : [`${bare}/mcp`, '/mcp'];
  return candidates.map((candidate) => {
    const next = new URL(parsed);
    next.pathname = candidate;
    return setValue(l10n.t('Try {0}', candidate), ['url'], next.href);
  });
}

function isRoot(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname === '/';
}

function pathOf(url: string): string {
  return URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : url;
}
