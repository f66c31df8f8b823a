import { l10n } from '../../../../base/l10n.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const npmCacheOwned = outputRule(
  'package/cache-owner',
  [/Your cache folder contains root-owned files/, /npm (?:ERR!|error) code EACCES[^]{0,200}\/\.npm\//],
  () => ({
    cause: l10n.t('The cache of npm belongs to another user, so packages cannot be installed.'),
    remedies: [
      runInTerminal(l10n.t('Take ownership of the cache'), ['sh', '-c', 'sudo chown -R $(id -u):$(id -g) ~/.npm']),
      advise(l10n.t('Or remove the folder ~/.npm.')),
    ],
  }),
);

export const npmCacheBroken = outputRule(
  'package/cache-broken',
  [
    /npm (?:ERR!|error) (?:code )?(ENOTEMPTY|EINTEGRITY|ECORRUPTED|EEXIST)/,
    /(zlib: unexpected end of file|TAR_ENTRY_ERROR|Unexpected end of JSON input while parsing near)/,
  ],
  ([, code = '']) => ({
    cause: l10n.t('What npm has stored of the package is damaged ({0}).', code),
    remedies: [runInTerminal(l10n.t('Clear the cache of npm'), ['npm', 'cache', 'clean', '--force'])],
  }),
);

export const diskFull = outputRule(
  'package/disk-full',
  [/(?:ENOSPC(?!: System limit)|No space left on device|disk quota exceeded)[^\n]{0,200}/i],
  () => ({
    cause: l10n.t('The disk is full.'),
    remedies: [advise(l10n.t('Free some space and start the server again.'))],
  }),
);
