import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, enterUrl, runInTerminal, setValue, tryAgain } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** A server with a single session for everybody. */
export const sessionTaken = rule('http/initialized', (evidence) => {
  const launch = remoteOf(evidence);
  const said = /[^"{}\n]{0,40}already (?:been )?(?:initiali[sz]ed|connected)[^"{}\n]{0,60}/i.exec(
    evidence.body ?? '',
  )?.[0];
  if (!launch || said === undefined || !URL.canParse(launch.url)) return undefined;
  return {
    cause: l10n.t('The server at {0} has only one session, and another client has it.', new URL(launch.url).host),
    remedies: [
      tryAgain(),
      advise(
        l10n.t('End the other client or start the server again; its author should make a transport for each session.'),
      ),
    ],
    proof: said,
    ...inEntry('url'),
  };
});

/** Only the response to `initialize` gives a session its ID. */
export const sessionWanted = rule('http/session', (evidence) => {
  const launch = remoteOf(evidence);
  const { status, body = '' } = evidence;
  const isGone = status === 404 && /session[^"\n]{0,20}(?:not found|expired|unknown|terminated)|-32001/i.test(body);
  if (!launch || (status !== 400 && status !== 422 && !isGone)) return undefined;
  const said = /[^"'{}\n]{0,60}\bsession(?:[ -]?id)?\b[^"'{}\n]{0,60}/i.exec(body)?.[0].trim();
  if (said === undefined || /sign|log|auth/i.test(said)) return undefined;
  const isLost = /not found|expired|unknown|invalid|terminated/i.test(said) && !/missing|no valid|required/i.test(said);
  const isUnclear = launch.kind !== 'sse' && /no valid/i.test(said);
  const old = /[?&](?:session_?id|sid)=/i.test(launch.url);
  return {
    cause: old
      ? l10n.t('The URL names a session that the server does not know: {0}', said)
      : launch.kind === 'sse'
        ? l10n.t('The server does not speak HTTP+SSE, but Streamable HTTP: {0}', said)
        : isLost
          ? l10n.t('The server no longer knows the session: it was restarted, or has several instances.')
          : isUnclear
            ? l10n.t(
                'The server has no session for the request: it was restarted, has several instances, or does not recognize "initialize".',
              )
            : l10n.t('The server wants a session ID in the first request, which cannot have one: {0}', said),
    remedies: [
      ...(isLost || isUnclear ? [tryAgain()] : []),
      ...(launch.kind === 'sse' ? [setValue(l10n.t('Use the transport "{0}"', 'http'), ['type'], 'http')] : []),
      ...(old ? [setValue(l10n.t('Remove the session from the URL'), ['url'], withoutSession(launch.url))] : []),
      enterUrl(launch.url),
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
  const local = /^(?:127\.|0\.0\.0\.0|host\.docker\.internal$)/.test(url.hostname)
    ? url.href.replace(url.hostname, 'localhost')
    : undefined;
  return {
    cause:
      /origin/i.test(body) && !/host/i.test(body)
        ? l10n.t('The server does not accept requests without a header "Origin" that it knows (HTTP {0}).', status)
        : l10n.t('The server does not accept the host name {0} (HTTP {1}).', url.host, status),
    remedies: [
      ...(/origin/i.test(body) && !/host/i.test(body)
        ? [setValue(l10n.t('Send "{0}"', `Origin: ${url.origin}`), ['headers', 'Origin'], url.origin)]
        : []),
      ...(local === undefined ? throughTunnel(url) : [setValue(l10n.t('Use "localhost"'), ['url'], local)]),
      enterUrl(launch.url),
      advise(
        l10n.t(
          'Use the host name that the server allows, or add {0} to its "allowed_hosts" (Python) or "allowedHosts" (TypeScript).',
          url.host,
        ),
      ),
    ],
    ...inEntry('url'),
    ...(body !== '' && { proof: body.slice(0, 300) }),
  };
});

/** To another machine: there the server is asked as "localhost", which it always accepts. */
function throughTunnel(url: URL): readonly Remedy[] {
  if (url.protocol !== 'http:' || url.port === '' || !/^(?!localhost$|127\.)[\w.-]+$/.test(url.hostname)) return [];
  const forward = `${url.port}:localhost:${url.port}`;
  const here = url.href.replace(url.hostname, 'localhost');
  return [
    runInTerminal(l10n.t('Open an SSH tunnel to it'), ['ssh', '-N', '-L', forward, url.hostname]),
    setValue(l10n.t('Use {0}', here), ['url'], here),
  ];
}
