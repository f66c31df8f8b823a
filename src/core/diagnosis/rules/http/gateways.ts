import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { remoteOf } from '../../model/evidence.ts';
import { advise, ask, askForHeader, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

interface Gateway {
  readonly name: string;
  /** In the body, the challenge, or where it redirects to. */
  readonly says?: RegExp;
  /** In the URL of the server. */
  readonly at?: RegExp;
  /** The headers in which it wants what programs have. */
  readonly headers: readonly (readonly [name: string, scheme?: string])[];
  /** A package of Python that signs the requests for it. */
  readonly bridge?: string;
}

/** What stands in front of a server and lets nobody through that it does not know; the server itself was not asked. */
const gateways: readonly Gateway[] = [
  {
    name: 'Google Identity-Aware Proxy',
    says: /\bIAP\b|x-goog-iap|iap\.googleapis/i,
    headers: [['Authorization', 'Bearer']],
  },
  {
    name: 'Cloudflare Access',
    says: /cloudflareaccess\.com|cf-access|Cloudflare Access/i,
    headers: [['CF-Access-Client-Id'], ['CF-Access-Client-Secret']],
  },
  {
    name: 'Cloud Run',
    says: /Your client does not have permission to get URL/i,
    headers: [['Authorization', 'Bearer']],
  },
  {
    name: 'Dev Tunnels',
    at: /\.devtunnels\.ms(?:[/:]|$)/,
    headers: [['X-Tunnel-Authorization', 'tunnel']],
  },
  {
    name: 'GitHub Codespaces',
    at: /\.(?:app\.github|githubpreview)\.dev(?:[/:]|$)/,
    headers: [['X-Github-Token']],
  },
  {
    name: 'Azure Functions',
    at: /\/runtime\/webhooks\/mcp/,
    headers: [['x-functions-key']],
  },
  {
    name: 'Azure App Service',
    says: /You do not have permission to view this directory or page|\.auth\/login|x-ms-middleware/i,
    headers: [['Authorization', 'Bearer']],
  },
  {
    name: 'Azure API Management',
    says: /subscription key/i,
    headers: [['Ocp-Apim-Subscription-Key']],
  },
  {
    name: 'AWS Lambda',
    says: /Function URL authorization|lambda\/latest\/dg\/urls-auth/i,
    headers: [],
    bridge: 'mcp-proxy-for-aws@latest',
  },
  {
    name: 'AWS API Gateway (IAM)',
    says: /The request signature we calculated|Authorization header requires 'Credential'|is not authorized to perform: (?:execute-api|bedrock-agentcore)/i,
    headers: [],
    bridge: 'mcp-proxy-for-aws@latest',
  },
  {
    name: 'AWS API Gateway',
    says: /^\s*\{"message":\s*"Forbidden"\}\s*$|x-amzn-errortype|not authorized to access this resource with an explicit deny/i,
    headers: [['x-api-key']],
  },
  { name: 'Kong', says: /No API key found in request|Kong Error/i, headers: [['apikey']] },
  {
    name: 'oauth2-proxy',
    says: /oauth2[-_]proxy|\/oauth2\/(?:start|sign_in)/i,
    headers: [['Authorization', 'Bearer']],
  },
  { name: 'Authelia', says: /authelia/i, headers: [['Proxy-Authorization', 'Basic']] },
  { name: 'authentik', says: /authentik|goauthentik/i, headers: [['Authorization', 'Bearer']] },
  { name: 'Pomerium', says: /pomerium/i, headers: [['Authorization', 'Bearer']] },
  { name: 'Tailscale', says: /tailscale.{0,40}(?:login|not logged|denied)/i, headers: [] },
];

export const gatewayInFront = rule('http/gateway', (evidence) => {
  const launch = remoteOf(evidence);
  const { status, body = '', challenge = '' } = evidence;
  if (!launch || !URL.canParse(launch.url) || (status !== 401 && status !== 403)) return undefined;
  const found = gateways.find(({ says, at }) => says?.test(`${body}\n${challenge}`) ?? at?.test(launch.url));
  if (!found || body.includes('"jsonrpc"')) return undefined;
  const { host } = new URL(launch.url);
  const sent = Object.keys(launch.headers).filter((name) => found.headers.every(([each]) => each !== name));
  return {
    cause:
      sent.length === 0
        ? l10n.t('{0} stands in front of {1} and wants its own credentials (HTTP {2}).', found.name, host, status)
        : l10n.t(
            '{0} stands in front of {1} and wants its own credentials, not the header "{2}" (HTTP {3}).',
            found.name,
            host,
            sent.join(', '),
            status,
          ),
    remedies: [...cures(found, launch.url), advise(l10n.t('Ask its operator how programs get access.'))],
    ...inEntry('headers'),
    ...(body !== '' && { proof: body.slice(0, 300) }),
  };
});

/** Gateways whose pages come with the status of success, by their names on them. */
export function gatewayNamed(body: string): { name: string; remedies: readonly Remedy[] } | undefined {
  const found = gateways.find(({ name }) =>
    new RegExp(`<title>[^<]{0,60}${name.replace(/[()]/g, '')}`, 'i').test(body),
  );
  return found && { name: found.name, remedies: cures(found, '') };
}

function cures({ headers, bridge }: Gateway, url: string): readonly Remedy[] {
  if (bridge !== undefined)
    return [
      setValues(l10n.t('Connect with "{0}", which signs the requests', bridge), [
        { path: ['command'], value: 'uvx' },
        { path: ['args'], value: [bridge, url] },
        ...['type', 'url', 'headers'].map((name) => ({ path: [name], value: undefined })),
      ]),
    ];
  return headers.length === 0
    ? [ask(l10n.t('Enter another URL'), ['url'], { now: url })]
    : headers.map(([name, scheme]) => askForHeader(name, scheme));
}
