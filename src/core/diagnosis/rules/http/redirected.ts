import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import { advise, askForHeader, enterUrl, setValue } from '../../model/remedies.ts';
import { type Finding, inEntry, rule } from '../../model/rule.ts';

export const redirectedElsewhere = rule('http/redirect', (evidence) => {
  const launch = remoteOf(evidence);
  if (!launch) return undefined;
  const text = evidence.causes.map(({ message }) => message).join('\n');
  const target = /redirects? to (https?:\/\/\S{1,300}?)(?: |$|\)|,)/i.exec(text)?.[1];
  if (target === undefined)
    return evidence.status !== undefined && evidence.status >= 300 && evidence.status < 400
      ? unfollowed(launch.url, evidence.status, /sign.?in|log.?in|oauth/i.test(evidence.body ?? ''))
      : undefined;
  return {
    cause: l10n.t('The server has moved to {0}.', target),
    remedies: [
      setValue(l10n.t('Use {0}, if you trust it', target), ['url'], target),
      advise(l10n.t('It is not followed automatically, because the token would go there.')),
    ],
    ...inEntry('url'),
  };
});

/** Frameworks redirect to the same path with a slash at its end, or without it. */
function unfollowed(url: string, status: number, isLogin: boolean): Finding {
  const other = new URL(url);
  const isPlain = other.protocol === 'http:' && !/^(?:localhost|127\.|\[::1\])/.test(other.hostname);
  const secure = url.replace(/^http:/, 'https:');
  other.pathname = other.pathname.endsWith('/') ? other.pathname.slice(0, -1) : `${other.pathname}/`;
  return {
    cause: isLogin
      ? l10n.t('{0} redirects to a page for signing in (HTTP {1}).', other.host, status)
      : l10n.t('{0} redirects to another address (HTTP {1}).', other.host, status),
    remedies: [
      ...(isLogin ? [askForHeader('Authorization', 'Bearer')] : []),
      ...(isPlain ? [setValue(l10n.t('Use https'), ['url'], secure)] : []),
      setValue(l10n.t('Use {0}', other.href), ['url'], other.href),
      enterUrl(url),
    ],
    ...inEntry('url'),
  };
}
