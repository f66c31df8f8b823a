import { l10n } from '../../../../base/l10n.ts';
import { changeValue, secretsFor } from '../../cures/entryValues.ts';
import { openManual } from '../../cures/manual.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, tryAgain } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { hostIn } from '../../statements/network.ts';

/** What an API answered to the server, as client libraries tell it. */
export const serviceStatus = outputRule(
  'network/status',
  [
    /status(?: code)?:? ['"]?(4\d\d|5\d\d)\b/i,
    /(?:HTTP(?:\/[\d.]+)?|[Ee]rror code:?|[Rr]esponse(?: code)?:?|returned|responded with|got|status_code=|Server Error|Client Error) ?\(?(4\d\d|5\d\d)\b(?! ?(?:ms|bytes))/,
    /Error: (5\d\d) \{/,
    /\((4\d\d|5\d\d): (?:Not Found|Forbidden|Bad Request|Internal)/,
    /\b(4\d\d|5\d\d) (?:\(?(?:Not Found|Forbidden|Bad Request|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|Client Error|Server Error|Gone|Conflict|Unprocessable))/i,
  ],
  ([, text = ''], evidence, line) => {
    const status = Number(text);
    if (!stdioOf(evidence) || !evidence.end || status === 429 || status === 401 || status === 402) return undefined;
    if (/\b(?:model|table|collection|index|database|project|repository|channel|bucket) ["'`]/i.test(line))
      return undefined; // it says what
    const host = hostIn(line) ?? requestedHost(outputOf(evidence)) ?? onlyHost(evidence);
    return {
      cause: causeOf(status, host),
      remedies: [
        ...cures(status, host, evidence, line),
        advise(l10n.t('Check its address, IDs and credentials in "env" or "args".')),
      ],
      isCertain: false,
    };
  },
);

function causeOf(status: number, host: string | undefined): string {
  const who = host ?? l10n.t('The service that the server uses');
  if (status === 403) return l10n.t('{0} denies the server what it wants to do (HTTP {1}).', who, status);
  if (status === 404)
    return l10n.t(
      '{0} does not have what the server asks for (HTTP {1}): an address, an ID or a name is wrong.',
      who,
      status,
    );
  return status >= 500
    ? l10n.t('{0} has an error of its own (HTTP {1}).', who, status)
    : l10n.t('{0} does not accept the request of the server (HTTP {1}).', who, status);
}

function cures(status: number, host: string | undefined, evidence: Evidence, line: string): readonly Remedy[] {
  if (status >= 500) return [tryAgain()];
  const address = host === undefined ? [] : changeValue(evidence, host.replace(/:\d+$/, ''));
  const known = [...(status === 403 ? secretsFor(evidence, line) : []), ...address];
  return known.length > 0 ? known : [...secretsFor(evidence, line), ...openManual(evidence)];
}

/** Client libraries print the request behind the error. */
function requestedHost(output: string): string | undefined {
  const url = /\b(?:baseURL|url|uri|href|requestUrl|responseUrl)['"]?\s*[:=]\s*['"`](https?:\/\/[^\s'"`]{3,300})/.exec(
    output,
  )?.[1];
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}

function onlyHost(evidence: Evidence): string | undefined {
  const { env = {}, args = [] } = stdioOf(evidence) ?? {};
  const urls = [...args, ...Object.values(env)].filter(
    (value) => value !== null && /^https?:\/\//.test(value) && URL.canParse(value),
  );
  return urls.length === 1 ? new URL(urls[0] ?? '').host : undefined;
}
