import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, remoteOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, askForHeader, enterUrl, raiseTimeout, setValue, setValues, tryAgain } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const meanings: Readonly<Record<number, () => readonly [string, string]>> = {
  402: () => [l10n.t('The server asks for a payment'), l10n.t('Check the plan of your account.')],
  407: () => [l10n.t('A proxy in between requires authorization'), l10n.t('Add its user and password to HTTPS_PROXY.')],
  408: () => [l10n.t('The server did not get the request in time'), l10n.t('Try again.')],
  410: () => [l10n.t('The server was closed down'), l10n.t('Look for its new URL.')],
  413: () => [l10n.t('The request is too large for the server'), l10n.t('Ask its operator for a higher limit.')],
  426: () => [
    l10n.t('The server wants another protocol, such as a WebSocket'),
    l10n.t('Check the path and the type of the transport.'),
  ],
  429: () => [l10n.t('The server got too many requests'), l10n.t('Try again later.')],
  451: () => [l10n.t('The server is not available for legal reasons'), l10n.t('Ask its operator.')],
  500: () => [l10n.t('The server has an internal error'), l10n.t('Look at its log, or report it to its operator.')],
  501: () => [l10n.t('The server does not implement this'), l10n.t('Check the path and the type of the transport.')],
  502: () => [
    l10n.t('The proxy in front of the server gets no answer from it'),
    l10n.t('Start the server behind the proxy.'),
  ],
  503: () => [l10n.t('The server is overloaded or being restarted'), l10n.t('Try again later.')],
  529: () => [l10n.t('The server is overloaded or being restarted'), l10n.t('Try again later.')],
  504: () => [
    l10n.t('The proxy in front of the server waited too long for it'),
    l10n.t('Try again later, or look at the log of the server.'),
  ],
};

/** What tunnels and content networks say of a server that is gone behind them. */
const offline =
  /ERR_NGROK_\d+|endpoint \S{1,100} is offline|error code: (?:1033|1016|530)|Tunnel (?:not found|unavailable)|no healthy upstream|Application failed to respond|web ?app is stopped|site is (?:disabled|suspended)|service (?:has been )?suspended|Application Error|deployment (?:not found|could not be found|is paused)|DEPLOYMENT_NOT_FOUND|space is in error/i;

export const tunnelOffline = rule('http/offline', (evidence) => {
  const launch = remoteOf(evidence);
  const found = offline.exec(evidence.body ?? '')?.[0];
  if (
    !launch ||
    (found === undefined &&
      !(evidence.status !== undefined && evidence.status >= 520 && evidence.status <= 530 && evidence.status !== 529))
  )
    return undefined;
  return {
    cause: l10n.t(
      'The server behind {0} does not run, or its tunnel has another address now ({1}).',
      hostOf(launch.url),
      found ?? `HTTP ${evidence.status}`,
    ),
    remedies: [enterUrl(launch.url), advise(l10n.t('Start the server and its tunnel.'))],
    ...inEntry('url'),
  };
});

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** May be over in a moment. */
const passes: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** The sentence in a body, be it JSON, a page or text. */
function saidIn(body: string): string {
  const json = /"(?:message|error_description|detail|error|title|reason)"\s*:\s*"([^"\n]{3,200})"/.exec(body)?.[1];
  const page = /<(?:title|h1|pre)[^>]{0,60}>([^<\n]{3,120})</i.exec(body)?.[1];
  const isText = /^[^<{[\n]{3,200}$/.test(body.trim());
  return (json ?? page ?? (isText ? body : '')).trim();
}

const ownRules: ReadonlySet<number> = new Set([401, 403, 404, 405, 406, 415]);

export const httpStatus = rule('http/status', (evidence) => {
  const launch = remoteOf(evidence);
  const { status = statusOfProxy(evidence), body = '' } = evidence;
  if (!launch || status === undefined || status < 400 || ownRules.has(status)) return undefined;
  const known = meanings[status]?.() ?? (status >= 500 ? meanings[500]?.() : undefined);
  if (known)
    return {
      cause:
        saidIn(body) === ''
          ? l10n.t('{0} (HTTP {1}).', known[0], status)
          : l10n.t('{0} (HTTP {1}): {2}', known[0], status, saidIn(body)),
      remedies: [
        ...(status === 426
          ? [setValue(l10n.t('Use {0}', 'WebSocket'), ['url'], launch.url.replace(/^http/, 'ws'))]
          : []),
        ...(status === 410 || status === 501 ? [...namedPath(launch.url, body), enterUrl(launch.url)] : []),
        ...(status === 504 || status === 408 ? [raiseTimeout(120)] : []),
        ...(passes.has(status) || status === 407 ? [tryAgain()] : []),
        advise(known[1]),
      ],
      ...inEntry('url'),
      ...(body !== '' && { proof: body.slice(0, 300) }),
    };
  return { ...badRequest(launch.url, status, body), ...inEntry('url') };
});

/** A tunnel through a proxy has no response of the server. */
function statusOfProxy({ causes }: Evidence): number | undefined {
  return causes.some(({ message }) => /\bproxy\b[^\n]{0,60}\b407\b/i.test(message)) ? 407 : undefined;
}

/** "Use /v1/mcp instead": another path of the same server. */
export function namedPath(url: string, body: string): readonly Remedy[] {
  const said =
    /\b(?:use|moved to|available at|switch to|migrate to|try|now at)\b[^\n"]{0,40}?(?:https?:\/\/[\w.:-]{1,100})?(\/[\w./-]{2,80})/i.exec(
      body,
    )?.[1];
  if (said === undefined || !URL.canParse(url)) return [];
  const next = new URL(said.replace(/[.,]$/, ''), new URL(url).origin).href;
  const type = /\/sse\/?$/.test(next) ? 'sse' : 'http';
  return [
    setValues(l10n.t('Use {0}', next), [
      { path: ['type'], value: type },
      { path: ['url'], value: next },
    ]),
  ];
}

function badRequest(url: string, status: number, body: string): { cause: string; remedies: readonly Remedy[] } {
  if (/HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS/i.test(body))
    return {
      cause: l10n.t('The server uses TLS, but the URL begins with "http".'),
      remedies: [setValue(l10n.t('Use https'), ['url'], url.replace(/^http:/, 'https:'))],
    };
  if (
    /No required SSL certificate was sent|client certificate (?:is )?(?:required|missing)|certificate required/i.test(
      body,
    )
  )
    return {
      cause: l10n.t('The server wants a certificate of who connects (mTLS), which is not sent.'),
      remedies: [
        enterUrl(url),
        advise(l10n.t('Ask its operator for an address that takes a token instead, or use a bridge that sends it.')),
      ],
    };
  const header =
    /(?:missing|required?|without|no|provide)[^\n]{0,30}\bheader:? [`'"]?([A-Za-z][\w-]{2,40})|(?:missing|requires?|without|no)(?: (?:required|an?|the|valid))* [`'"]?([A-Z][A-Za-z-]{3,40})[`'"]? header|[`'"]?\b([A-Za-z]+(?:-[A-Za-z]+)+)[`'"]? header[^\n]{0,20}(?:required|missing)/i.exec(
      body,
    );
  const wanted =
    /(?:missing|provide|required?|invalid)[^]{0,60}?(?:in|via|with|using|as) (?:the |an? )?[`'"]?([A-Za-z][\w-]{3,40})[`'"]? header/i.exec(
      body,
    )?.[1];
  const name = wanted ?? header?.slice(1).find((each) => each !== undefined);
  if (name !== undefined)
    return {
      cause: l10n.t('The server requires the header "{0}".', name),
      remedies: [askForHeader(name)],
    };
  return {
    cause:
      body === ''
        ? l10n.t('The server refused the request (HTTP {0}).', status)
        : l10n.t('The server refused the request (HTTP {0}): {1}', status, body.slice(0, 200)),
    remedies: [enterUrl(url), advise(l10n.t('Check the URL, the headers and the type of the transport.'))],
  };
}
