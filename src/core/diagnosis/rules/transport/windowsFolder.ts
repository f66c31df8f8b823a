import { l10n } from '../../../../base/l10n.ts';
import { outputOf, stdioOf } from '../../model/evidence.ts';
import { raiseTimeout, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Windows sees the folders of WSL as those of another machine, in which many of its programs hang. */
export const windowsFromLinux = rule('transport/wsl-folder', (evidence) => {
  const launch = stdioOf(evidence);
  const [drive] = /^\/mnt\/[a-z]\/.+\.exe$/i.test(launch?.command ?? '') ? [launch?.command.slice(0, 6) ?? ''] : [];
  if (!launch || drive === undefined || !evidence.timedOut || outputOf(evidence).trim() !== '') return undefined;
  const folder = launch.cwd ?? evidence.machine.home;
  if (/^\/mnt\/[a-z](?:\/|$)/.test(folder)) return undefined;
  return {
    cause: l10n.t(
      '{0} is a program of Windows, but is started in {1}, a folder of Linux, where such programs can hang.',
      launch.command,
      folder,
    ),
    remedies: [setValue(l10n.t('Start the server in {0}', drive), ['cwd'], drive), raiseTimeout(120)],
    ...inEntry('cwd'),
    isCertain: false,
  };
});
