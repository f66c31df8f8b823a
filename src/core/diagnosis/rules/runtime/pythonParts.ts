import { l10n } from '../../../../base/l10n.ts';
import { systemPackages, withBrew } from '../../cures/install.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { versionIn } from '../../model/installedPrograms.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, askForFile, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** Parts of Python that are left out where a library of the system is missing at its build: Debian, Homebrew. */
const parts: Readonly<Record<string, readonly [apt: string, brew: string]>> = {
  _sqlite3: ['libsqlite3-dev', 'sqlite'],
  _ctypes: ['libffi-dev', 'libffi'],
  _ssl: ['libssl-dev', 'openssl@3'],
  _hashlib: ['libssl-dev', 'openssl@3'],
  _lzma: ['liblzma-dev', 'xz'],
  _bz2: ['libbz2-dev', 'bzip2'],
  zlib: ['zlib1g-dev', 'zlib'],
  readline: ['libreadline-dev', 'readline'],
  _curses: ['libncurses-dev', 'ncurses'],
  _tkinter: ['python3-tk tk-dev', 'python-tk'],
  _dbm: ['libgdbm-dev', 'gdbm'],
};

export const pythonPartMissing = outputRule(
  'runtime/python-part',
  [
    /No module named '(_\w{2,20}|zlib|readline)'/,
    /(?:because the|Can't connect to HTTPS URL because the) (SSL) module is not available/,
  ],
  ([, said = ''], evidence) => {
    const name = said === 'SSL' ? '_ssl' : said;
    const needs = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!needs) return undefined;
    const [apt, brew] = needs;
    const { machine } = evidence;
    const isMac = machine.platform === 'darwin';
    return {
      cause: l10n.t(
        'This Python was built without "{0}", because {1} was not there then.',
        name.replace(/^_/, ''),
        isMac ? brew : apt,
      ),
      remedies: [
        ...(machine.platform === 'win32'
          ? []
          : [
              isMac
                ? withBrew(l10n.t('Install {0}', brew), ['brew', 'install', brew], machine)
                : runInTerminal(l10n.t('Install {0}', apt), systemPackages(apt.split(' '), machine)),
            ]),
        ...buildAnew(evidence),
        askForFile(l10n.t('Choose another Python'), ['command']),
        advise(l10n.t('After that, build this Python again.')),
      ],
    };
  },
);

/** pyenv has built it here. */
function buildAnew(evidence: Evidence): readonly Remedy[] {
  const text = `${stdioOf(evidence)?.command ?? ''}\n${outputOf(evidence)}`;
  const [, folder = ''] = /([/\\]\.pyenv[/\\]versions[/\\][\w.-]{1,40})/.exec(text) ?? [];
  const version = versionIn(folder);
  return version === ''
    ? []
    : [runInTerminal(l10n.t('Build Python {0} again', version), ['pyenv', 'install', '--force', version])];
}
