import { l10n } from '../../../../base/l10n.ts';
import { buildOf } from '../../cures/install.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** The server itself says so, or its start script. */
export const notBuilt = outputRule(
  'package/not-built',
  [
    /\b(?:is |has |was |are )?(?:not (?:been |yet )?(?:built|compiled)(?! with)|n't been (?:built|compiled)|build (?:output|artifacts?|folder|directory) (?:not found|missing))\b/i,
    /\b(?:run|execute) [`'"]?(?:npm|pnpm|yarn|bun) (?:run )?build\b[^\n]{0,20}(?:first|before)/i,
  ],
  (_match, evidence, line) => {
    const launch = stdioOf(evidence);
    if (!launch || !evidence.end || /webpack|wheel|extension/i.test(line)) return undefined;
    const command = buildOf(launch.command);
    return {
      cause: l10n.t('The server was not built yet.'),
      remedies: [
        runInTerminal(l10n.t('Run "{0}" in a terminal', command.join(' ')), command, launch.cwd),
        advise(l10n.t('Build it in its folder, then start it again.')),
      ],
      isCertain: false,
    };
  },
);
