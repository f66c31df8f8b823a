import { l10n } from '../../../base/l10n.ts';
import { revealOnOneLine } from '../../../base/text/hiddenCharacters.ts';
import type { DecidingFile, LaunchContext } from '../../config/variables/launchApproval.ts';
import { type Risk, caution, danger, note } from './risk.ts';

/** What lies beside the command and decides what it runs, with the reason. */
export function decidingRisks({ deciding = [], programUnknown }: LaunchContext): readonly Risk[] {
  const unknown = l10n.t('Which program runs is known only at the start: variables decide.');
  return [...(programUnknown ? [caution('unknown-program', unknown)] : []), ...deciding.map(riskOf)];
}

function riskOf({ kind, file: written, lines }: DecidingFile): Risk {
  const file = revealOnOneLine(written);
  const shown = revealOnOneLine(lines.join('; '));
  switch (kind) {
    case 'copy':
      return danger(
        'local-copy',
        l10n.t('A copy in this workspace is run, not the package of the registry: {0}', file),
        file,
      );
    case 'script':
      return caution('workspace-script', l10n.t('It runs a script of {0}: {1}', file, shown), file);
    case 'code':
      return lines.length === 0
        ? caution('workspace-settings', l10n.t('{0} in this workspace decides what runs.', file), file)
        : danger('workspace-settings', l10n.t('{0} in this workspace decides what runs: {1}', file, shown), file);
    case 'settings':
      return lines.length === 0
        ? note('workspace-settings', l10n.t('{0} in this workspace is read by the program.', file), file)
        : caution(
            'workspace-settings',
            l10n.t('{0} in this workspace decides where packages come from: {1}', file, shown),
            file,
          );
    default:
      return kind satisfies never;
  }
}
