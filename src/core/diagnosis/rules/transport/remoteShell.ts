import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, ask } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Options of ssh that have a value. */
const withValue = /^-[BbcDEeFIiJLlmOopQRSWw]$/;

/** Without a command ssh opens a shell, which greets and takes messages for commands. */
export const remoteShell = rule('transport/remote-shell', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || programName(launch.command) !== 'ssh' || evidence.noise.length === 0) return undefined;
  const words = launch.args.filter((arg, at) => !arg.startsWith('-') && !withValue.test(launch.args[at - 1] ?? ''));
  const [host, command] = words;
  if (host === undefined || command !== undefined) return undefined;
  return {
    cause: l10n.t('ssh opens a shell on {0}, because no command stands behind it.', host),
    remedies: [
      ask(l10n.t('Enter the command that starts the server there'), ['args', launch.args.length]),
      advise(l10n.t('Add the command of the server behind the host, and "-T" in front of it.')),
    ],
    ...inEntry('args'),
  };
});
