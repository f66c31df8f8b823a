import { l10n } from '../../../../base/l10n.ts';
import { hasCode, stdioOf } from '../../model/evidence.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';
import { splitCommandLine } from '../../../config/edit/newServer.ts';

/** A whole command line in "command". */
export const commandLine = rule('program/command-line', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !hasCode(evidence, 'ENOENT') || !/\s/.test(launch.command.trim())) return undefined;
  const { command, args, cwd } = launch;
  const isShell = /&&|\|\||[;|<>]|^cd\s/.test(command);
  const shell = evidence.machine.platform === 'win32' ? ['cmd', '/c'] : ['sh', '-c'];
  const [program = '', ...words] = isShell ? [...shell, [command, ...args].join(' ')] : splitCommandLine(command);
  const changes = [
    { path: ['command'], value: program },
    { path: ['args'], value: isShell ? words : [...words, ...args] },
  ];
  return {
    cause: isShell
      ? l10n.t('"command" holds a line for a shell, but servers are started without one.')
      : l10n.t('"command" holds the program and its arguments: there is no program "{0}".', command),
    remedies: [
      setValues(
        isShell
          ? l10n.t('Run it with "{0}"', shell.join(' '))
          : l10n.t('Put "{0}" into "command", and the rest into "args"', program),
        changes,
      ),
    ],
    ...inEntry('command'),
    ...(cwd !== undefined && evidence.machine.kindOf(cwd) === undefined && { isCertain: false }),
  };
});
