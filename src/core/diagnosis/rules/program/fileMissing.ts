import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { buildProject } from '../../cures/buildProject.ts';
import { programName } from '../../cures/newestVersion.ts';
import { type Evidence, type Machine, type StdioFacts, hasCode, stdioOf } from '../../model/evidence.ts';
import { advise, askForFile, setValue } from '../../model/remedies.ts';
import { type Finding, inEntry, rule } from '../../model/rule.ts';
import { isDangling, nearbyFile } from '../../model/nearbyFile.ts';
import { environmentOf, makeAnew } from './interpreter.ts';
import { useFound } from './notFound.ts';

export const programFileMissing = rule('program/file-missing', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !hasCode(evidence, 'ENOENT') || !/[/\\]/.test(launch.command)) return undefined;
  const { command, cwd } = launch;
  // Then what its first line names is missing, or that has a line ending of Windows.
  if (evidence.machine.kindOf(path.resolve(cwd ?? '/', command)) === 'file') return undefined;
  if (isDangling(path.resolve(cwd ?? '/', command), evidence.machine)) return dangling(launch, evidence);
  const isRunner = runners.test(programName(command));
  if (environmentOfWindows(command, evidence.machine)) return ofWindows(launch, evidence);
  const near =
    otherEnvironment(command, evidence.machine) ?? (isRunner ? undefined : nearbyFile(command, evidence.machine, cwd));
  const built = near === undefined ? buildProject(command, evidence) : [];
  const isLost = near === undefined && built.length === 0 && !ofProject.test(command);
  const installed = isLost ? evidence.machine.findProgram(programName(command)) : undefined;
  return {
    cause: causeOf(command, near, installed, built.length > 0),
    remedies: [
      ...(near === undefined ? [] : [setValue(l10n.t('Use {0}', near), ['command'], near)]),
      ...(installed === undefined ? [] : [useFound(installed, launch, evidence)]),
      ...built,
      askForFile(l10n.t('Choose the program'), ['command']),
      advise(l10n.t('Check "command" of this server, or build or install it first.')),
    ],
    ...inEntry('command'),
  };
});

/** An environment has its programs in another folder on Windows. */
function otherEnvironment(command: string, { kindOf }: Machine): string | undefined {
  const [, folder, below, name] = /^(.*[/\\])(bin|Scripts)[/\\]([\w.-]+?)(?:\.exe)?$/.exec(command) ?? [];
  if (folder === undefined || name === undefined) return undefined;
  const slash = folder.at(-1) ?? '/';
  const other = below === 'bin' ? `${folder}Scripts${slash}${name}.exe` : `${folder}bin${slash}${name}`;
  return kindOf(other) === undefined ? undefined : other;
}

/** Seen from Linux, as in WSL: its programs are those of Windows. */
function environmentOfWindows(command: string, machine: Machine): boolean {
  const folder = environmentOf(command);
  return (
    folder !== undefined &&
    machine.platform !== 'win32' &&
    machine.kindOf(path.join(folder, 'Scripts', 'python.exe')) === 'file'
  );
}

function ofWindows(launch: StdioFacts, { machine }: Evidence): Finding {
  const folder = environmentOf(launch.command) ?? '';
  return {
    cause: l10n.t('The environment {0} was made on Windows: it has no {1} for this system.', folder, launch.command),
    remedies: [makeAnew(folder, machine), askForFile(l10n.t('Choose the program'), ['command'])],
    ...inEntry('command'),
  };
}

/** Most often the Python of an environment, after the one that it was made with was updated or removed. */
function dangling(launch: StdioFacts, evidence: Evidence): Finding {
  const { machine } = evidence;
  const folder = environmentOf(launch.command);
  const installed = machine.findProgram(programName(launch.command).replace(/^python$/, 'python3'));
  return {
    cause:
      folder === undefined
        ? l10n.t('{0} is a link to a file that no longer exists.', launch.command)
        : l10n.t(
            '{0} is a link to a Python that is no longer installed: the environment {1} is broken.',
            launch.command,
            folder,
          ),
    remedies: [
      ...(folder === undefined ? [] : [makeAnew(folder, machine)]),
      ...(installed === undefined ? [] : [useFound(installed, launch, evidence)]),
      askForFile(l10n.t('Choose the program'), ['command']),
    ],
    ...inEntry('command'),
  };
}

/** They are the same everywhere, and need the folder in which they are on the PATH. */
const runners = /^(?:npx|npm|node|pnpm|yarn|bunx?|deno|uvx?|pipx|docker|podman)$/;
/** A program of the same name elsewhere would not have the packages of the project. */
const ofProject = /[/\\](?:\.?venv|env|node_modules|vendor)[/\\]/;
/** fnm makes such a path for each shell. */
const passing = /[/\\]fnm_multishells[/\\]|^\/(?:private\/)?(?:tmp|var\/folders)\/|\\Temp\\/;

function causeOf(file: string, near: string | undefined, installed: string | undefined, isToBuild: boolean): string {
  if (near !== undefined) return l10n.t('The file {0} does not exist, but {1} does.', file, near);
  if (isToBuild) return l10n.t('The file {0} does not exist: the server was not built yet.', file);
  if (installed === undefined) return l10n.t('There is no file {0}.', file);
  return passing.test(file)
    ? l10n.t('{0} was a temporary path and no longer exists. The program is installed as {1}.', file, installed)
    : l10n.t('There is no file {0}. The program is installed as {1}.', file, installed);
}
