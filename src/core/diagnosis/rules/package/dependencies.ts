import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, setArgs, setValue } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** No set of versions satisfies everything that the package asks for. */
export const dependencyConflict = outputRule(
  'package/dependencies',
  [
    /(No solution found when resolving[^\n]{0,80}:)\s+[╰─▶> ]*(Because [^]{1,400}?),? we\s+can\s+conclude/,
    /npm (?:ERR!|error) (ERESOLVE)[^]{0,200}?While resolving: ([^\n]{1,120})/,
    /(ERROR: Cannot install) ([^\n]{1,160}) because these package versions have conflicting dependencies/,
    /(compiled using NumPy 1\.x) (cannot be run in\s+NumPy [\d.]{1,10})/,
    /(Failed to resolve) `?(--with` requirement)/,
  ],
  ([, how = '', what = ''], evidence) => ({
    cause: l10n.t(
      'The package cannot be installed, because its dependencies do not fit: {0}',
      what.replaceAll(/\s+/g, ' '),
    ),
    remedies: [
      ...(how === 'ERESOLVE'
        ? [setValue(l10n.t('Let npm ignore such conflicts'), ['env', 'npm_config_legacy_peer_deps'], 'true')]
        : []),
      ...(how.includes('NumPy') ? withPackage(evidence, 'numpy<2') : otherPython(evidence)),
      advise(l10n.t('Use another version of the package, or report this to its author.')),
    ],
  }),
);

function withPackage(evidence: Evidence, wanted: string): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!launch || programName(launch.command) !== 'uvx')
    return [runInTerminal(l10n.t('Install it with pip'), ['python3', '-m', 'pip', 'install', wanted])];
  return [setArgs(l10n.t('Add "{0}"', `--with ${wanted}`), ['--with', wanted, ...launch.args])];
}

/** Many packages do not know the newest Python yet. */
function otherPython(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!launch || programName(launch.command) !== 'uvx' || launch.args.includes('--python')) return [];
  return [setArgs(l10n.t('Use Python {0}', '3.12'), ['--python', '3.12', ...launch.args])];
}

/** The files of a package need a first line that names Node.js; without it a shell reads JavaScript. */
export const binWithoutShebang = outputRule(
  'package/shebang',
  [
    /node_modules\/\.bin\/([\w.@-]{1,100}): (?:line )?\d{1,3}: [^\n]{1,80}(?:not found|Permission denied|[Ss]yntax error)/,
  ],
  ([, name = '']) => ({
    cause: l10n.t('The program "{0}" of the package has no "#!" line, so a shell runs it instead of Node.js.', name),
    remedies: [advise(l10n.t('Use another version of the package, or report this to its author.'))],
  }),
);

const installers: Readonly<Record<string, readonly string[]>> = {
  ruby: ['gem', 'install'],
  php: ['composer', 'install'],
  bundle: ['bundle', 'install'],
};

/** Libraries of Ruby and PHP. */
export const libraryMissing = outputRule(
  'package/library',
  [
    /(cannot load such file) -- ([\w/.-]{1,100})/,
    /(Failed opening required) '([^'\n]{1,300})'/,
    /(Class) "([\w\\]{1,100})" not found in/,
    /(Could not find gem) '([\w-]{1,100})/,
  ],
  ([, how = '', name = '']) => {
    const [program, verb] =
      installers[how.startsWith('Could') ? 'bundle' : how.startsWith('cannot') ? 'ruby' : 'php'] ?? [];
    const command = [program ?? '', verb ?? '', ...(program === 'gem' ? [name.split('/')[0] ?? name] : [])];
    return {
      cause: l10n.t('The library "{0}" is not installed.', name),
      remedies: [
        runInTerminal(l10n.t('Run "{0}" in a terminal', command.join(' ')), command),
        advise(l10n.t('Install the dependencies of the server in its folder.')),
      ],
    };
  },
);
