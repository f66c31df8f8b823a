import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import { advise, askForHeader, signIn } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const page =
  /redirects? to (https?:\/\/([^/\s]{1,200})\/\S{0,200}?(?:login|signin|sign-in|oauth2?|authorize|saml|sso|auth)\b)/i;

/** A gateway in front of the server sends programs to the page where users sign in. */
export const loginPage = rule('http/login-page', (evidence) => {
  const launch = remoteOf(evidence);
  const text = evidence.causes.map(({ message }) => message).join('\n');
  const [, , host = ''] = page.exec(text) ?? [];
  if (!launch || host === '') return undefined;
  const isCloudflare = host.endsWith('.cloudflareaccess.com');
  return {
    cause: l10n.t('A gateway in front of the server wants a sign-in on a page of {0}.', host),
    remedies: [
      ...(isCloudflare
        ? [askForHeader('CF-Access-Client-Id'), askForHeader('CF-Access-Client-Secret')]
        : [askForHeader('Authorization', 'Bearer'), signIn()]),
      advise(l10n.t('Ask its operator how programs get access.')),
    ],
    ...inEntry('headers'),
  };
});
