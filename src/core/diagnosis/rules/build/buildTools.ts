import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { buildOf, systemPackages } from '../../cures/install.ts';
import { packageOf, programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { packageFolder } from '../../cures/packageFolder.ts';
import { type Evidence, type Machine, type StdioFacts, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, openSource, runInTerminal, setArgs, setValue, setValues } from '../../model/remedies.ts';
import { installedNode } from '../../model/installedNodes.ts';
import { nodeOfModules } from '../../model/versionOfNode.ts';
import { sourcePlace } from '../../model/sourcePlace.ts';
import { type Finding, outputRule } from '../../model/rule.ts';
import { installPackages } from '../../cures/installPackages.ts';
import { clearRunCache, runFolder } from '../../cures/clearRunCache.ts';
import { buildNeed, installNeed } from './buildNeeds.ts';

export const compileFailed = outputRule(
  'package/compile',
  [
    /Failed to build [`'"]([^`'"\n]{1,120})/,
    /npm (?:ERR!|error) path (\S{1,300})\nnpm (?:ERR!|error) command failed/,
    /(error TS\d{4}: [^\n]{1,200})/,
    /(error\[E\d{4}\]: [^\n]{1,200})/,
    /(error CS\d{4}: [^\n]{1,200})/,
    /(^|\n)(\.?\/?[\w./-]{1,200}\.go:\d+:\d+: [^\n]{1,200})/,
    /(?:^|\n)([\w./-]{1,200}\.(?:java|kts?|swift|cpp|cc|c|hs|cs|zig|scala):\d+:(?:\d+:)? error: [^\n]{1,200})/,
    /(TS\d{4} \[ERROR\]: [^\n]{1,200})/, // Deno
    /(gyp ERR! (?:find Python|build error|stack Error)[^\n]{0,200})/,
    /(error: (?:command|subprocess-exited-with-error|linker `\w+` not found)[^\n]{0,200})/,
  ],
  (match, evidence) => {
    if (/UNABLE_TO_GET_ISSUER_CERT|SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF/.test(outputOf(evidence))) return undefined;
    const what = (match.at(-1) ?? '').trim();
    const need = buildNeed(outputOf(evidence));
    const known = pythonTooNew(what, evidence) ?? typeError(what, evidence);
    if (known) return known;
    return {
      cause:
        need === undefined
          ? l10n.t('The server, or a package of it, could not be built: {0}', what)
          : l10n.t('{0} could not be built, because {1} is not installed.', what, need.name),
      remedies: [
        ...(need === undefined ? [] : installNeed(need, evidence.machine)),
        ...(need === undefined ? buildRemedies(evidence) : []),
        advise(l10n.t('Build it in a terminal, and fix what the compiler names.')),
      ],
    };
  },
);

/** Of TypeScript, which names the line before the error. */
function typeError(what: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const [, file = '', line = ''] =
    /(?:^|\n)((?:[A-Za-z]:)?[\w./\\@-]{1,200}\.[cm]?tsx?)[:(](\d{1,6})[:,]\d{1,6}\)?:? (?:- )?error TS/.exec(
      outputOf(evidence),
    ) ?? [];
  const launch = stdioOf(evidence);
  const start = folderOf(evidence);
  if (!launch || file === '' || start === undefined) return undefined;
  const full = path.resolve(packageFolder(start, evidence.machine), file);
  const isThere = evidence.machine.kindOf(full) === 'file';
  return {
    cause: l10n.t('The source of the server has an error in {0}, line {1}: {2}', isThere ? full : file, line, what),
    remedies: [
      ...(isThere ? [openSource(full, Number(line))] : []),
      ...withoutTypes(launch),
      advise(l10n.t('Correct it there.')),
    ],
    place: { kind: 'source', file: isThere ? full : file, line: Number(line) },
  };
}

/** tsx runs what ts-node does not, because it does not check types. */
function withoutTypes({ command, args }: StdioFacts): readonly Remedy[] {
  const at = args.findIndex((arg) => /^ts-node(?:-esm)?(?:@\S+)?$/.test(arg));
  if (at >= 0) return [setArgs(l10n.t('Run it with tsx'), args.with(at, 'tsx'))];
  if (!programName(command).startsWith('ts-node')) return [];
  return [
    setValues(l10n.t('Run it with tsx'), [
      { path: ['command'], value: 'npx' },
      { path: ['args'], value: ['-y', 'tsx', ...args] },
    ]),
  ];
}

/** What a package says that is not made for the Python it is built with. */
const tooNew: readonly RegExp[] = [
  /configured Python interpreter version \((\d\.\d+)\) is newer than PyO3's (maximum) supported version \((\d\.\d+)\)/,
  /Cannot install on Python version (\d\.\d+)[\d.]*; only versions [^\n]{0,40}?(<=?)(\d\.\d+)/,
  /[Pp]ython (?:version )?(\d\.\d+)[\d.]*(?: is|:)? (?:not supported|unsupported)[^\n]{0,60}?(up to|<=?|at most|maximum)[^\n\d]{0,20}(\d\.\d+)/,
];
/** What a Python no longer has, and packages of before need to be built. */
const goneSince: readonly (readonly [says: RegExp, version: string])[] = [
  [/No module named '(?:distutils|imp)'|has no attribute 'ImpImporter'/, '3.12'],
  [/No module named '(?:cgi|telnetlib|pipes|crypt)'/, '3.13'],
  [/longintrepr\.h|_PyUnicode_Ready|tstate->use_tracing/, '3.11'],
];

function pythonTooNew(what: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const output = outputOf(evidence);
  const [, now = '', bound = '', said = ''] =
    tooNew.map((form) => form.exec(output)).find((match) => match !== null) ?? [];
  const gone = goneSince.find(([says]) => says.test(output))?.[1];
  if (now === '' && gone === undefined) return undefined;
  const most = now === '' ? before(gone ?? '') : bound === '<' ? before(said) : said;
  const launch = stdioOf(evidence);
  const isUv = /^uvx?$/.test(programName(launch?.command ?? '')) && !launch?.args.includes('--python');
  return {
    cause:
      now === ''
        ? l10n.t('{0} could not be built, because it is made for a Python before {1}.', what, gone ?? '')
        : l10n.t('{0} could not be built, because it is not made for Python {1} yet (at most {2}).', what, now, most),
    remedies: [
      ...(launch && isUv
        ? [
            setArgs(
              l10n.t('Use Python {0}', most),
              launch.args.toSpliced(launch.args.indexOf('run') + 1, 0, '--python', most),
            ),
          ]
        : []),
      advise(l10n.t('Use Python {0}', most)),
    ],
  };
}

/** The version of Python before. */
function before(version: string): string {
  const [major = '3', minor = '13'] = version.split('.');
  return `${major}.${Number(minor) - 1}`;
}

export const nativeModule = outputRule(
  'package/native',
  [
    /was compiled against a different Node\.js version using\s+(NODE_MODULE_VERSION \d+)(?:[^]{0,60}?requires\s+NODE_MODULE_VERSION (\d+))?/,
    /(?:invalid ELF header|slice is not valid mach-o file|not a valid Win32 application)/,
    /Could not locate the bindings file/,
    /Cannot find module '[^'\n]{0,200}\.node'/,
    /You installed ([\w@/.-]{1,60}) for another platform/,
    /Could not load the "([\w-]{1,40})" module using/,
    /Cannot find (?:native binding|module (@[\w-]{1,40}\/[\w-]{1,60}-(?:linux|darwin|win32|android)[\w-]{0,40}))/,
    /No native build was found/,
    /Failed to load (\S{1,60}) native (?:addon|binding|module)/i,
    /dlopen\([^\n]{1,300}\.node/,
  ],
  ([all = '', said = '', wanted = ''], evidence) => {
    if (/\blib[\w.+-]{1,60}\.so[\w.]{0,10}: cannot open shared object/.test(outputOf(evidence))) return undefined;
    const built = /^NODE_MODULE_VERSION (\d+)/.exec(said)?.[1];
    const name = said === '' || built !== undefined ? nativeName(outputOf(evidence), all) : said;
    const other = built === undefined ? undefined : nodeOfModules(built);
    return {
      cause:
        notBuiltBy(name, all, evidence) ?? versionsOf(name, other, nodeOfModules(wanted)) ?? nativeCause(all, name),
      remedies: [...withScripts(all, evidence), ...withOtherNode(other, evidence), ...rebuild(name, evidence)],
    };
  },
);

/** Settings of npm that keep packages from building what they need. */
function withoutScripts({ machine, ...evidence }: Evidence): string | undefined {
  const { cwd, env = {} } = stdioOf({ machine, ...evidence }) ?? {};
  const name = Object.keys(env).find((each) => /^npm_config_ignore_scripts$/i.test(each) && env[each] === 'true');
  const files = [cwd, machine.home].flatMap((folder) => (folder === undefined ? [] : [path.join(folder, '.npmrc')]));
  return name ?? files.find((file) => /^ignore-scripts\s*=\s*true/m.test(machine.head(file)));
}

const isUnbuilt = /bindings file|native build|\.node'/;

function notBuiltBy(name: string | undefined, said: string, evidence: Evidence): string | undefined {
  const setting = isUnbuilt.test(said) ? withoutScripts(evidence) : undefined;
  return setting === undefined || name === undefined
    ? undefined
    : l10n.t('The native module {0} was not built, because {1} turns install scripts off.', name, setting);
}

function withScripts(said: string, evidence: Evidence): readonly Remedy[] {
  if (!isUnbuilt.test(said) || withoutScripts(evidence) === undefined) return [];
  return [setValue(l10n.t('Let npm run install scripts'), ['env', 'npm_config_ignore_scripts'], 'false')];
}

function versionsOf(
  name: string | undefined,
  built: string | undefined,
  running: string | undefined,
): string | undefined {
  return name === undefined || built === undefined || running === undefined
    ? undefined
    : l10n.t('The native module {0} was built for Node.js {1}, but Node.js {2} runs the server.', name, built, running);
}

/** The one that it was built for, where that is still installed. */
function withOtherNode(major: string | undefined, evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const found = major === undefined ? undefined : installedNode((each) => each === Number(major), evidence.machine);
  if (!launch || found === undefined || programName(launch.command) !== 'node' || found === launch.command) return [];
  return [setValue(l10n.t('Use {0}', found), ['command'], found)];
}

function rebuild(name: string | undefined, evidence: Evidence): readonly Remedy[] {
  if (name?.includes('keytar') && evidence.machine.platform === 'linux' && withoutScripts(evidence) === undefined)
    return [runInTerminal(l10n.t('Install {0}', 'libsecret'), systemPackages(['libsecret-1-0'], evidence.machine))];
  const launch = stdioOf(evidence);
  const dlx = packageOf(evidence)?.runner === 'pnpm' ? (launch?.args.indexOf('dlx') ?? -1) : -1;
  if (launch && dlx >= 0 && name !== undefined) {
    const option = `--allow-build=${name}`;
    return [setArgs(l10n.t('Add "{0}"', option), launch.args.toSpliced(dlx + 1, 0, option))];
  }
  const project = projectNamed(evidence);
  if (project !== undefined && /another platform|ELF|mach-o|Win32/.test(outputOf(evidence)))
    return [installAnew(project, evidence)];
  if (isFetched(evidence) && project === undefined)
    return [clearRunCache(evidence.machine, runFolder(outputOf(evidence)))];
  const command = ['npm', 'rebuild', ...(name !== undefined && /^[\w@/.-]+$/.test(name) ? [name] : [])];
  return [runInTerminal(l10n.t('Build it again with "npm rebuild"'), command, projectOf(evidence))];
}

/** Packages of another system are not replaced by what is installed over them. */
function installAnew(folder: string, evidence: Evidence): Remedy {
  const { cure } = installPackages(folder, evidence);
  const install = cure?.kind === 'terminal' ? cure.command : ['npm', 'install'];
  const command =
    evidence.machine.platform === 'win32'
      ? ['cmd', '/c', `rmdir /s /q node_modules && ${install.join(' ')}`]
      : ['sh', '-c', `rm -rf node_modules && ${install.join(' ')}`];
  return runInTerminal(l10n.t('Install the packages in {0} anew', folder), command, folder);
}

/** The project of the entry, and not what npx has fetched, or any other that a message names. */
function projectNamed(evidence: Evidence): string | undefined {
  const [, folder] = /((?:[A-Za-z]:)?[/\\][\w./\\@ ~-]{1,300}?)[/\\]node_modules[/\\]/.exec(outputOf(evidence)) ?? [];
  const launch = stdioOf(evidence);
  const isOwn = [launch?.cwd, ...(launch?.args ?? [])].some((each) => folder !== undefined && each?.startsWith(folder));
  return isOwn && evidence.machine.kindOf(folder ?? '') === 'folder' ? folder : undefined;
}

/** Above the folder of the packages, of which the native one is named. */
function projectOf(evidence: Evidence): string | undefined {
  const folder = /((?:[A-Za-z]:)?[/\\][\w./\\@ ~-]{1,300}?)[/\\]node_modules[/\\]/.exec(outputOf(evidence))?.[1];
  return folder !== undefined && evidence.machine.kindOf(folder) === 'folder' ? folder : folderOf(evidence);
}

function nativeCause(said: string, name: string | undefined): string {
  if (name !== undefined && /keytar/.test(name) && /native addon|libsecret/.test(said))
    return l10n.t('The native module {0} cannot be loaded: it needs the system library {1}.', name, 'libsecret');
  if (name !== undefined && /different Node/.test(said))
    return l10n.t(
      'The native module {0} was built for another version of Node.js than the one that runs the server.',
      name,
    );
  if (name !== undefined && /ELF|mach-o|Win32|another platform/.test(said))
    return l10n.t('The native module {0} was built for another system or processor.', name);
  if (name !== undefined && isUnbuilt.test(said))
    return l10n.t('The native module {0} was not built: its install script did not run, or failed.', name);
  return name === undefined
    ? l10n.t('A native module of the server was built for another Node.js or another system.')
    : l10n.t('The native module {0} was built for another Node.js or another system, or not at all.', name);
}

/** The package whose file is named with the error, but for those that only load others. */
function nativeName(output: string, all: string): string | undefined {
  const around = output.slice(Math.max(0, output.indexOf(all) - 1_500), output.indexOf(all) + 1_500);
  const names = [...around.matchAll(/node_modules[/\\]((?:@[\w.-]{1,60}[/\\])?[\w.-]{1,60})[/\\]/g)].map(
    ([, each]) => each,
  );
  const file = /[/\\]([\w-]{2,60})\.node\b/.exec(around)?.[1];
  return names.find((each) => each !== undefined && !loaders.test(each))?.replace('\\', '/') ?? file;
}

const loaders =
  /^(?:bindings|node-gyp-build|node-pre-gyp|@mapbox[/\\]node-pre-gyp|prebuild-install|file-uri-to-path|tsx|npm)$/;

export const sharedLibraryMissing = outputRule(
  'package/shared-library',
  [
    /error loading (lib[\w.+-]{1,60}\.so[\w.]{0,10})/,
    /error while loading shared libraries: ([\w.+-]{1,100})/,
    /version `(GLIBC(?:XX)?_[\d.]{1,20})' not found/,
    /Library not loaded: (\S{1,200})/,
    /(lib[\w.+-]{1,60}\.so[\w.]{0,10}): cannot open shared object file/,
    /Error loading "([^"\n]{1,200}\.dll)"/,
    /dyld\[\d+\]: (?:Symbol|Library) not (?:found|loaded): (\S{1,200})/,
    /valid (ICU) package/, // .NET
    /DLL load failed while importing (\w{1,60})/,
    /The specified (?:module|procedure) could not be found\.?\s+(?:\\\\\?\\)?[^\n]{1,300}?([\w.-]{1,60})\.node/,
  ],
  ([all = '', name = ''], evidence) => ({
    cause: /specified (?:module|procedure)/.test(all)
      ? l10n.t('The native module {0} cannot be loaded: a DLL that it needs is not there.', name)
      : name.startsWith('GLIBC')
        ? l10n.t('The program was built for a newer system: it needs {0}.', name.replace('_', ' '))
        : all.startsWith('DLL')
          ? l10n.t('The Python module "{0}" cannot be loaded: a DLL that it needs is not there.', name)
          : l10n.t('The program needs the system library {0}, which is not there.', name),
    remedies: [
      ...libraryPackage(/^(?:DLL|The specified)/.test(all) ? 'dll' : name, evidence),
      advise(l10n.t('Install it, or use a build of the server for this system.')),
    ],
  }),
);

/** Packages of Debian and its like, by the beginning of the name of the library. */
const libraries: Readonly<Record<string, string>> = {
  libfuse: 'libfuse2',
  libGL: 'libgl1',
  libgobject: 'libglib2.0-0',
  libglib: 'libglib2.0-0',
  libgthread: 'libglib2.0-0',
  libpango: 'libpango-1.0-0',
  libcairo: 'libcairo2',
  libpq: 'libpq5',
  libmagic: 'libmagic1',
  libssl: 'libssl3',
  libcrypto: 'libssl3',
  libsecret: 'libsecret-1-0',
  libsqlite3: 'libsqlite3-0',
  libodbc: 'unixodbc',
  libvips: 'libvips42',
  libnss3: 'libnss3',
  libasound: 'libasound2',
  libstdc: 'libstdc++6',
  libpython: 'libpython3-dev',
  libicu: 'libicu-dev',
  ICU: 'libicu-dev',
  libX11: 'libx11-6',
};

function libraryPackage(name: string, { machine }: Evidence): readonly Remedy[] {
  const found = Object.entries(libraries).find(([begin]) => (name.split('/').at(-1) ?? '').startsWith(begin))?.[1];
  if (machine.platform === 'win32' && /dll/i.test(name))
    return [
      runInTerminal(l10n.t('Install {0}', 'Visual C++'), [
        'winget',
        'install',
        '--exact',
        'Microsoft.VCRedist.2015+.x64',
      ]),
    ];
  if (found === undefined || machine.platform !== 'linux') return [];
  return [runInTerminal(l10n.t('Install {0}', found), systemPackages([found], machine))];
}

/** Where npx fetches the package there is no folder of it. */
function isFetched(evidence: Evidence): boolean {
  return packageOf(evidence) !== undefined;
}

function folderOf(evidence: Evidence): string | undefined {
  const launch = stdioOf(evidence);
  const script = launch?.args.find((arg) => path.isAbsolute(arg));
  return launch?.cwd ?? (script === undefined ? undefined : path.dirname(script));
}

/** Packages without a build for a new Python are compiled: an older Python has one. Else the tools are missing. */
function buildRemedies(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!launch) return [];
  if (programName(launch.command) === 'uvx' && !launch.args.includes('--python'))
    return [setArgs(l10n.t('Use Python {0}', '3.12'), ['--python', '3.12', ...launch.args])];
  const isTool = /gyp ERR!|linker `|compiler|gcc|\bcc\b|\bmake\b|Microsoft Visual C\+\+/.test(outputOf(evidence));
  if (isTool) return [runInTerminal(l10n.t('Install a compiler'), compilerOf(evidence.machine))];
  const folder = folderOf(evidence);
  const own = sourcePlace(evidence);
  return [
    ...(own ? [openSource(own.file, own.line)] : []),
    ...(folder === undefined ? [] : [runInTerminal(l10n.t('Build the server'), buildOf(launch.command), folder)]),
  ];
}

function compilerOf(machine: Machine): readonly string[] {
  if (machine.platform === 'darwin') return ['xcode-select', '--install'];
  return machine.platform === 'win32'
    ? ['winget', 'install', '--exact', 'Microsoft.VisualStudio.2022.BuildTools']
    : systemPackages(['build-essential', 'python3-dev'], machine);
}
