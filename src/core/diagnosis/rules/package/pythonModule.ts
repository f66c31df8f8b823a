import { incompletePackage } from './incomplete.ts';
import { l10n } from '../../../../base/l10n.ts';
import { installWith } from '../../cures/installWith.ts';
import { systemPackages } from '../../cures/install.ts';
import { packageOf, programName, useNewest } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type Machine, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, askForFile, askForFolder, runInTerminal, setArgs, setValue } from '../../model/remedies.ts';
import { type Finding, inEntry, outputRule } from '../../model/rule.ts';
import { environments, environmentsIn, hasModule, pythonOf } from '../../model/environments.ts';
import { folderOfModule } from '../../model/moduleFolder.ts';
import { anyPath as path, pathsOf } from '../../model/paths.ts';
import { projectFolders } from '../../model/project.ts';
import { startIn } from '../../model/otherFolder.ts';
import { startFolder } from '../../model/startFolder.ts';

/** Packages whose module has another name. */
const packageOfModule: Readonly<Record<string, string>> = {
  PIL: 'pillow',
  yaml: 'pyyaml',
  cv2: 'opencv-python',
  bs4: 'beautifulsoup4',
  dotenv: 'python-dotenv',
  sklearn: 'scikit-learn',
  dateutil: 'python-dateutil',
  jwt: 'pyjwt',
  git: 'gitpython',
  psycopg2: 'psycopg2-binary',
  magic: 'python-magic',
  pkg_resources: 'setuptools',
  distutils: 'setuptools',
  fitz: 'pymupdf',
  docx: 'python-docx',
  github: 'pygithub',
  serial: 'pyserial',
};
/** Folders of projects, which no registry has. */
const isLocal = /^(?:src|app|server|main|tools?|utils?|lib|core|config|common|models|helpers|backend|api)$/;

/** What later versions no longer have, and the last ones that do. */
const lastWith: Readonly<Record<string, string>> = {
  'mcp.server.fastmcp': 'mcp<2',
  'pydantic.v1': 'pydantic<3',
  McpError: 'mcp<2',
};

/** Python names the first part that is not there: where more than the package is named, the package itself is. */
export const pythonVersion = outputRule(
  'package/python-version',
  [
    /No module named '((\w{1,60})(?:\.\w{1,60}){1,6})'/,
    /cannot import name '([\w.]{1,100})' from '(\w{1,60})[\w.]{0,100}'/,
  ],
  ([all = '', name = '', top = ''], evidence) => {
    const inner = all.startsWith('No ') ? undefined : /from '([\w.]+)'/.exec(all)?.[1];
    if (isOfProject(evidence, top) || all.includes('partially initialized') || ofPython.test(top)) return undefined;
    return {
      cause: l10n.t('The Python package "{0}" is installed in a version without "{1}".', top, name),
      remedies: [
        ...otherVersion(evidence, top, lastWith[inner ?? name] ?? lastWith[name]),
        advise(l10n.t('Install the version that the server requires.')),
      ],
    };
  },
);

/** Parts of Python itself. */
const ofPython = /^(?:typing|collections|asyncio|inspect|importlib|enum|dataclasses|ssl|imp|distutils)$/;

/** Without a known version, a newer release of the server may fit; `--with` alone would change nothing. */
function otherVersion(evidence: Evidence, top: string, pinned: string | undefined): readonly Remedy[] {
  if (pinned !== undefined) return install(evidence, pinned);
  return packageOf(evidence) ? useNewest(evidence) : install(evidence, top, true);
}

export const pythonModuleMissing = outputRule(
  'package/python-module',
  [/(?:ModuleNotFoundError: )?No module named '?([\w.]{1,100})'?/],
  ([, name = ''], evidence) => {
    if (/Failed to build|build_wheel|build backend/.test(outputOf(evidence))) return undefined; // of a package
    const top = name.split('.')[0] ?? name;
    const there = isPython(evidence)
      ? environments(evidence).find((each) => hasModule(each, top, evidence.machine))
      : undefined;
    const unused = projectUnused(name, evidence) ?? (isLocal.test(top) ? incompletePackage(top, evidence) : undefined);
    if (unused) return unused;
    const local = there === undefined ? folderOfModule(top, evidence, isOfProject(evidence, top)) : undefined;
    const python = there === undefined ? undefined : pythonOf(there, evidence.machine);
    const listed = there === undefined && local === undefined ? uninstalled(top, evidence) : undefined;
    return {
      cause:
        local === undefined
          ? (listed?.cause ?? causeOf(name, top, there, evidence))
          : l10n.t('The Python module "{0}" is in {1}, where this command does not look for it.', name, local),
      remedies: [
        ...(python === undefined ? [] : [setValue(l10n.t('Use {0}', python), ['command'], python)]),
        ...fromFolder(evidence, local),
        ...(isOfProject(evidence, top) ? [...(local === undefined ? inSource(evidence, top) : []), inItsFolder()] : []),
        ...ownPython(evidence),
        ...(listed?.remedies ?? []),
        ...(isLocal.test(top) || local !== undefined || listed ? [] : install(evidence, top)),
        ...otherPython(evidence),
      ],
    };
  },
);

function isPython(evidence: Evidence): boolean {
  return /^python[\d.]*$/.test(programName(stdioOf(evidence)?.command ?? ''));
}

/** What the project lists was never installed for this Python. */
function uninstalled(
  top: string,
  evidence: Evidence,
): { readonly cause: string; readonly remedies: readonly Remedy[] } | undefined {
  const { machine } = evidence;
  const { command = '' } = stdioOf(evidence) ?? {};
  const name = new RegExp(
    `(?:^|["'\\s])${(packageOfModule[top] ?? top).replaceAll(/[-_.]/g, '[-_.]')}(?![\\w-])`,
    'im',
  );
  const file = projectFolders(evidence)
    .map((folder) => pathsOf(machine).join(folder, 'requirements.txt'))
    .find((each) => name.test(machine.head(each)));
  if (file === undefined || !isPython(evidence)) return undefined;
  return {
    cause: l10n.t('What {0} lists is not installed for {1}: the Python module "{2}" is missing.', file, command, top),
    remedies: installWith(l10n.t('Install {0}', 'requirements.txt'), ['-r', file], path.dirname(file), evidence),
  };
}

function causeOf(name: string, top: string, there: string | undefined, evidence: Evidence): string {
  const source = path.join(startFolder(stdioOf(evidence)) ?? '/', 'src');
  if (evidence.machine.kindOf(path.join(source, top)) === 'folder')
    return l10n.t('The Python module "{0}" is in {1}, where this command does not look for it.', name, source);
  const { command = '' } = stdioOf(evidence) ?? {};
  return there === undefined
    ? l10n.t('The Python module "{0}" is not installed where this command looks for it.', name)
    : l10n.t('The Python module "{0}" is installed in {1}, but not for {2}.', name, there, command);
}

function isOfProject(evidence: Evidence, top: string): boolean {
  const args = stdioOf(evidence)?.args ?? [];
  return isLocal.test(top) || (args[args.indexOf('-m') + 1]?.split('.')[0] === top && args.includes('-m'));
}

/** `uv run` takes the project of the folder in which it is started, wherever the script is. */
function projectUnused(name: string, evidence: Evidence): Omit<Finding, 'proof'> | undefined {
  const launch = stdioOf(evidence);
  const at = launch?.args.findIndex((arg) => arg.endsWith('.py')) ?? -1;
  const script = launch?.args[at];
  if (!launch || script === undefined || programName(launch.command) !== 'uv' || !launch.args.includes('run'))
    return undefined;
  const full = path.resolve(startFolder(launch) ?? '/', script);
  const isProject = (folder: string): boolean =>
    evidence.machine.kindOf(path.join(folder, 'pyproject.toml')) === 'file';
  const project = [path.dirname(full), path.dirname(path.dirname(full))].find(isProject);
  const hasOption = launch.args.some((arg) => /^--(?:directory|project|script)$/.test(arg));
  if (project === undefined || hasOption || project === startFolder(launch)) return undefined;
  const args = ['--directory', project, ...launch.args.with(at, path.relative(project, full))];
  return {
    cause: l10n.t(
      'The Python module "{0}" is not there, because "uv run" does not use the project {1} of the script: it is started in another folder.',
      name,
      project,
    ),
    remedies: [setArgs(l10n.t('Start the server in {0}', project), args)],
    ...inEntry('args', at),
  };
}

/** `-m` looks into the working folder, a script only beside itself. */
function fromFolder(evidence: Evidence, folder: string | undefined): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!launch || folder === undefined) return [];
  if (launch.args.includes('-m') || /^uvx?$/.test(programName(launch.command))) return [startIn(folder, evidence)];
  const { delimiter } = pathsOf(evidence.machine);
  const now = launch.env['PYTHONPATH'];
  return [
    setValue(
      l10n.t('Let Python look into {0}', folder),
      ['env', 'PYTHONPATH'],
      now ? `${folder}${delimiter}${now}` : folder,
    ),
  ];
}

/** Projects keep their package in "src", which Python does not look into. */
function inSource(evidence: Evidence, top: string): readonly Remedy[] {
  const folder = path.join(startFolder(stdioOf(evidence)) ?? '/', 'src');
  if (evidence.machine.kindOf(path.join(folder, top)) !== 'folder') return [];
  return [startIn(folder, evidence)];
}

function inItsFolder(): Remedy {
  return askForFolder(l10n.t('Choose the folder of the server'), ['cwd']);
}

function install(evidence: Evidence, module: string, isUpgrade = false): readonly Remedy[] {
  const name = packageOfModule[module] ?? module.replaceAll('_', '-').replace(/^-+/, '');
  const launch = stdioOf(evidence);
  if (!launch) return [];
  const runner = programName(launch.command);
  if (runner === 'uvx' || (runner === 'uv' && launch.args.includes('run'))) {
    const at = runner === 'uv' ? launch.args.indexOf('run') + 1 : 0;
    return [
      setArgs(l10n.t('Add "{0}"', `--with ${name}`), launch.args.toSpliced(at, 0, '--with', name)),
      ...addToProject(name, evidence),
    ];
  }
  if (module === 'tkinter' && evidence.machine.platform === 'linux')
    return [runInTerminal(l10n.t('Install {0}', 'python3-tk'), systemPackages(['python3-tk'], evidence.machine))];
  const python = runner.startsWith('python') ? launch.command : 'python3';
  const words = [...(isUpgrade ? ['--upgrade'] : []), name];
  const folder = startFolder(launch) ?? projectFolders(evidence)[0];
  const text = l10n.t('Install it with pip');
  return folder === undefined
    ? [runInTerminal(text, [python, '-m', 'pip', 'install', ...words])]
    : installWith(text, words, folder, evidence, python);
}

/** The project lists what it needs. */
function addToProject(name: string, evidence: Evidence): readonly Remedy[] {
  const folder = startFolder(stdioOf(evidence));
  if (folder === undefined || evidence.machine.kindOf(path.join(folder, 'pyproject.toml')) !== 'file') return [];
  return [runInTerminal(l10n.t('Run "{0}" in a terminal', `uv add ${name}`), ['uv', 'add', name], folder)];
}

/** The virtual environment of the project, which the entry does not use. */
function ownPython({ machine, ...evidence }: Evidence): readonly Remedy[] {
  const launch = stdioOf({ machine, ...evidence });
  if (!launch || !isPython({ machine, ...evidence })) return [];
  const script = launch.args.find((arg) => arg.endsWith('.py'));
  const file = script === undefined ? undefined : path.resolve(launch.cwd ?? '/', script);
  const folders = [file && path.dirname(file), file && path.dirname(path.dirname(file)), launch.cwd].filter(Boolean);
  const found = folders
    .flatMap((folder) => pythonsIn(folder ?? '', machine))
    .find((each) => each !== launch.command && machine.kindOf(each) === 'file');
  return found === undefined ? [] : [setValue(l10n.t('Use {0}', found), ['command'], found)];
}

function pythonsIn(folder: string, machine: Machine): readonly string[] {
  const others = environmentsIn(folder, machine).flatMap((each) => pythonOf(each, machine) ?? []);
  return pythons.map((each) => path.join(folder, each)).concat(others);
}

const pythons: readonly string[] = ['.venv', 'venv', 'env'].flatMap((each) => [
  `${each}/bin/python`,
  `${each}/bin/python3`,
  `${each}/Scripts/python.exe`,
]);

/** That of a virtual environment, where the entry names none. */
function otherPython(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  return launch && programName(launch.command).startsWith('python')
    ? [askForFile(l10n.t('Choose the Python of its environment'), ['command'])]
    : [];
}

/** The installation itself is broken, or a variable leads to another one. */
export const pythonBroken = outputRule(
  'runtime/python-broken',
  [
    /(Fatal Python error: (?!Segmentation|Aborted|Bus error|Illegal|Floating)[^\n]{1,120})/,
    /(Could not find platform independent libraries[^\n]{0,40})/,
  ],
  ([, what = ''], evidence) => {
    const launch = stdioOf(evidence);
    if (outputOf(evidence).includes('PermissionError')) return undefined;
    const [, folder] = /^(.*[/\\]\.?v?env)[/\\](?:bin|Scripts)[/\\]/.exec(launch?.command ?? '') ?? [];
    return {
      cause: l10n.t('This Python cannot start: its environment is broken or was moved. {0}', what),
      remedies: [
        ...(folder === undefined
          ? []
          : [runInTerminal(l10n.t('Make the environment anew'), ['python3', '-m', 'venv', '--clear', folder])]),
        askForFile(l10n.t('Choose the Python of its environment'), ['command']),
      ],
      ...inEntry('command'),
    };
  },
);
