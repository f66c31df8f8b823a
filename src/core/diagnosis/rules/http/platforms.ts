import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, remoteOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, enterUrl, raiseTimeout, tryAgain } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

type State = 'starting' | 'crashed' | 'slow' | 'gone' | 'paused' | 'behind';

interface Sign {
  readonly says: RegExp;
  readonly name: string;
  readonly state: State;
}

/** Where servers run, by what it answers in place of a server that does not. */
const signs: readonly Sign[] = [
  { says: /(FUNCTION_INVOCATION_TIMEOUT|EDGE_FUNCTION_INVOCATION_TIMEOUT)/, name: 'Vercel', state: 'slow' },
  { says: /((?:EDGE_)?FUNCTION_INVOCATION_FAILED|INTERNAL_FUNCTION_\w+)/, name: 'Vercel', state: 'crashed' },
  { says: /(DEPLOYMENT_NOT_FOUND|DEPLOYMENT_DELETED|DEPLOYMENT_DISABLED)/, name: 'Vercel', state: 'gone' },
  { says: /(DEPLOYMENT_PAUSED)/, name: 'Vercel', state: 'paused' },
  { says: /(Worker exceeded \w+ \w+ limit|error code: 1102|Error 1102)/i, name: 'Cloudflare Workers', state: 'slow' },
  { says: /(Worker threw exception|error code: 1101|Error 1101)/i, name: 'Cloudflare Workers', state: 'crashed' },
  { says: /(There is nothing here yet|error code: 1042|Error 1042)/, name: 'Cloudflare Workers', state: 'gone' },
  { says: /(No such app|herokucdn\.com\/error-pages\/no-such-app)/i, name: 'Heroku', state: 'gone' },
  { says: /(herokucdn\.com\/error-pages\/application-error|Application error)/i, name: 'Heroku', state: 'crashed' },
  { says: /(Application failed to respond)/, name: 'Railway', state: 'crashed' },
  { says: /"(Application not found)"/, name: 'Railway', state: 'gone' },
  { says: /(service has been suspended)/i, name: 'Render', state: 'paused' },
  { says: /(Function host is not running)/, name: 'Azure Functions', state: 'crashed' },
  { says: /(web app is stopped)/i, name: 'Azure App Service', state: 'paused' },
  { says: /(BOOT_ERROR|WORKER_ERROR|WORKER_LIMIT)\b/, name: 'Supabase Edge Functions', state: 'crashed' },
  { says: /(Requested function was not found)/, name: 'Supabase Edge Functions', state: 'gone' },
  { says: /(error decoding lambda response|Function (?:has )?crashed)/i, name: 'Netlify', state: 'crashed' },
  { says: /(Site not found|Not found - Request ID)/i, name: 'Netlify', state: 'gone' },
  { says: /(space is (?:building|starting|waking up))/i, name: 'Hugging Face Spaces', state: 'starting' },
  { says: /(space is in error)/i, name: 'Hugging Face Spaces', state: 'crashed' },
  { says: /(space is (?:paused|sleeping))/i, name: 'Hugging Face Spaces', state: 'paused' },
  { says: /(The request failed because either the HTTP response was malformed)/, name: 'Cloud Run', state: 'crashed' },
  { says: /(The requested URL <code>[^<]{1,80}<\/code> was not found on this server)/, name: 'Google', state: 'gone' },
];

/** Proxies that have nobody behind them, by their own pages. */
const proxies: readonly (readonly [RegExp, string])[] = [
  [/<center>(nginx|openresty)/i, 'nginx'],
  [/No server is available to handle this request/i, 'HAProxy'],
  [/no available server|^Bad Gateway\s*$|^Gateway Timeout\s*$/i, 'Traefik'],
  [/upstream connect error|no healthy upstream|upstream request timeout/i, 'Envoy'],
  [/Apache[^<]{0,40}Server at|The proxy server received an invalid response/i, 'Apache'],
  [/ring-balancer|An invalid response was received from the upstream server/i, 'Kong'],
  [/awselb/i, 'AWS Load Balancer'],
  [/Varnish/i, 'Varnish'],
  [/cloudfront/i, 'CloudFront'],
  [/HTTP Error 50[23]\.|Microsoft-Azure-Application-Gateway/i, 'Application Gateway'],
];

/** The server does not run, and what it runs on or behind tells so. */
export const platformDown = rule('http/platform', (evidence) => {
  const launch = remoteOf(evidence);
  const { status = 0, body = '' } = evidence;
  if (!launch || !URL.canParse(launch.url) || status < 400 || body.includes('"jsonrpc"')) return undefined;
  const sign = signs.find(({ says }) => says.test(body)) ?? behindProxy(status, body);
  if (!sign) return undefined;
  const { host } = new URL(launch.url);
  const found = sign.says.exec(body)?.[1] ?? `HTTP ${status}`;
  return {
    cause: causeOf(sign, host, found),
    remedies: remedies(sign, launch.url),
    ...inEntry('url'),
    proof: body.slice(0, 300),
  };
});

function behindProxy(status: Evidence['status'], body: string): Sign | undefined {
  if (status !== 502 && status !== 503 && status !== 504) return undefined;
  const [, name] = proxies.find(([says]) => says.test(body)) ?? [];
  return name === undefined ? undefined : { says: /^$/, name, state: status === 504 ? 'slow' : 'behind' };
}

function causeOf({ name, state }: Sign, host: string, found: string): string {
  switch (state) {
    case 'starting':
      return l10n.t('The server at {0}, which runs on {1}, is just being started ({2}).', host, name, found);
    case 'crashed':
      return l10n.t('The server at {0}, which runs on {1}, has crashed ({2}).', host, name, found);
    case 'slow':
      return l10n.t('The server at {0} took too long for {1} ({2}).', host, name, found);
    case 'gone':
      return l10n.t('{0} has nothing at {1}: it was deleted or renamed ({2}).', name, host, found);
    case 'paused':
      return l10n.t('The server at {0}, which runs on {1}, is stopped ({2}).', host, name, found);
    case 'behind':
      return l10n.t('{0} in front of {1} reaches no running server behind it ({2}).', name, host, found);
  }
}

function remedies({ name, state }: Sign, url: string): readonly Remedy[] {
  switch (state) {
    case 'gone':
      return [enterUrl(url), advise(l10n.t('Look for the current address of the server on the page of {0}.', name))];
    case 'slow':
      return [tryAgain(), raiseTimeout(120), advise(l10n.t('Look at the log of the server on {0}.', name))];
    case 'paused':
      return [tryAgain(), enterUrl(url), advise(l10n.t('Start it again on the page of {0}.', name))];
    case 'starting':
      return [tryAgain(), raiseTimeout(120)];
    case 'crashed':
      return [tryAgain(), advise(l10n.t('Look at the log of the server on {0}.', name))];
    case 'behind':
      return [
        tryAgain(),
        enterUrl(url),
        advise(
          l10n.t('Start the server behind {0}, and check the address and port to which it passes requests.', name),
        ),
      ];
  }
}
