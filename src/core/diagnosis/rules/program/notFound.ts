import path from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { installRemedy, providerOf, substituteFor } from '../../cures/install.ts';
import type { EntryChange, Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type StdioFacts, hasCode, stdioOf } from '../../model/evidence.ts';
import { askForFile, setValue, setValues } from '../../model/remedies.ts';
import { pathsOf } from '../../model/paths.ts';
import { projectFolders } from '../../model/project.ts';
import { environments, programOf } from '../../model/environments.ts';
import { installedPrograms } from '../../model/installedPrograms.ts';
import { withinOneEdit } from '../../model/nearbyFile.ts';
import { builtins } from '../argument/shellWords.ts';
import { inEntry, rule } from '../../model/rule.ts';

export const programNotFound = rule('program/not-found', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !hasCode(evidence, 'ENOENT') || /[\s/\\=]/.test(launch.command)) return undefined;
  if (builtins.test(launch.command)) return undefined; // nothing to install
  if (launch.cwd !== undefined && evidence.machine.kindOf(launch.cwd) === undefined) return undefined; // that is why
  const { command } = launch;
  const name = command.replace(/\.(?:cmd|exe)$/i, '');
  const onPath = evidence.machine.findProgram(name);
  const elsewhere = onPath ?? inProject(name, evidence) ?? installedPrograms(name, evidence.machine)[0]?.file;
  const meant = elsewhere === undefined ? misspelled(name, evidence) : undefined;
  const isMissing = elsewhere === undefined && meant === undefined;
  return {
    cause: causeOf(command, elsewhere, meant, evidence, onPath !== undefined),
    remedies: [
      ...(meant === undefined ? [] : [setValue(l10n.t('Use "{0}" instead', meant), ['command'], meant)]),
      ...(elsewhere === undefined ? [] : [useFound(elsewhere, launch, evidence)]),
      ...hiddenPath(launch),
      ...(isMissing ? shellOfLinux(name, launch, evidence) : []),
      ...otherProgram(name, launch, evidence),
      ...(isMissing && !(isShell.test(name) && evidence.machine.platform === 'win32')
        ? [installRemedy(name, evidence.machine)]
        : []),
      askForFile(isMissing ? l10n.t('Or choose its file') : l10n.t('Choose the program'), ['command']),
    ],
    ...inEntry('command'),
  };
});

function causeOf(
  command: string,
  elsewhere: string | undefined,
  meant: string | undefined,
  evidence: Evidence,
  isOnPath: boolean,
): string {
  const { machine } = evidence;
  if (elsewhere !== undefined && isOnPath && machine.platform === 'win32' && isBatch.test(elsewhere))
    return l10n.t('{0} is a batch file, which Windows starts through a shell only.', elsewhere);
  if (elsewhere !== undefined)
    return l10n.t('The program "{0}" is not on the PATH of the server. It is installed as {1}.', command, elsewhere);
  if (meant !== undefined) return l10n.t('There is no program "{0}"; probably "{1}" is meant.', command, meant);
  if (isShell.test(command) && machine.platform === 'win32')
    return l10n.t('Windows has no program "{0}": it comes with WSL or Git.', command);
  const other = substituteFor(command, machine);
  return other === undefined
    ? programUnknown(command, evidence)
    : l10n.t('There is no program "{0}" on this machine, only "{1}".', command, other);
}

/** Many a program is a part of another one. */
export function programUnknown(name: string, evidence: Evidence): string {
  const { machine } = evidence;
  const provider = providerOf(name.replace(/\.(?:cmd|exe)$/i, ''));
  // A PATH of the entry may only hide it.
  if (provider === undefined || stdioOf(evidence)?.env['PATH']) return l10n.t('The program "{0}" was not found.', name);
  return name === 'dnx' && machine.findProgram('dotnet') !== undefined
    ? l10n.t(
        'The program "{0}" was not found: it comes with {1}, and the one that is installed is older.',
        name,
        provider,
      )
    : l10n.t('The program "{0}" was not found: it comes with {1}, which is not installed.', name, provider);
}

const isBatch = /\.(?:cmd|bat)$/i;

/** In the packages beside the script, or in an environment of Python. */
function inProject(name: string, evidence: Evidence): string | undefined {
  const { machine } = evidence;
  const inPackages = projectFolders(evidence)
    .map((folder) => pathsOf(machine).join(folder, 'node_modules', '.bin', name))
    .find((file) => machine.kindOf(file) === 'file');
  return inPackages ?? environments(evidence).flatMap((each) => programOf(each, name, machine) ?? [])[0];
}

/** The programs that start servers. */
const usual = [
  'npx',
  'node',
  'npm',
  'uvx',
  'uv',
  'python3',
  'python',
  'docker',
  'deno',
  'bunx',
  'bun',
  'pnpm',
  'yarn',
  'dotnet',
  'java',
  'pipx',
  'podman',
  'poetry',
  'cargo',
  'cmd',
];

/** Another case, or a letter too many, too few or wrong. */
function misspelled(name: string, { machine }: Evidence): string | undefined {
  if (usual.includes(name) || name.length < 3) return undefined;
  const bare = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return usual.find(
    (each) =>
      (each === bare || (bare.length > 2 && withinOneEdit(each, bare))) && machine.findProgram(each) !== undefined,
  );
}

/** Its folder as well: npx looks for node there, and a batch file needs a shell. */
export function useFound(file: string, launch: StdioFacts, { machine }: Evidence): Remedy {
  const { dirname, delimiter } = machine.platform === 'win32' ? path.win32 : path.posix;
  const now = launch.env['PATH'] ?? '${env:PATH}';
  const toPath: EntryChange = { path: ['env', 'PATH'], value: `${dirname(file)}${delimiter}${now}` };
  if (!isBatch.test(file)) return setValues(l10n.t('Use {0}', file), [{ path: ['command'], value: file }, toPath]);
  return setValues(l10n.t('Start it with "cmd /c"'), [
    { path: ['command'], value: 'cmd' },
    { path: ['args'], value: ['/c', launch.command, ...launch.args] },
    toPath,
  ]);
}

const isShell = /^(?:ba|z)?sh$/;

/** What is of Linux runs in WSL; commands of Windows in the shell of Git. */
function shellOfLinux(name: string, { args }: StdioFacts, { machine }: Evidence): readonly Remedy[] {
  if (machine.platform !== 'win32' || !isShell.test(name)) return [];
  const git = String.raw`C:\Program Files\Git\bin\bash.exe`;
  const isOfLinux = args.some((arg) => /(?:^|[\s"'=])(?:~|\/(?:home|usr|opt|mnt|srv))\//.test(arg));
  return !isOfLinux && machine.kindOf(git) === 'file'
    ? [setValue(l10n.t('Use {0}', git), ['command'], git)]
    : [
        setValues(l10n.t('Start it with "wsl"'), [
          { path: ['command'], value: 'wsl' },
          { path: ['args'], value: [name, ...args] },
        ]),
      ];
}

function hiddenPath({ env }: StdioFacts): readonly Remedy[] {
  if (env['PATH'] === undefined) return [];
  return [setValue(l10n.t('Remove PATH from "env": it hides the PATH of this system'), ['env', 'PATH'], undefined)];
}

function otherProgram(name: string, launch: StdioFacts, { machine }: Evidence): readonly Remedy[] {
  const other = substituteFor(name, machine);
  if (other !== undefined) return [setValue(l10n.t('Use "{0}" instead', other), ['command'], other)];
  if (name !== 'docker-compose' || machine.findProgram('docker') === undefined) return [];
  return [
    setValues(l10n.t('Use "{0}" instead', 'docker compose'), [
      { path: ['command'], value: 'docker' },
      { path: ['args'], value: ['compose', ...launch.args] },
    ]),
  ];
}
