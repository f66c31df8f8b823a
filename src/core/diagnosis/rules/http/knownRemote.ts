import { l10n } from '../../../../base/l10n.ts';
import { createKey } from '../../known/createKey.ts';
import { type KnownRemote, remoteAt } from '../../known/remotes.ts';
import { serviceOfKey, services } from '../../known/services.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type RemoteFacts, remoteOf } from '../../model/evidence.ts';
import { advise, ask, askForHeader, setValue, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

interface SentKey {
  readonly header: string;
  readonly scheme: string | undefined;
  readonly key: string;
}

/** The credential among the headers of the entry. */
function sentKey({ headers }: RemoteFacts): SentKey | undefined {
  const [header, value = ''] = Object.entries(headers).find(([name]) => /^authorization$|key|token/i.test(name)) ?? [];
  const [, scheme, key = ''] = /^\s*(?:([A-Za-z]{3,10})\s+)?(\S{4,})\s*$/.exec(value) ?? [];
  return header === undefined || key === '' || key.includes('${') ? undefined : { header, scheme, key };
}

function isRefused({ status }: Evidence): boolean {
  return status === 401 || status === 403;
}

/** The header has a key of another service, or another kind of key. */
export const keyOfOtherService = rule('http/other-key', (evidence) => {
  const launch = remoteOf(evidence);
  const sent = launch && isRefused(evidence) ? sentKey(launch) : undefined;
  const known = launch && remoteAt(launch.url);
  if (!sent || !known || known.isSignInOnly) return undefined;
  const { service } = known;
  const { begins } = services[service] ?? {};
  const owner = serviceOfKey(sent.key);
  const isOwn = owner === service || begins?.some((each) => sent.key.startsWith(each));
  const [like] = begins ?? [];
  if (isOwn || (owner === undefined && !(like !== undefined && isOtherKind(sent.key, like, known, evidence))))
    return undefined;
  return {
    cause: causeOf(sent.header, service, owner, like),
    remedies: [
      askForHeader(sent.header, sent.scheme),
      ...createKey(service),
      setValue(l10n.t('Remove the header, and sign in'), ['headers', sent.header], undefined),
    ],
    ...inEntry('headers', sent.header),
  };
});

/** A sign-in gives keys of any form: only what is known not to be one, or what the server says, counts. */
function isOtherKind(key: string, like: string, { otherKeys }: KnownRemote, { body = '' }: Evidence): boolean {
  return body.includes(like) || (otherKeys !== undefined && key.startsWith(otherKeys));
}

function causeOf(header: string, service: string, owner: string | undefined, like: string | undefined): string {
  if (owner === undefined)
    return l10n.t('The header "{0}" has no key of {1}: such keys begin with "{2}".', header, service, like ?? '');
  return like === undefined
    ? l10n.t('The header "{0}" has a key of {1}, but the server needs one of {2}.', header, owner, service)
    : l10n.t(
        'The header "{0}" has a key of {1}, but the server needs one of {2}, which begins with "{3}".',
        header,
        owner,
        service,
        like,
      );
}

/** Nothing but a sign-in is accepted, and the entry sends a key. */
export const signInOnly = rule('http/sign-in-only', (evidence) => {
  const launch = remoteOf(evidence);
  const known = launch && isRefused(evidence) ? remoteAt(launch.url) : undefined;
  const sent = launch && sentKey(launch);
  if (!known?.isSignInOnly || !sent) return undefined;
  return {
    cause: l10n.t(
      'This server of {0} accepts only a sign-in in the browser, and no key in the header "{1}".',
      known.service,
      sent.header,
    ),
    remedies: [
      setValue(l10n.t('Remove the header, and sign in'), ['headers', sent.header], undefined),
      ...registration(known.registration),
    ],
    ...inEntry('headers', sent.header),
  };
});

const registrationDenied =
  /Invalid OAuth error response|registration[^\n]{0,60}(?:403|forbidden)|registration_not_supported/i;

/** Only the clients of a list may sign in, or only those that were registered by hand. */
export const clientRefused = rule('http/clients', (evidence) => {
  const launch = remoteOf(evidence);
  const known = launch && remoteAt(launch.url);
  const text = [...evidence.causes.map(({ message }) => message), evidence.body ?? ''].join('\n');
  if (!launch || !known || sentKey(launch) || !(registrationDenied.test(text) || isForbidden(evidence)))
    return undefined;
  if (known.clients === undefined && known.registration === undefined) return undefined;
  return {
    cause:
      known.clients === undefined
        ? l10n.t('{0} wants each client to be registered by hand before it can sign in.', known.service)
        : l10n.t('{0} lets only the clients of its own list sign in to this server.', known.service),
    remedies: [...local(known.local), ...registration(known.registration), ...openPage(known.clients)],
    ...inEntry('url'),
  };
});

function isForbidden({ status, body = '' }: Evidence): boolean {
  return status === 403 && /^\s*Forbidden\s*$/.test(body);
}

function local(url: string | undefined): readonly Remedy[] {
  return url === undefined
    ? []
    : [setValue(l10n.t('Use the server of its desktop application: {0}', url), ['url'], url)];
}

function registration(page: string | undefined): readonly Remedy[] {
  return page === undefined
    ? []
    : [...openPage(page), ask(l10n.t('Enter the client ID that its operator gave you'), ['oauth', 'clientId'])];
}

function openPage(url: string | undefined): readonly Remedy[] {
  return url === undefined ? [] : [{ text: l10n.t('Open {0}', url), cure: { kind: 'browse', url } }];
}

const integration = 'Model Context Protocol Server';
const paths: Readonly<Record<string, string>> = { '/api/mcp': '/mcp_server/sse', '/mcp_server/sse': '/api/mcp' };

/** Home Assistant has a server only with an integration that is added by hand. */
export const integrationMissing = rule('http/integration', (evidence) => {
  const launch = remoteOf(evidence);
  const url = launch && URL.canParse(launch.url) ? new URL(launch.url) : undefined;
  const other = url && Object.hasOwn(paths, url.pathname) ? paths[url.pathname] : undefined;
  if (!url || other === undefined || evidence.status !== 404 || !isHomeAssistant(url, evidence)) return undefined;
  return {
    cause: l10n.t(
      'Home Assistant has no MCP server at {0}: its integration "{1}" was not added.',
      url.pathname,
      integration,
    ),
    remedies: [
      ...openPage('https://www.home-assistant.io/integrations/mcp_server/'),
      setValues(l10n.t('Try {0}', other), [
        { path: ['type'], value: other.endsWith('/sse') ? 'sse' : 'http' },
        { path: ['url'], value: new URL(other, url).href },
      ]),
      advise(l10n.t('Add it in Home Assistant under Settings > Devices & services, then try again.')),
    ],
    ...inEntry('url'),
  };
});

function isHomeAssistant({ hostname, port, pathname }: URL, { body = '' }: Evidence): boolean {
  return (
    pathname.startsWith('/mcp_server/') ||
    /home-?assistant|^hass/i.test(hostname) ||
    port === '8123' ||
    /^404: Not Found\s*$/.test(body)
  );
}
