import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const meanings: Readonly<Record<number, () => readonly [string, string]>> = {
  402: () => [l10n.t('The server asks for a payment'), l10n.t('Check the plan of your account.')],
  407: () => [l10n.t('A proxy in between requires authorization'), l10n.t('Add its user and password to HTTPS_PROXY.')],
  408: () => [l10n.t('The server did not get the request in time'), l10n.t('Try again.')],
  410: () => [l10n.t('The server was closed down'), l10n.t('Look for its new URL.')],
  413: () => [l10n.t('The request is too large for the server'), l10n.t('Ask its operator for a higher limit.')],
  421: () => [l10n.t('The server does not serve this host name'), l10n.t('Use the host name that it was set up for.')],
  429: () => [l10n.t('The server got too many requests'), l10n.t('Try again later.')],
  451: () => [l10n.t('The server is not available for legal reasons'), l10n.t('Ask its operator.')],
  500: () => [l10n.t('The server has an internal error'), l10n.t('Look at its log, or report it to its operator.')],
  501: () => [l10n.t('The server does not implement this'), l10n.t('Check the path and the type of the transport.')],
  502: () => [
    l10n.t('The proxy in front of the server gets no answer from it'),
    l10n.t('Start the server behind the proxy.'),
  ],
  503: () => [l10n.t('The server is overloaded or being restarted'), l10n.t('Try again later.')],
  504: () => [
    l10n.t('The proxy in front of the server waited too long for it'),
    l10n.t('Try again later, or look at the log of the server.'),
  ],
};

export const httpStatus = rule('http/status', (evidence) => {
  const launch = remoteOf(evidence);
  const { status, body = '' } = evidence;
  if (!launch || status === undefined || status < 400) return undefined;
  const known = meanings[status]?.() ?? (status >= 500 ? meanings[500]?.() : undefined);
  if (known)
    return {
      cause: l10n.t('{0} (HTTP {1}).', known[0], status),
      remedies: [advise(known[1])],
      ...inEntry('url'),
      ...(body !== '' && { proof: body.slice(0, 300) }),
    };
  return { ...badRequest(launch.url, status, body), ...inEntry('url') };
});

function badRequest(url: string, status: number, body: string): { cause: string; remedies: readonly Remedy[] } {
  if (/HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS/i.test(body))
    return {
      cause: l10n.t('The server uses TLS, but the URL begins with "http".'),
      remedies: [setValue(l10n.t('Use https'), ['url'], url.replace(/^http:/, 'https:'))],
    };
  return {
    cause:
      body === ''
        ? l10n.t('The server refused the request (HTTP {0}).', status)
        : l10n.t('The server refused the request (HTTP {0}): {1}', status, body.slice(0, 200)),
    remedies: [advise(l10n.t('Check the URL, the headers and the type of the transport.'))],
  };
}
