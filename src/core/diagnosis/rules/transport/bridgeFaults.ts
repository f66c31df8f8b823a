import { l10n } from '../../../../base/l10n.ts';
import { setProxy } from '../../cures/environment.ts';
import type { Evidence, StdioFacts } from '../../model/evidence.ts';
import { setArgs } from '../../model/remedies.ts';
import type { Refusal } from './bridgeSignIn.ts';

const cut =
  /\bECONNRESET\b|socket hang up|socket disconnected before secure TLS|UND_ERR_(?:CONNECT_TIMEOUT|SOCKET)|\bETIMEDOUT\b|\bEHOSTUNREACH\b|\bENETUNREACH\b/;

/** Behind the proxy of a company nothing else comes through, and mcp-remote uses one only where it is told to. */
export function cutOff(
  output: string,
  url: string,
  { args, env }: StdioFacts,
  evidence: Evidence,
): Refusal | undefined {
  const said = cut.exec(output)?.[0];
  if (said === undefined || /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(url)) return undefined;
  const host = URL.canParse(url) ? new URL(url).host : url;
  const proxy = Object.keys(env).find((name) => /^https?_proxy$/i.test(name) && env[name]);
  const option = '--enable-proxy';
  const isUnused = args.some((arg) => /^mcp-remote(?:@|$)/.test(arg)) && !args.includes(option);
  if (proxy !== undefined && isUnused)
    return {
      cause: l10n.t('The bridge does not reach {0}: it uses {1} only with "{2}".', host, proxy, option),
      remedies: [setArgs(l10n.t('Add "{0}"', option), [...args, option])],
    };
  return {
    cause: /TIME|UNREACH/.test(said)
      ? l10n.t('{0} does not respond.', host)
      : l10n.t('{0} closed the connection without a response.', host),
    remedies: setProxy(evidence),
  };
}

/** A slip in the source of the bridge, which another version does not have. */
export function ownFault(output: string): boolean {
  return /(?:Fatal|Connection) error: (?:TypeError|ReferenceError|RangeError): (?!fetch failed|terminated|Invalid URL)/.test(
    output,
  );
}

/** What the server answered, in its own words. */
export function refusedRequest(output: string): string | undefined {
  const [, status = '', body = ''] = /\bHTTP (4\d\d)\)?: (\{[^\n]{1,600})/.exec(output) ?? [];
  const said = /"(?:message|error_description|detail|error)"\s*:\s*"([^"\n]{2,200})"/.exec(body)?.[1];
  return said === undefined ? undefined : `HTTP ${status}: ${said}`;
}
