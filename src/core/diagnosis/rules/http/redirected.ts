import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import { advise, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

export const redirectedElsewhere = rule('http/redirect', (evidence) => {
  const launch = remoteOf(evidence);
  if (!launch) return undefined;
  const text = evidence.causes.map(({ message }) => message).join('\n');
  const target = /redirects? to (https?:\/\/\S{1,300}?)(?: |$|\)|,)/i.exec(text)?.[1];
  if (target === undefined) return undefined;
  return {
    cause: l10n.t('The server has moved to {0}.', target),
    remedies: [
      setValue(l10n.t('Use it as the URL of this server, if you trust it'), ['url'], target),
      advise(l10n.t('It is not followed automatically, because the token would go there.')),
    ],
    ...inEntry('url'),
  };
});
