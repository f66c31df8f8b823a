import { l10n } from '../../../../base/l10n.ts';
import { gatewayNamed } from './gateways.ts';
import { remoteOf } from '../../model/evidence.ts';
import { advise, askForHeader, signIn } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const page =
  /redirects? to (https?:\/\/([^/\s]{1,200})\/\S{0,200}?(?:login|signin|sign-in|oauth2?|authorize|saml|sso|auth)\b)/i;

/** The page itself, where it stands at the address of the server. */
const form =
  /<title>[^<]{0,40}(?:sign[ -]?in|log[ -]?in|登录)[^<]{0,60}<\/title>|<input[^>]{0,80}type=["']?password|action=["'][^"'\n]{0,120}(?:login|signin|oauth2|saml)/i;

/** A gateway in front of the server sends programs to the page where users sign in. */
export const loginPage = rule('http/login-page', (evidence) => {
  const launch = remoteOf(evidence);
  const text = evidence.causes.map(({ message }) => message).join('\n');
  const [, , elsewhere = ''] = page.exec(text) ?? [];
  if (!launch) return undefined;
  const host =
    elsewhere || (form.test(evidence.body ?? '') && URL.canParse(launch.url) ? new URL(launch.url).host : '');
  if (host === '') return undefined;
  const isCloudflare = host.endsWith('.cloudflareaccess.com');
  const gateway = gatewayNamed(evidence.body ?? '');
  return {
    cause: gateway
      ? l10n.t('{0} stands in front of {1} and wants a sign-in on a page.', gateway.name, host)
      : l10n.t('A gateway in front of the server wants a sign-in on a page of {0}.', host),
    remedies: [
      ...(gateway && gateway.remedies.length > 0
        ? gateway.remedies
        : isCloudflare
          ? [askForHeader('CF-Access-Client-Id'), askForHeader('CF-Access-Client-Secret')]
          : [askForHeader('Authorization', 'Bearer'), signIn()]),
      advise(l10n.t('Ask its operator how programs get access.')),
    ],
    ...inEntry('headers'),
  };
});
