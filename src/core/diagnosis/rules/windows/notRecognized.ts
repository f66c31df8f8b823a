import { l10n } from '../../../../base/l10n.ts';
import { splitCommandLine } from '../../../config/edit/newServer.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { pathsOf } from '../../model/paths.ts';
import { installedPrograms } from '../../model/installedPrograms.ts';
import { programUnknown, useFound } from '../program/notFound.ts';
import { type Evidence, type Machine, hasCode, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, ask, askForFile, runInTerminal, setArgs, setValues, tryAgain } from '../../model/remedies.ts';
import { inEntry, outputRule, rule } from '../../model/rule.ts';
import { programName } from '../../cures/newestVersion.ts';
import { installRemedy } from '../../cures/install.ts';

export const notRecognized = outputRule(
  'windows/not-recognized',
  [
    /'"?([^'"\n]{1,100})"?' is not recognized as an internal or external command/,
    /The term '([^'\n]{1,100})' is not recognized/,
    /(?<![\w.-])['"]?([\w.-]{1,60})['"]? (?:不是内部或外部命令|不是內部或外部命令|は、内部コマンドまたは外部コマンド|은\(는\) 내부 또는 외부 명령|n'est pas reconnu en tant que|no se reconoce como un comando|non è riconosciuto come comando|não é reconhecido como um comando|не является внутренней)/,
    /Der Befehl "([\w.-]{1,60})" ist entweder falsch/,
    /(?:^|\n)'([\w.-]{1,60})' ?\ufffd/, // in the encoding of another language
    /(?:^|\n)(Python) was not found; run without arguments to install/,
    /The command '([\w.-]{1,60})' could not be found in this WSL/,
  ],
  ([all = '', printed = ''], evidence) => {
    const { machine } = evidence;
    if (splitPath.diagnose(evidence)) return undefined;
    const name = printed.replace(/^Python$/, 'python');
    const there = installedElsewhere(name, machine);
    return {
      cause:
        all.includes('run without arguments') && there !== undefined
          ? l10n.t('What Windows has as "{0}" only opens its store. The program is installed as {1}.', name, there)
          : all.includes('run without arguments')
            ? l10n.t('The program "{0}" is not installed: what Windows has under this name only opens its store.', name)
            : isLine(evidence, name)
              ? l10n.t('"{0}" is one argument here, but holds several.', name)
              : there === undefined
                ? programUnknown(name, evidence)
                : l10n.t('The program "{0}" is not on the PATH of the server. It is installed as {1}.', name, there),
      remedies: [
        ...splitLine(evidence, name),
        ...(there === undefined ? [] : useThere(name, there, evidence)),
        ...(name === 'python' && machine.findProgram('py') !== undefined
          ? [setValues(l10n.t('Use "{0}" instead', 'py'), [{ path: ['command'], value: 'py' }])]
          : []),
        ...(all.includes('WSL')
          ? [setValues(l10n.t('Use {0}', `${name}.exe`), [{ path: ['command'], value: `${name}.exe` }])]
          : []),
        ...(there === undefined ? [installRemedy(name, machine)] : []),
        askForFile(l10n.t('Choose the program'), ['command']),
        advise(l10n.t('Start VS Code again after the installation, so that it gets the new PATH.')),
      ],
      ...inEntry('command'),
    };
  },
);

/** Not what only opens the store. */
function installedElsewhere(name: string, machine: Machine): string | undefined {
  if (!/^[\w.-]+$/.test(name)) return undefined;
  const bare = name.replace(/\.(?:cmd|exe|bat|ps1)$/i, '');
  const found = machine.findProgram(bare);
  const isReal = found !== undefined && !/[\\/]WindowsApps[\\/]/i.test(found);
  return isReal ? found : installedPrograms(bare, machine)[0]?.file;
}

/** As the command itself, or behind `cmd /c`: its folder has to be on the PATH then. */
function useThere(name: string, file: string, evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!launch || !/^(?:[A-Za-z]:|\/)/.test(file)) return [];
  const { dirname, delimiter } = pathsOf(evidence.machine);
  const toPath = {
    path: ['env', 'PATH'],
    value: `${dirname(file)}${delimiter}${launch.env['PATH'] ?? '${env:PATH}'}`,
  };
  const own = programName(launch.command);
  return own === name || (name === 'python' && own === 'python3')
    ? [useFound(file, launch, evidence)]
    : [setValues(l10n.t('Add {0} to the PATH of the server', dirname(file)), [toPath])];
}

function isLine(evidence: Evidence, name: string): boolean {
  return /\s/.test(name) && (stdioOf(evidence)?.args.includes(name) ?? false);
}

export const scriptsDisabled = outputRule(
  'windows/scripts-disabled',
  [
    /\bFile ([A-Za-z]:\\[^\n]{1,200}?) cannot be loaded because running scripts is disabled on this system/,
    /(?<!\S)(\S{1,200}) cannot be loaded because running scripts is disabled on this system/,
  ],
  ([, file = ''], evidence) => {
    const launch = stdioOf(evidence);
    const isShell = /^(?:powershell|pwsh)$/i.test(programName(launch?.command ?? ''));
    const own = launch?.args.filter((arg) => !/^-(?:c|command|noprofile|file)$/i.test(arg)) ?? [];
    return {
      cause: l10n.t('PowerShell may not run scripts on this system: {0}.', file),
      remedies: [
        ...(launch
          ? [
              setValues(l10n.t('Start it with "cmd /c"'), [
                { path: ['command'], value: 'cmd' },
                { path: ['args'], value: isShell ? ['/c', ...own] : ['/c', launch.command, ...launch.args] },
              ]),
            ]
          : []),
        advise(l10n.t('Or allow it with "Set-ExecutionPolicy -Scope CurrentUser RemoteSigned".')),
      ],
    };
  },
);

/** A batch file needs a shell on Windows. */
export const batchFile = rule('windows/batch-file', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || evidence.machine.platform !== 'win32' || !hasCode(evidence, 'EINVAL', 'UNKNOWN')) return undefined;
  if (/\.(?:exe|com)$/i.test(launch.command)) return undefined;
  return {
    cause: l10n.t('{0} is a batch file, which Windows starts through a shell only.', launch.command),
    remedies: [
      setValues(l10n.t('Start it with "cmd /c"'), [
        { path: ['command'], value: 'cmd' },
        { path: ['args'], value: ['/c', launch.command, ...launch.args] },
      ]),
    ],
    ...inEntry('command'),
  };
});

/** Windows says no more than that it could not. */
const blockedBy =
  /contains a virus|potentially unwanted|blocked by (?:group policy|your (?:administrator|organi[sz]ation))|AppLocker|SmartScreen|Device Guard|Application Control policy/i;

export const programBlocked = rule('windows/blocked', (evidence) => {
  const launch = stdioOf(evidence);
  const isSaid = blockedBy.test(outputOf(evidence));
  if (!launch || evidence.machine.platform !== 'win32' || !(isSaid || hasCode(evidence, 'UNKNOWN', 'EPERM', 'EFTYPE')))
    return undefined;
  if (!/\.(?:exe|com)$/i.test(launch.command)) return undefined;
  return {
    cause: l10n.t(
      'Windows does not run {0}: it is blocked by a virus scanner or a policy, or is for another processor.',
      launch.command,
    ),
    remedies: [
      runInTerminal(l10n.t('Unblock the file'), [
        'powershell',
        '-Command',
        'Unblock-File',
        '-LiteralPath',
        launch.command,
      ]),
      askForFile(l10n.t('Choose the program'), ['command']),
      advise(l10n.t('Look into the history of the virus scanner.')),
    ],
    ...inEntry('command'),
    isCertain: false,
  };
});

const uncForms = [
  /'(\\\\[^'\n]{1,300})'\s*\n[^\n]{0,120}\n?UNC paths are not supported/,
  /UNC paths are not supported/,
];

/** In WSL the PATH of Windows is added to that of Linux. */
export const programOfWindows = rule('windows/interop', (evidence) => {
  const launch = stdioOf(evidence);
  const { machine, end } = evidence;
  if (!launch || !end || end.code === 0 || machine.platform !== 'linux' || /[/\\]/.test(launch.command))
    return undefined;
  const found = machine.findProgram(launch.command);
  if (found === undefined || !/^\/mnt\/[a-z]\//.test(found)) return undefined;
  const isNode = /^(?:npx|npm|node|pnpm|yarn)$/.test(launch.command);
  return {
    cause: l10n.t(
      '"{0}" is that of Windows ({1}), which cannot work in a folder of WSL: Linux has none of its own.',
      launch.command,
      found,
    ),
    remedies: [
      installRemedy(isNode ? 'node' : launch.command, machine),
      askForFile(l10n.t('Choose the program'), ['command']),
      advise(l10n.t('Install it in WSL, and start the editor again.')),
    ],
    ...inEntry('command'),
  };
});

export const uncFolder = outputRule('windows/unc', uncForms, ([, folder], evidence) => {
  const launch = stdioOf(evidence);
  const line = launch && [launch.command, ...launch.args];
  const [, distribution, inside] =
    /^[\\/]{2}wsl(?:\$|\.localhost)[\\/]([^\\/]+)([^\n]*)$/i.exec(folder ?? launch?.cwd ?? '') ?? [];
  const there = distribution === undefined ? [] : ['-d', distribution, '--cd', (inside || '/').replaceAll('\\', '/')];
  // `cmd /c` is what cannot be there.
  const words = line && /^cmd(?:\.exe)?$/i.test(line[0] ?? '') && /^\/c$/i.test(line[1] ?? '') ? line.slice(2) : line;
  const changes = words && [
    { path: ['command'], value: 'wsl' },
    { path: ['args'], value: [...there, withoutEnding(words[0] ?? ''), ...words.slice(1)] },
    ...(there.length > 0 && launch?.cwd !== undefined ? [{ path: ['cwd'], value: undefined }] : []),
  ];
  return {
    cause:
      folder === undefined
        ? l10n.t('The server was started by Windows in a folder of WSL, which it cannot use.')
        : distribution === undefined
          ? l10n.t('The server was started by Windows in {0}, a folder that it cannot use.', folder)
          : l10n.t('The server was started by Windows in {0}, a folder of WSL that it cannot use.', folder),
    remedies: changes ? [setValues(l10n.t('Start it with "{0}"', 'wsl'), changes)] : [],
  };
});

/** In WSL it has none. */
function withoutEnding(word: string): string {
  return /[/\\]/.test(word) ? word : programName(word);
}

/** A path with a blank that a shell has split. */
export const splitPath = outputRule(
  'windows/split-path',
  [/'([A-Za-z]:\\[^'\n]{1,200})' is not recognized/],
  ([, part = ''], evidence) => {
    const launch = stdioOf(evidence);
    const words = launch ? [launch.command, ...launch.args] : [];
    const at = words.findIndex((word) => word.startsWith(`${part} `));
    const whole = words[at];
    if (whole === undefined && [launch?.cwd, evidence.machine.home].some((each) => each?.startsWith(`${part} `)))
      return {
        cause: l10n.t('A program of the package manager has split the path of the user at its blank: {0}.', part),
        remedies: [
          runInTerminal(l10n.t('Move the cache of npm to a folder without a blank'), [
            'npm',
            'config',
            'set',
            'cache',
            'C:\\npm-cache',
            '--global',
          ]),
          tryAgain(),
        ],
      };
    if (whole === undefined && !part.endsWith('Program')) return undefined;
    const path = at > 0 ? ['args', at - 1] : ['command'];
    const [, program, rest] = /^(.{3,200}\.(?:cmd|exe|bat|com))\s+(\S.*)$/i.exec(whole ?? '') ?? [];
    if (launch && at > 0 && program !== undefined && rest !== undefined)
      return {
        cause: l10n.t('A shell has split the path {0} at its blank, so that it looks for {1}.', program, part),
        remedies: [
          setArgs(l10n.t('Use {0}', programName(program)), [
            ...launch.args.slice(0, at - 1),
            programName(program),
            ...splitCommandLine(rest),
            ...launch.args.slice(at),
          ]),
        ],
        ...inEntry(...path),
      };
    const bare = whole?.split(/[/\\]/).at(-1);
    return {
      cause:
        whole === undefined
          ? l10n.t('A shell has split the path of the program at a blank: {0}.', part)
          : l10n.t('A shell has split the path {0} at its blank, so that it looks for {1}.', whole, part),
      remedies: [
        ...(bare === undefined ? [] : [setValues(l10n.t('Use {0}', bare), [{ path, value: bare }])]),
        askForFile(l10n.t('Choose the program'), path),
      ],
      ...inEntry(...path),
    };
  },
);

/** npm writes its settings with variables that the environment of the server does not have. */
export const unsetFolder = outputRule(
  'windows/unset-folder',
  [/npm (?:ERR!|error) [^\n]{0,200}\$\{(APPDATA|LOCALAPPDATA|USERPROFILE)\}/],
  ([, name = '']) => ({
    cause: l10n.t('npm looks for its folder with the variable {0}, which is not set for the server.', name),
    remedies: [setValues(l10n.t('Set {0} in "env"', name), [{ path: ['env', name], value: `\${env:${name}}` }])],
    ...inEntry('env'),
  }),
);

/** WSL itself stopped, or cannot start its virtual machine. */
export const wslStopped = outputRule(
  'windows/wsl-stopped',
  [/(Windows Subsystem for Linux instance has terminated|WSL_E_\w+|Wsl\/Service\/\S{1,60}|HCS_E_\w+|0x8037\w{4})/],
  ([, what = ''], { end }) =>
    end && {
      cause: l10n.t('WSL does not run, or has stopped: {0}', what),
      remedies: [tryAgain(), runInTerminal(l10n.t('Restart WSL'), ['wsl', '--shutdown'])],
      isCertain: false,
    },
);

export const wslMissing = outputRule(
  'windows/wsl',
  [
    /(?:Windows Subsystem for Linux has no installed distributions|WSL_E_DISTRO_NOT_FOUND|There is no distribution with the supplied name)/,
  ],
  (_match, evidence) => {
    const args = stdioOf(evidence)?.args ?? [];
    const at = args.findIndex((arg) => arg === '-d' || arg === '--distribution') + 1;
    const name = at > 0 ? args[at] : undefined;
    return {
      cause:
        name === undefined
          ? l10n.t('The distribution of WSL that the command names is not installed.')
          : l10n.t('The distribution "{0}" of WSL is not installed.', name),
      remedies: [
        ...(name === undefined
          ? []
          : [ask(l10n.t('Enter another value instead of {0}', name), ['args', at], { now: name })]),
        runInTerminal(l10n.t('Install {0}', name ?? 'WSL'), [
          'wsl',
          '--install',
          ...(name === undefined ? [] : ['-d', name]),
        ]),
      ],
      ...inEntry('args'),
    };
  },
);

/** A whole command line in one argument of `cmd /c`. */
function splitLine(evidence: Evidence, name: string): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const at = launch?.args.findIndex((arg) => arg.includes(' ') && arg.includes(name)) ?? -1;
  if (!launch || at < 0 || !name.includes(' ')) return [];
  const words = splitCommandLine(launch.args[at] ?? '');
  return [setValues(l10n.t('Split it'), [{ path: ['args'], value: launch.args.toSpliced(at, 1, ...words) }])];
}
