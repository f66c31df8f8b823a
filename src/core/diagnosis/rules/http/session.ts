import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import { advise, enterUrl, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Only the response to `initialize` gives a session its ID. */
export const sessionWanted = rule('http/session', (evidence) => {
  const launch = remoteOf(evidence);
  const { status, body = '' } = evidence;
  if (!launch || (status !== 400 && status !== 422)) return undefined;
  const said = /[^"'{}\n]{0,60}\bsession(?:[ -]?id)?\b[^"'{}\n]{0,60}/i.exec(body)?.[0].trim();
  if (said === undefined || /sign|log|auth/i.test(said)) return undefined;
  const old = /[?&](?:session_?id|sid)=/i.test(launch.url);
  return {
    cause: old
      ? l10n.t('The URL names a session that the server does not know: {0}', said)
      : launch.kind === 'sse'
        ? l10n.t('The server does not speak HTTP+SSE, but Streamable HTTP: {0}', said)
        : l10n.t('The server wants a session ID in the first request, which cannot have one: {0}', said),
    remedies: [
      ...(launch.kind === 'sse' ? [setValue(l10n.t('Use the transport "{0}"', 'http'), ['type'], 'http')] : []),
      ...(old ? [setValue(l10n.t('Remove the session from the URL'), ['url'], withoutSession(launch.url))] : []),
      enterUrl(launch.url),
      advise(l10n.t('Check the type of the transport, or report it to the author of the server.')),
    ],
    ...inEntry('url'),
    proof: said,
  };
});

function withoutSession(text: string): string {
  const url = new URL(text);
  for (const name of new URL(text).searchParams.keys())
    if (/^(?:session_?id|sid)$/i.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** The protection against DNS rebinding in the SDKs answers so. */
export const hostRefused = rule('http/host', (evidence) => {
  const launch = remoteOf(evidence);
  const { status, body = '' } = evidence;
  if (!launch || !URL.canParse(launch.url) || status === undefined) return undefined;
  const isSaid = status === 403 ? /host|origin|dns.?rebind/i.test(body) : status >= 400 && /invalid host/i.test(body);
  if (status !== 421 && !isSaid) return undefined;
  const url = new URL(launch.url);
  const local = /^(?:127\.|0\.0\.0\.0)/.test(url.hostname) ? url.href.replace(url.hostname, 'localhost') : undefined;
  return {
    cause: l10n.t('The server does not accept the host name {0} (HTTP {1}).', url.host, status),
    remedies: [
      ...(local === undefined ? [] : [setValue(l10n.t('Use "localhost"'), ['url'], local)]),
      enterUrl(launch.url),
      advise(l10n.t('Use the host name that the server allows, or allow this one in its settings.')),
    ],
    ...inEntry('url'),
    ...(body !== '' && { proof: body.slice(0, 300) }),
  };
});
