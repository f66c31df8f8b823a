import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { nearbyFile } from '../../model/nearbyFile.ts';
import { advise, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

export const workingFolderMissing = rule('path/cwd', (evidence) => {
  const cwd = stdioOf(evidence)?.cwd;
  if (cwd === undefined || evidence.machine.kindOf(cwd) === 'folder') return undefined;
  const isFile = evidence.machine.kindOf(cwd) === 'file';
  const near = nearbyFile(cwd, evidence.machine);
  return {
    cause: isFile
      ? l10n.t('The working folder {0} is a file.', cwd)
      : l10n.t('The working folder {0} does not exist.', cwd),
    remedies: [
      ...(near === undefined ? [] : [setValue(l10n.t('Use {0}', near), ['cwd'], near)]),
      setValue(l10n.t('Remove "cwd", so that the workspace folder is used'), ['cwd'], undefined),
      advise(l10n.t('Or create the folder {0}.', cwd)),
    ],
    ...inEntry('cwd'),
  };
});
