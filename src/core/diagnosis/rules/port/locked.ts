import { l10n } from '../../../../base/l10n.ts';
import { advise } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** Only one process may use something: a database, a profile of a browser, a file. */
export const lockHeld = outputRule(
  'port/locked',
  [
    /\block\b[^\n]{0,160}(?:Resource temporarily unavailable|held by)/i,
    /(?:acquire|obtain|get)[^\n]{0,40}\block\b(?![^\n]{0,200}[Pp]ermission denied)/i,
    /database is locked|Could not set lock|Conflicting lock/i,
    /\b(?:already running|another instance|already in use by another (?:process|instance))\b/i,
    /profile appears to be in use by another|Browser is already in use/,
  ],
  (_match, _evidence, line) => ({
    cause: l10n.t('Another process, perhaps an earlier instance of this server, holds what it needs: {0}', line),
    remedies: [advise(l10n.t('End that process, or give this server a folder of its own.'))],
    isCertain: false,
  }),
);
