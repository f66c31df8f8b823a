import { l10n } from '../../../../base/l10n.ts';
import { anyPath as path } from '../../model/paths.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { ask, runInTerminal, setArgs, setValue, setValues } from '../../model/remedies.ts';
import { type Finding, inEntry, outputRule } from '../../model/rule.ts';
import { installedPrograms } from '../../model/installedPrograms.ts';
import { projectScripts } from '../../model/projectScripts.ts';
import { pathsOf } from '../../model/paths.ts';
import { startFolder } from '../../model/startFolder.ts';
import { clearRunCache } from '../../cures/clearRunCache.ts';
import { packageOf, programName } from '../../cures/newestVersion.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { installPackages } from '../../cures/installPackages.ts';
import { installRemedy } from '../../cures/install.ts';

/** What libraries say of the program that they call, in words of their own. */
const ofLibraries: readonly (readonly [says: RegExp, program: string])[] = [
  [/Bad git executable|Git executable not found|Cannot find command 'git'/, 'git'],
  [/TesseractNotFoundError|tesseract is not installed or it's not in your PATH/, 'tesseract'],
  [/Is poppler installed and in PATH/, 'pdftotext'],
  [/make sure the Graphviz executables are on/, 'dot'],
  [/No pandoc was found/, 'pandoc'],
  [/No wkhtmltopdf executable found/, 'wkhtmltopdf'],
  [/MagickWand shared library not found/, 'magick'],
  [/(?:Couldn't|Could not|Cannot) find ffmpeg/, 'ffmpeg'],
  [/JVMNotFoundException|No JVM shared library file/, 'java'],
  [/Could not find the ripgrep binary/, 'rg'],
];
const sayings = ofLibraries.map(([says]) => says.source).join('|');

/** A script or launcher that calls another program. */
export const calledProgramMissing = outputRule(
  'program/called',
  [
    new RegExp(`(${sayings})`),
    /\benv: [‘'"]?([\w.+@/-]+)[’'"]?: No such file or directory/,
    /(?:^|\n)(?:(?:ba|z|da)?sh: )?([\w.+@-]+): command not found(?:\n|$)/,
    /(?:^|\n)[\w/. ()-]{1,200}: (?:exec: )?(?:line )?\d{1,6}: (?:exec: )?([\w.+@-]+): (?:command )?not found/,
    /\b([A-Z]?[\w+@-]{1,40}) (?:executable|binary|CLI|command)(?: was| is)? not (?:found|installed|available)/i,
    /(?:\/bin\/)?sh: (?:line )?\d{1,4}: ([\w.+@-]+): (?:command )?not found/,
    /(?:^|\n)(?:zsh|fish|bash)(?::\d+)?: (?:command not found|Unknown command): ([\w.+@-]+)/,
    /xcrun: error: [^\n]{1,160}, missing (xcrun) at/,
    /Failed to spawn: `([\w.+@-]+)`/,
    /(?:^|\n)Command not found: ([\w.+@-]+)/, // Poetry
    /spawn ([\w.+@/-]+) ENOENT/,
    /execvp\w{0,2}\(([\w.+@/-]+)\) failed: No such file/, // WSL
    /failed to run command [‘'"`]([^’'"`\n]{1,100})[’'"`]: No such file/,
    /exec: "([^"\n]{1,100})": executable file not found in \$PATH/,
    /FileNotFoundError: \[Errno 2\] No such file or directory: '([\w.+@-]+)'/,
  ],
  ([all = '', printed = ''], evidence) => {
    const { machine } = evidence;
    const library = ofLibraries.find(([says]) => says.test(all))?.[1];
    const name = library ?? printed.replace(/^[A-Z][a-z]+$/, (word) => word.toLowerCase());
    const isWsl = programName(stdioOf(evidence)?.command ?? '') === 'wsl';
    const project = bareProject(evidence);
    const ofWindows =
      withEnding(name, evidence) ?? (all.startsWith('spawn ') ? calledBatch(name, evidence) : undefined);
    if (ofWindows) return ofWindows;
    const dashed = withDashes(name, evidence);
    if (dashed) return dashed;
    const other = notInPackage(name, evidence) ?? otherScript(name, evidence) ?? withoutProject(name, all, evidence);
    if (other) return other;
    const remote = otherMachine(name, evidence);
    if (remote) return remote;
    return {
      cause: isWsl
        ? l10n.t(
            'In WSL the program "{0}" is not on the PATH of a shell that is no login shell: version managers such as nvm set it in the files of those.',
            name,
          )
        : project === undefined
          ? shellFunctions.test(name)
            ? l10n.t('"{0}" is a function that interactive shells load, and no program.', name)
            : notOnPath(name, evidence)
          : l10n.t('The server calls the program "{0}", and the dependencies in {1} are not installed.', name, project),
      remedies: [
        ...(project === undefined ? [] : [installPackages(project, evidence)]),
        ...(name === 'xcrun' ? [runInTerminal(l10n.t('Install {0}', 'Xcode'), ['xcode-select', '--install'])] : []),
        ...(isOwnProgram(name, evidence) ? [clearRunCache(machine)] : []),
        ...syncProject(evidence, all),
        ...(isWsl ? throughLoginShell(evidence) : []),
        ...(stdioOf(evidence)?.args.includes(name) ? changeValue(evidence, name) : []),
        ...(isWsl || shellFunctions.test(name)
          ? isWsl
            ? []
            : throughLoginShell(evidence)
          : [...findOrInstall(name, evidence), chooseFolder(name, evidence)]),
      ],
    };
  },
);

/** uv takes either name for the package, but its program has dashes. */
function withDashes(name: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const found = packageOf(evidence);
  if (found?.runner !== 'uvx' || found.name !== name || !name.includes('_')) return undefined;
  const other = name.replaceAll('_', '-');
  return {
    cause: l10n.t('The package "{0}" has no program "{1}".', name, name),
    remedies: [setValue(l10n.t('Use {0}', other), ['args', found.at], other)],
    ...inEntry('args', found.at),
  };
}

/** `npx -p PACKAGE PROGRAM` */
function notInPackage(name: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const args = stdioOf(evidence)?.args ?? [];
  const at = args.indexOf(name);
  const option = args.findIndex((arg) => /^(?:-p|--package)$/.test(arg));
  const joined = args.find((arg) => arg.startsWith('--package='))?.slice('--package='.length);
  const from = joined ?? (option < 0 ? undefined : args[option + 1]);
  if (packageOf(evidence)?.runner !== 'npx' || at < 0 || from === undefined || from === name) return undefined;
  return {
    cause: l10n.t('The package "{0}" has no program "{1}".', from, name),
    remedies: [
      setArgs(l10n.t('Let npx find its program'), ['-y', from, ...args.slice(at + 1)]),
      ask(l10n.t('Enter the name of its program'), ['args', at], { now: name }),
    ],
    ...inEntry('args', at),
  };
}

/** What the project calls its program. */
function otherScript(name: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const launch = stdioOf(evidence);
  const at = launch?.args.lastIndexOf(name) ?? -1;
  const scripts = at < 0 ? undefined : projectScripts(evidence);
  if (!launch || !scripts || scripts.names.includes(name)) return undefined;
  const [first = '', ...more] = scripts.names;
  return {
    cause: l10n.t('{0} has no script "{1}", but {2}.', scripts.file, name, scripts.names.join(', ')),
    remedies: [
      ...(more.length === 0 ? [setArgs(l10n.t('Use "{0}" instead', first), launch.args.with(at, first))] : []),
      ...changeValue(evidence, name),
      ask(l10n.t('Enter the name of its program'), ['args', at], { now: first }),
    ],
    ...inEntry('args', at),
  };
}

/** `uv run NAME` runs what a project has: where there is none, a package is meant, or another folder. */
function withoutProject(name: string, said: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const launch = stdioOf(evidence);
  const folder = startFolder(launch);
  const at = launch?.args.indexOf('run') ?? -1;
  if (!launch || !said.includes('to spawn: ') || at < 0 || /[./\\]/.test(name)) return undefined;
  if (folder !== undefined && (evidence.machine.kindOf(folder) !== 'folder' || isInProject(folder, evidence)))
    return undefined;
  const rest = launch.args.slice(launch.args.indexOf(name) + 1);
  return {
    cause:
      folder === undefined
        ? l10n.t('"uv run" finds no project with the program "{0}": the entry names no folder.', name)
        : l10n.t('"uv run" finds no project with the program "{0}" in {1}.', name, folder),
    remedies: [
      setValues(l10n.t('Use "{0}" instead', `uvx ${name}`), [
        { path: ['command'], value: 'uvx' },
        { path: ['args'], value: [name, ...rest] },
      ]),
      ask(l10n.t('Choose the folder of the server'), ['cwd'], { what: 'folder' }),
    ],
    ...inEntry('args'),
  };
}

/** uv looks into the folders above as well. */
function isInProject(folder: string, evidence: Evidence): boolean {
  const isHere = evidence.machine.kindOf(path.join(folder, 'pyproject.toml')) === 'file';
  return isHere || (folder !== path.dirname(folder) && isInProject(path.dirname(folder), evidence));
}

/** A program that starts another one without a shell does not find what is a batch file on Windows. */
function calledBatch(name: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const { args = [] } = stdioOf(evidence) ?? {};
  const at = args.lastIndexOf(name);
  if (evidence.machine.platform !== 'win32' || at < 0 || !/^(?:npx|npm|pnpm|yarn|tsx)$/.test(name)) return undefined;
  return {
    cause: l10n.t('{0} is a batch file, which Windows starts through a shell only.', name),
    remedies: [setArgs(l10n.t('Start it with "cmd /c"'), args.toSpliced(at, 0, 'cmd', '/c'))],
    ...inEntry('args', at),
  };
}

/** Windows takes what stands behind a point of a name for the ending of a file. */
function withEnding(name: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const at = stdioOf(evidence)?.args.lastIndexOf(name) ?? -1;
  if (evidence.machine.platform !== 'win32' || at < 0 || !/\w\.\w/.test(name) || /\.(?:exe|cmd|bat|py)$/.test(name))
    return undefined;
  return {
    cause: l10n.t('Windows does not find "{0}" without its ending, because the name has a point.', name),
    remedies: [setValue(l10n.t('Use {0}', `${name}.exe`), ['args', at], `${name}.exe`)],
    ...inEntry('args', at),
  };
}

/** What ssh runs has the PATH of a shell that is no login shell. */
function otherMachine(name: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const launch = stdioOf(evidence);
  const at = launch?.args.findIndex((arg) => arg === name || arg.startsWith(`${name} `)) ?? -1;
  if (!launch || programName(launch.command) !== 'ssh' || at < 1) return undefined;
  const line = launch.args.slice(at).join(' ');
  return {
    cause: l10n.t('The program "{0}" is not on the PATH of the other machine, {1}.', name, launch.args[at - 1] ?? ''),
    remedies: [
      setArgs(l10n.t('Start it through a login shell'), [
        ...launch.args.slice(0, at),
        'bash',
        '-lc',
        `'${line.replaceAll("'", "'\\''")}'`,
      ]),
    ],
    ...inEntry('args', at),
  };
}

/** A PATH of the entry replaces the one of the system. */
function notOnPath(name: string, evidence: Evidence): string {
  const { command = '', env = {} } = stdioOf(evidence) ?? {};
  const own = env['PATH'];
  const runner = programName(command);
  // These are scripts of Node.js themselves.
  if (name === 'node' && /^(?:npx|npm|pnpm|pnpx|yarn|corepack)$/.test(runner) && !own)
    return l10n.t('"{0}" calls the program "{1}", which is not on its PATH.', runner, name);
  return own === undefined || own === null
    ? l10n.t('The server calls the program "{0}", which is not on its PATH.', name)
    : l10n.t('The server calls the program "{0}", which is not on the PATH that "env" sets: {1}.', name, own);
}

/** A script of package.json calls programs of packages that are not installed yet. */
function bareProject(evidence: Evidence): string | undefined {
  const { command = '' } = stdioOf(evidence) ?? {};
  const folder = startFolder(stdioOf(evidence));
  if (folder === undefined || !/^(?:npm|pnpm|yarn|bun)$/.test(programName(command))) return undefined;
  const has = (name: string): boolean => evidence.machine.kindOf(path.join(folder, name)) !== undefined;
  return has('package.json') && !has('node_modules') ? folder : undefined;
}

/** Of the files of a login shell: there is no such program. */
const shellFunctions = /^(?:nvm|fnm|conda|sdk|rvm|pyenv|asdf|mise|volta)$/;

/** Version managers set their PATH in the files of a login shell, which `wsl` does not read. */
function throughLoginShell(evidence: Evidence): readonly Remedy[] {
  const args = stdioOf(evidence)?.args ?? [];
  const at = args.findIndex((arg, index) => /^(?:ba|z)sh$/.test(arg) && args[index + 1] === '-c');
  const text = l10n.t('Start it through a login shell');
  if (/^-l?c$/.test(args[0] ?? '') && /^(?:ba|z)?sh$/.test(programName(stdioOf(evidence)?.command ?? '')))
    return [setArgs(text, args.with(0, '-lic'))];
  if (programName(stdioOf(evidence)?.command ?? '') !== 'wsl') return [];
  if (at >= 0) return [setArgs(text, args.with(at + 1, '-lic'))];
  const first = args.findIndex((arg, index) => !arg.startsWith('-') && !/^(?:-d|-u|--cd)$/.test(args[index - 1] ?? ''));
  const words = args.slice(first);
  // Whatever a shell would read as more than a word is left to the user.
  if (first < 0 || !words.every((word) => /^[\w@./:=+,-]+$/.test(word))) return [];
  const shell = /(?:^|\n)zsh\b/.test(outputOf(evidence)) ? 'zsh' : 'bash';
  return [setArgs(text, [...args.slice(0, first), shell, '-lic', words.join(' ')])];
}

/** Behind the PATH that the server gets anyway. */
function chooseFolder(name: string, { launch, machine }: Evidence): Remedy {
  const now = launch.kind === 'stdio' ? launch.env['PATH'] : undefined;
  const prefix = `${now ?? '${env:PATH}'}${pathsOf(machine).delimiter}`;
  return ask(l10n.t('Choose the folder of "{0}"', name), ['env', 'PATH'], { what: 'folder', prefix });
}

/** It is there, but not on the PATH of the server: often beside the program that calls it. */
function foundElsewhere(name: string, evidence: Evidence): readonly Remedy[] {
  const { machine } = evidence;
  const { command = '', env = {} } = stdioOf(evidence) ?? {};
  const { delimiter, dirname, join } = pathsOf(machine);
  const beside = join(dirname(command), name);
  const isBeside = /[/\\]/.test(command) && machine.kindOf(beside) === 'file';
  const program = isBeside ? beside : (machine.findProgram(name) ?? installedPrograms(name, machine)[0]?.file);
  if (program === undefined) return [];
  const folder = dirname(program);
  const value = `${folder}${delimiter}${env['PATH'] ?? '${env:PATH}'}`;
  return [setValue(l10n.t('Add {0} to its PATH', folder), ['env', 'PATH'], value)];
}

function findOrInstall(name: string, evidence: Evidence): readonly Remedy[] {
  const found = foundElsewhere(name, evidence);
  return found.length > 0 ? found : [installRemedy(name, evidence.machine)];
}

/** The program is one of the project, whose environment is not there yet. */
function syncProject(evidence: Evidence, all: string): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!/to spawn: /.test(all) || programName(launch?.command ?? '') !== 'uv') return [];
  return [runInTerminal(l10n.t('Run "{0}" in a terminal', 'uv sync'), ['uv', 'sync'], startFolder(launch))];
}

/** That of the package itself, which npx has not installed whole. */
function isOwnProgram(name: string, evidence: Evidence): boolean {
  return packageOf(evidence)?.runner === 'npx' && (packageOf(evidence)?.name.includes(name) ?? false);
}
