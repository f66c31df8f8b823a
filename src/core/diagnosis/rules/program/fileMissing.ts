import { l10n } from '../../../../base/l10n.ts';
import { buildProject } from '../../cures/buildProject.ts';
import { hasCode, stdioOf } from '../../model/evidence.ts';
import { advise, askForFile, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';
import { nearbyFile } from '../../model/nearbyFile.ts';

export const programFileMissing = rule('program/file-missing', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !hasCode(evidence, 'ENOENT') || !/[/\\]/.test(launch.command)) return undefined;
  const { command, cwd } = launch;
  const near = nearbyFile(command, evidence.machine, cwd);
  const built = near === undefined ? buildProject(command, evidence) : [];
  return {
    cause:
      built.length > 0
        ? l10n.t('The file {0} does not exist: the server was not built yet.', command)
        : l10n.t('There is no file {0}.', command),
    remedies: [
      ...(near === undefined ? [] : [setValue(l10n.t('Use {0}', near), ['command'], near)]),
      ...built,
      askForFile(l10n.t('Choose the program'), ['command']),
      advise(l10n.t('Check "command" of this server, or build or install it first.')),
    ],
    ...inEntry('command'),
  };
});
