import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, remoteOf } from '../../model/evidence.ts';
import { advise, enterUrl } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

interface LocalProgram {
  readonly name: string;
  readonly port?: RegExp;
  readonly says: RegExp;
  readonly platform?: string;
}

/** Programs of a developer's machine that take a port, or are taken for the server. */
const programs: readonly LocalProgram[] = [
  { name: 'AirPlay', port: /^(?:5000|7000)$/, says: /^$|AirTunes|AirPlay/i, platform: 'darwin' },
  { name: 'MCP Inspector', says: /Use the session token shown in the console/ },
  { name: 'MCP Inspector', port: /^627[47]$/, says: /^/ },
  { name: 'LM Studio', says: /Unexpected endpoint or method/ },
  { name: 'Jenkins', says: /No valid crumb|hudson\.|<title>[^<]{0,30}Jenkins/i },
  { name: 'Jupyter', says: /'_xsrf' argument missing|<title>[^<]{0,20}Jupyter/i },
  { name: 'Grafana', says: /<title>Grafana/i },
  { name: 'Qdrant', says: /"title"\s*:\s*"qdrant/i },
  { name: 'Chroma', says: /nanosecond heartbeat/i },
  { name: 'Chrome DevTools', port: /^9222$/, says: /^(?!.*jsonrpc)/ },
  { name: 'CUPS', port: /^631$/, says: /^/ },
  { name: 'Syncthing', says: /<title>Syncthing|CSRF Error/ },
];

/** What listens on that port of this machine is another program, which its answer tells. */
export const otherProgram = rule('http/other-program', (evidence) => {
  const launch = remoteOf(evidence);
  if (!launch || evidence.status === undefined || !URL.canParse(launch.url)) return undefined;
  const url = new URL(launch.url);
  const found = programs.find((each) => isThere(each, url, evidence));
  if (!found) return undefined;
  return {
    cause: l10n.t('What answers at {0} is {1}, and not an MCP server.', url.host, found.name),
    remedies: [enterUrl(launch.url), advise(l10n.t('Start the server on another port, and use that in the URL.'))],
    ...inEntry('url'),
  };
});

function isThere({ port, says, platform }: LocalProgram, url: URL, { body = '', status, machine }: Evidence): boolean {
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(url.hostname);
  if (port !== undefined && !(isLocal && port.test(url.port))) return false;
  if (platform !== undefined && (machine.platform !== platform || status !== 403)) return false;
  return says.test(body) && !body.includes('"jsonrpc"');
}

/** Frameworks of web sites take a POST only from forms of their own. */
const protections: readonly (readonly [RegExp, string])[] = [
  [/CSRF verification failed|csrfmiddlewaretoken/i, 'Django'],
  [/Page Expired|CSRF token mismatch/i, 'Laravel'],
  [/InvalidAuthenticityToken|Can't verify CSRF/i, 'Rails'],
  [/InvalidCSRFTokenError|invalid CSRF token|EBADCSRFTOKEN|csrf/i, 'CSRF'],
  [/Cross-site POST form submissions are forbidden/i, 'SvelteKit'],
  [/antiforgery/i, 'ASP.NET'],
];

export const formsOnly = rule('http/csrf', (evidence) => {
  const launch = remoteOf(evidence);
  const { body = '', status = 200 } = evidence;
  const [, name] = protections.find(([says]) => says.test(body)) ?? [];
  if (!launch || name === undefined || ![400, 403, 419, 422].includes(status)) return undefined;
  return {
    cause:
      name === 'CSRF'
        ? l10n.t(
            'The protection against forged requests (CSRF) at {0} refuses messages of MCP (HTTP {1}).',
            launch.url,
            status,
          )
        : l10n.t(
            'The protection of {0} against forged requests (CSRF) at {1} refuses messages of MCP (HTTP {2}).',
            name,
            launch.url,
            status,
          ),
    remedies: [
      enterUrl(launch.url),
      advise(l10n.t('Its author has to except the path of the MCP server from that protection.')),
    ],
    ...inEntry('url'),
    proof: body.slice(0, 300),
  };
});
