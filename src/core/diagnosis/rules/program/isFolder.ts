import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { askForFile } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

export const programIsFolder = rule('program/is-folder', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !/[/\\]/.test(launch.command) || evidence.machine.kindOf(launch.command) !== 'folder')
    return undefined;
  return {
    cause: l10n.t('{0} is a folder and not a program.', launch.command),
    remedies: [askForFile(l10n.t('Choose the program'), ['command'])],
    ...inEntry('command'),
  };
});
