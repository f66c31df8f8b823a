import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { projectFolders } from '../../model/project.ts';
import { pathsOf } from '../../model/paths.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, setArgs, setValue } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { gemOfProject, withBundler } from './gem.ts';

/** No set of versions satisfies everything that the package asks for. */
export const dependencyConflict = outputRule(
  'package/dependencies',
  [
    /(No solution found when resolving[^\n]{0,80}:)\s+[╰─▶> ]*(Because (?!\S+\s+was\s+not\s+found\s+in\s+the)[^]{1,400}?),? we\s+can\s+conclude/,
    /npm (?:ERR!|error) (ERESOLVE)[^]{0,1500}?npm (?:ERR!|error) ((?:peer |peerOptional )[^\n]{3,160})/,
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

interface Library {
  /** Its last group is the name. */
  readonly says: RegExp;
  /** Installs it; with the name in place of `NAME`. */
  readonly installer: readonly string[];
}

/** What a library that is not there looks like, by runtime. */
const libraries: readonly Library[] = [
  { says: /cannot load such file -- ([\w/.-]{1,100})/, installer: ['gem', 'install', 'NAME'] },
  {
    says: /Could not find (?:gem )?'?([\w-]{1,100}?)(?:-\d[\w.-]{0,40})?(?=[',. ])[^\n]{0,300}in (?:any of the |locally|rubygems)/,
    installer: ['bundle', 'install'],
  },
  { says: /Could not find gem '([\w-]{1,100})/, installer: ['bundle', 'install'] },
  { says: /Failed opening required '([^'\n]{1,300})'/, installer: ['composer', 'install'] },
  { says: /require(?:_once)?\(([^)\n]{1,300}vendor\/autoload\.php)\)/, installer: ['composer', 'install'] },
  {
    says: /Class "(Redis|Imagick|PDO|SoapClient|ZipArchive|IntlDateFormatter|NumberFormatter|Memcached|mysqli|SQLite3|XMLReader|DOMDocument)" not found in/,
    installer: ['sudo', 'apt-get', 'install', 'php-NAME'],
  },
  {
    says: /Call to undefined function (curl|mb|json|pg|mysqli|imagecreate|simplexml|xml|bc|intl)_?\w{0,60}\(/,
    installer: ['sudo', 'apt-get', 'install', 'php-NAME'],
  },
  { says: /Class "([\w\\]{1,100})" not found in/, installer: ['composer', 'install'] },
  {
    says: /PDOException: could not find (driver)/,
    installer: ['sudo', 'apt-get', 'install', 'php-mysql', 'php-pgsql', 'php-sqlite3'],
  },
  { says: /uninitialized constant ([A-Z]\w{1,60}) \(NameError\)/, installer: ['bundle', 'install'] },
  { says: /Can't find model '([\w-]{1,80})'/, installer: ['python3', '-m', 'spacy', 'download', 'NAME'] },
  {
    says: /Install it with: npm install ((?:@[\w-]{1,40}\/)?\w[\w.-]{0,60})(?![\w/])/,
    installer: ['npm', 'install', 'NAME'],
  },
  { says: /Import "([^"\n]{1,200})" not a dependency/, installer: ['deno', 'add', 'npm:NAME'] },
  { says: /Relative import path "([^"\n]{1,200})" not prefixed with/, installer: ['deno', 'add', 'npm:NAME'] },
  {
    says: /error: Cannot find (?:package|module) ['"]([^.'"\n][^'"\n]{0,200})['"] from/,
    installer: ['bun', 'add', 'NAME'],
  },
  {
    says: /(?:no required module provides package|cannot find module providing package|missing go\.sum entry for module providing package) ([\w./-]{1,200})/,
    installer: ['go', 'get', 'NAME'],
  },
  { says: /package ([\w.-]+\.[a-z]+\/[\w./-]{1,200}) is not in (?:GOROOT|std)/, installer: ['go', 'get', 'NAME'] },
  {
    says: /error\[E(?:0432|0433|0463)\]: (?:unresolved import|failed to resolve: [^`\n]{1,80}|can't find crate for) `(\w{1,60})`/,
    installer: ['cargo', 'add', 'NAME'],
  },
  { says: /Can't locate ([\w/]{1,100})\.pm in @INC/, installer: ['cpan', 'NAME'] },
  { says: /there is no package called [‘'"]([\w.]{1,100})/, installer: ['Rscript', '-e', 'install.packages("NAME")'] },
  {
    says: /module '([\w.]{1,60})' not found:\n\s+no field package\.preload/,
    installer: ['luarocks', 'install', 'NAME'],
  },
  {
    says: /Unchecked dependencies for environment|Can't continue due to errors on dependencies|the dependency (?:is )?not available, run "(mix deps\.get)"/,
    installer: ['mix', 'deps.get'],
  },
  {
    says: /ArgumentError: Package (\w{1,60}) (?:\[\w{1,40}\] )?(?:is required but|not found in current path)/,
    installer: ['julia', '-e', 'import Pkg; Pkg.add("NAME")'],
  },
  {
    says: /Could not find package ([\w.-]{1,80})[^\n]{0,20}\. (?:Did you forget|Run "(?:dart|flutter) pub)/,
    installer: ['dart', 'pub', 'get'],
  },
  { says: /error: no such module '(\w{1,60})'/, installer: ['swift', 'package', 'resolve'] },
];

export const libraryMissing = outputRule(
  'package/library',
  libraries.map(({ says }) => says),
  (match, evidence) => {
    const found = libraries.find(({ says }) => says.test(match[0]));
    const gem = found?.installer[0] === 'gem' ? gemOfProject(match[1] ?? '', evidence) : undefined;
    const name = gem?.name ?? match[1] ?? 'dependencies';
    const command = found?.installer.map((word) => word.replace('NAME', () => installName(name, found.installer)));
    return {
      cause: gem
        ? l10n.t(
            'The gem "{0}", which {1} lists, is not found: the server is started without Bundler.',
            name,
            gem.gemfile,
          )
        : l10n.t('The library "{0}" is not installed.', name),
      remedies: [
        ...(gem ? withBundler(gem, evidence) : []),
        ...(command
          ? [
              runInTerminal(
                l10n.t('Run "{0}" in a terminal', command.join(' ')),
                command,
                folderFor(command, name, evidence),
              ),
            ]
          : []),
      ],
    };
  },
);

/** What describes the project that an installer looks for. */
const manifests: Readonly<Record<string, readonly string[]>> = {
  bundle: ['Gemfile'],
  composer: ['composer.json'],
  bun: ['package.json'],
  npm: ['package.json'],
  deno: ['deno.json', 'package.json'],
  go: ['go.mod'],
  cargo: ['Cargo.toml'],
  mix: ['mix.exs'],
  dart: ['pubspec.yaml'],
  swift: ['Package.swift'],
};

/** The project around the server, or around what is missing. */
function folderFor([program = '']: readonly string[], missing: string, evidence: Evidence): string | undefined {
  const path = pathsOf(evidence.machine);
  const around = path.isAbsolute(missing) ? [path.dirname(path.dirname(missing))] : [];
  const files = Object.hasOwn(manifests, program) ? manifests[program] : undefined;
  const found = [...around, ...projectFolders(evidence)].find((folder) =>
    files?.some((file) => evidence.machine.kindOf(path.join(folder, file)) === 'file'),
  );
  return found ?? stdioOf(evidence)?.cwd;
}

/** The package of a file or a part of it. */
function installName(name: string, [program = '']: readonly string[]): string {
  if (program === 'gem') return name.split('/')[0] ?? name;
  if (program === 'cpan') return name.replaceAll('/', '::');
  if (program === 'sudo')
    return name.toLowerCase().replace(/^mb$/, 'mbstring').replace('mysqli', 'mysql').replace('pdo', 'mysql');
  return program === 'deno' || program === 'bun' ? name.split('/', name.startsWith('@') ? 2 : 1).join('/') : name;
}
