import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** A server for one system. */
export const otherPlatformOnly = outputRule(
  'runtime/platform',
  [
    /Unsupported platform for [^\n]{1,120}?wanted \{"os":"?\[?"?(!?\w{2,20})/,
    /\b(?:only|currently) (?:works?|supports?|runs?|available|supported)(?: on| for)? (macOS|Mac OS|OS X|Darwin|Windows|Linux)\b/i,
    /\b(?:requires?|needs?|designed for|is for) (macOS|Mac OS|Windows|Linux)\b(?! ?\d)/i,
    /(?:not supported|unsupported) (?:on|platform|operating system):? ?(linux|darwin|win32|macOS|Windows)\b/i,
  ],
  ([, system = ''], evidence) =>
    stdioOf(evidence) &&
    evidence.end && {
      cause: l10n.t('The server does not run on this system ({0}): {1}', evidence.machine.platform, system),
      remedies: [advise(l10n.t('Use it on that system, or another server.'))],
      isCertain: false,
    },
);
