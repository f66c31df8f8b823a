import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { placesOf } from '../../model/entryPlaces.ts';
import { type StdioFacts, stdioOf } from '../../model/evidence.ts';
import { askForFile, setValues } from '../../model/remedies.ts';
import { type Finding, inEntry, rule } from '../../model/rule.ts';

/** A path of Windows on another system, as after a move to WSL or a container. */
export const windowsPath = rule('windows/path', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || (evidence.machine.platform === 'win32' && programName(launch.command) !== 'wsl')) return undefined;
  if (evidence.machine.platform === 'win32') return insideWsl(launch);
  const texts = [launch.command, ...launch.args];
  const at = texts.findIndex((text) => /^[A-Za-z]:[\\/]/.test(text) || /^\\\\\w/.test(text));
  const text = texts[at];
  if (text === undefined) return undefined;
  const mounted = `/mnt/${text[0]?.toLowerCase() ?? 'c'}${text.slice(2).replaceAll('\\', '/')}`;
  const path = at === 0 ? ['command'] : ['args', at - 1];
  return {
    cause: l10n.t('{0} is a path of Windows, but the server is started on {1}.', text, evidence.machine.platform),
    remedies: [
      ...(evidence.machine.kindOf(mounted) === undefined
        ? []
        : [setValues(l10n.t('Use {0}', mounted), [{ path, value: mounted }])]),
      askForFile(l10n.t('Choose the file'), path),
    ],
    ...inEntry(...path),
  };
});

/** What WSL runs sees the drives of Windows below /mnt. */
function insideWsl({ args }: StdioFacts): Finding | undefined {
  const at = args.findIndex((arg) => /^[A-Za-z]:[\\/]/.test(arg));
  const text = args[at];
  if (text === undefined) return undefined;
  const mounted = `/mnt/${text[0]?.toLowerCase() ?? 'c'}${text.slice(2).replaceAll('\\', '/')}`;
  return {
    cause: l10n.t('{0} is a path of Windows, but the server is started on {1}.', text, 'WSL'),
    remedies: [setValues(l10n.t('Use {0}', mounted), [{ path: ['args', at], value: mounted }])],
    ...inEntry('args', at),
  };
}

/** The other way round: a path of WSL, which only programs in there know. */
export const linuxPath = rule('windows/linux-path', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || evidence.machine.platform !== 'win32') return undefined;
  const { command, args } = launch;
  const at = ofLinux.test(command) ? -1 : args.findIndex((arg) => ofLinux.test(arg) && isScript.test(arg));
  const text = at < 0 ? command : (args[at] ?? '');
  if (!ofLinux.test(text) || inLinux.test(programName(command))) return undefined;
  const place = at < 0 ? ['command'] : ['args', at];
  const [, drive = '', rest = ''] = /^\/mnt\/([a-z])\/(.*)$/.exec(text) ?? [];
  const mounted = `${drive.toUpperCase()}:\\${rest.replaceAll('/', '\\')}`;
  return {
    cause: l10n.t('{0} is a path of Linux, but the server is started on Windows.', text),
    remedies: [
      ...(drive === ''
        ? [
            setValues(l10n.t('Start it with "{0}"', 'wsl'), [
              { path: ['command'], value: 'wsl' },
              { path: ['args'], value: [at < 0 ? command : programName(command), ...args] },
            ]),
          ]
        : [setValues(l10n.t('Use {0}', mounted), [{ path: place, value: mounted }])]),
      askForFile(at < 0 ? l10n.t('Choose the program') : l10n.t('Choose the file'), place),
    ],
    ...inEntry(...place),
  };
});

/** Git Bash, MSYS and Cygwin write the drives of Windows in this way, and no other program reads it. */
export const gitBashPath = rule('windows/git-bash-path', ({ launch, machine }) => {
  if (launch.kind !== 'stdio' || machine.platform !== 'win32' || inLinux.test(programName(launch.command)))
    return undefined;
  const [first] = placesOf(launch).flatMap(([place, text]) => {
    const [, drive, rest = ''] = /^\/(?:cygdrive\/)?([a-z])\/(.+)$/i.exec(text) ?? [];
    const file = drive && `${drive.toUpperCase()}:\\${rest.replaceAll('/', '\\')}`;
    return file !== undefined && machine.kindOf(file) !== undefined ? [{ place, text, file }] : [];
  });
  if (!first) return undefined;
  const { place, text, file } = first;
  return {
    cause: l10n.t('{0} is a path of Git Bash, which Windows does not know: there it is {1}.', text, file),
    remedies: [setValues(l10n.t('Use {0}', file), [{ path: place, value: file }])],
    ...inEntry(...place),
  };
});

const isScript = /\.(?:[cm]?[jt]s|py|rb|php|sh|jar)$/;
/** Programs that hand their arguments to another system. */
const inLinux = /^(?:wsl|bash|sh|ssh|docker|podman)$/;
const ofLinux = /^\/(?:home|usr|opt|bin|root|var|mnt|snap|Users)\//;
