import { buildProject } from '../../cures/buildProject.ts';
import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, type StdioFacts, stdioOf } from '../../model/evidence.ts';
import { startIn } from '../../model/otherFolder.ts';
import { nearbyFile } from '../../model/nearbyFile.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { containerRun } from '../../model/container.ts';
import { argAt, askForFile, askForFolder, runInTerminal, setArgs, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { pathsOf } from '../../model/paths.ts';
import { programName } from '../../cures/newestVersion.ts';
import { folderOptionAt, startFolder } from '../../model/startFolder.ts';

/** The file that a runtime was told to run. */
export const scriptMissing = outputRule(
  'path/script',
  [
    /Cannot find module '((?:[A-Za-z]:)?[/\\][^'\n]{1,400})'/,
    /can't open file '([^'\n]{1,400})': \[Errno 2\]/,
    /Module not found "file:\/\/([^"\n]{1,400})"/,
    /error: Module not found "([^"\n]{1,400})"/i,
    /error: Script not found "([^"\n]{1,400}[./][^"\n]{1,100})"/,
    /error: Cannot find module ['"](\.{1,2}\/[^'"\n]{1,300})['"] from/,
    /Unable to access jarfile (\S{1,400})/,
    /no required module provides package (\S{1,400}\.go)|stat (\S{1,400}\.go): no such file/,
    /MSB1009: Project file does not exist\.\s+Switch: (\S{1,400})/,
    /The provided file path does not exist: (\S{1,400})\./,
    /could not find `Cargo\.toml` in `([^`\n]{1,400})`/,
    /manifest path `([^`\n]{1,400})` does not exist/,
    /(?:^|\n)(?:\/bin\/)?(?:ba|z|da)?sh: (?:\d+: )?(?:cannot open |can't open )?'?(\/[^\n':]{1,400})'?: No such file/,
    /error: Failed to spawn: `([^`\n]{1,400}\.py)`/,
    /The application to execute does not exist: '([^'\n]{1,400})'/, // .NET
    /Could not open input file: (\S{1,400})/, // PHP
    /ruby: No such file or directory -- (\S{1,400}) \(LoadError\)/,
    /Can't open perl script "([^"\n]{1,400})"/,
    /Cannot find (?:entry point|file) ["']([^"'\n]{1,400})["']/,
    /project directory `([^`\n]{1,400})` does not exist/i,
  ],
  (match, evidence) => {
    const named = unescaped(match.slice(1).find((group) => group !== undefined) ?? '');
    const file = match[0].includes('`Cargo.toml`') ? `${named}/Cargo.toml` : named;
    const inImage = inContainer(file, evidence);
    if (inImage) return inImage;
    const isOwn = stdioOf(evidence)?.args.includes(file) ?? false;
    return isDependency(file) && !isOwn ? undefined : missing(file, evidence);
  },
);

/** Python prints the paths of Windows as its literals. */
function unescaped(file: string): string {
  return /^[A-Za-z]:\\\\/.test(file) ? file.replaceAll('\\\\', '\\') : file;
}

/** What the entry starts in a container is looked for in its image. */
function inContainer(file: string, evidence: Evidence): { cause: string; remedies: readonly Remedy[] } | undefined {
  const run = containerRun(evidence);
  const { args } = run?.launch ?? { args: [] };
  if (!run || run.image < 0 || !args.slice(run.image + 1).includes(file)) return undefined;
  const image = args[run.image] ?? '';
  return {
    cause: l10n.t('The image {0} has no file {1}.', image, file),
    remedies: [
      setArgs(l10n.t('Let the image start its own program'), args.slice(0, run.image + 1)),
      runInTerminal(l10n.t('Get the newest image'), [run.launch.command, 'pull', image]),
    ],
  };
}

function isDependency(file: string): boolean {
  return /[/\\]node_modules[/\\]/.test(file);
}

function missing(file: string, evidence: Evidence): { cause: string; remedies: readonly Remedy[] } {
  const launch = stdioOf(evidence);
  const at =
    launch && argAt(launch, (arg) => arg === file || (arg.length > 2 && file.endsWith(arg.replace(/^\.\//, '/'))));
  const near = isFolder(file, evidence)
    ? programIn(file, evidence)
    : nearbyFile(file, evidence.machine, startFolder(launch));
  const built = buildProject(file, evidence);
  const fix =
    near === undefined || !launch
      ? []
      : at === undefined
        ? inItsFolder(file, near, evidence)
        : [useNear(file, near, evidence, at)];
  return {
    cause: causeOf(file, evidence, near, built.length > 0),
    remedies: [
      ...fix,
      ...built,
      ...(at === undefined ? [] : [askForFile(l10n.t('Choose the file'), ['args', at])]),
      ...(at === undefined && /\.toml$|\.xml$|\.json$/.test(file)
        ? [askForFolder(l10n.t('Choose the folder of the server'), ['cwd'])]
        : []),
      ...(at === undefined && stdioOf(evidence)?.cwd !== undefined && !/\.(?:toml|xml|json)$/.test(file)
        ? [askForFolder(l10n.t('Choose the folder of the server'), ['cwd'])]
        : []),
    ],
    ...(at !== undefined && inEntry('args', at)),
  };
}

/** Where projects have what starts them. */
function programIn(folder: string, { machine, ...evidence }: Evidence): string | undefined {
  const path = pathsOf(machine);
  const full = path.resolve(startFolder(stdioOf({ machine, ...evidence })) ?? '/', folder);
  const isPython = /^python|^uv/.test(programName(stdioOf({ machine, ...evidence })?.command ?? ''));
  const names = isPython
    ? ['server.py', 'main.py', '__main__.py', 'app.py']
    : ['index.js', 'server.js', 'main.js', 'index.mjs'];
  return ['', 'dist', 'build', 'src']
    .flatMap((below) => names.map((name) => path.join(full, below, name)))
    .find((file) => machine.kindOf(file) === 'file');
}

/** A runner with a folder of its own needs the project there, so that the folder is what is corrected. */
function useNear(file: string, near: string, evidence: Evidence, at: number): Remedy {
  const launch = stdioOf(evidence);
  const option = launch && folderOptionAt(launch);
  const project = launch && option === undefined ? projectOf(near, launch, evidence) : undefined;
  if (launch && project !== undefined) {
    const own = pathsOf(evidence.machine).relative(project, near);
    const args = ['--directory', project, ...launch.args.with(at, own)];
    return setArgs(l10n.t('Start the server in {0}', project), args);
  }
  const folder = near.endsWith(`/${file}`) ? near.slice(0, -file.length - 1) : undefined;
  return option !== undefined && folder !== undefined && !/\/(?:src|dist|build|out|lib|bin)$/.test(folder)
    ? setValue(l10n.t('Use {0}', folder), ['args', option + 1], folder)
    : setValue(l10n.t('Use {0}', near), ['args', at], near);
}

/** uv and Poetry look for the project, and so for its packages, where they are started. */
function projectOf(file: string, { command }: StdioFacts, { machine }: Evidence): string | undefined {
  if (!/^(?:uv|poetry)$/.test(programName(command))) return undefined;
  const path = pathsOf(machine);
  return [path.dirname(file), path.dirname(path.dirname(file))].find(
    (folder) => machine.kindOf(path.join(folder, 'pyproject.toml')) === 'file',
  );
}

/** What describes a project is looked for where the server is started. */
function inItsFolder(file: string, near: string, evidence: Evidence): readonly Remedy[] {
  const path = pathsOf(evidence.machine);
  const folder = path.dirname(near);
  if (!/\.(?:toml|xml|json)$/.test(file) || path.basename(near) !== path.basename(file)) return [];
  return [startIn(folder, evidence)];
}

function causeOf(file: string, evidence: Evidence, near: string | undefined, isToBuild: boolean): string {
  if (isFolder(file, evidence)) return l10n.t('{0} is a folder and not a program.', file);
  const full = pathsOf(evidence.machine).resolve(startFolder(stdioOf(evidence)) ?? '/', file);
  if (near !== undefined) {
    const relative = relativeArgument(full, near, evidence);
    return relative === undefined
      ? l10n.t('The file {0} does not exist, but {1} does.', full, near)
      : l10n.t('{0} is a relative path: the server looks for {1}, but the file is {2}.', relative, full, near);
  }
  return isToBuild
    ? l10n.t('The file {0} does not exist: the server was not built yet.', file)
    : l10n.t('The file {0} does not exist.', file);
}

/** As the entry has it, where it is the folder that the server is started in that is wrong. */
function relativeArgument(file: string, near: string, evidence: Evidence): string | undefined {
  const { isAbsolute, resolve } = pathsOf(evidence.machine);
  const isIt = (arg: string): boolean =>
    /[/\\]/.test(arg) &&
    !isAbsolute(arg) &&
    [file, near].every((each) => resolve('/', each).endsWith(resolve('/', arg)));
  return stdioOf(evidence)?.args.find(isIt);
}

function isFolder(file: string, evidence: Evidence): boolean {
  return (
    evidence.machine.kindOf(pathsOf(evidence.machine).resolve(startFolder(stdioOf(evidence)) ?? '/', file)) === 'folder'
  );
}
