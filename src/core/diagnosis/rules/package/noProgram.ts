import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { suggested } from '../../cures/suggested.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { childrenOf } from '../../model/environments.ts';
import { nearbyFile, withinEdits } from '../../model/nearbyFile.ts';
import { advise, argAt, ask, askForFolder, setArgs, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { startIn } from '../../model/otherFolder.ts';
import { folderOptionAt, startFolder } from '../../model/startFolder.ts';
import { withoutVersion } from './packageName.ts';

export const packageWithoutProgram = outputRule(
  'package/no-program',
  [/could not determine executable to run/i],
  (_match, evidence) => {
    const launch = stdioOf(evidence);
    const at = launch && argAt(launch, (arg) => !arg.startsWith('-'));
    const name = withoutVersion(at === undefined ? '' : (launch?.args[at] ?? ''));
    return {
      cause: l10n.t('The package "{0}" has no program that npx could run.', name),
      remedies: [
        ...(at === undefined
          ? []
          : [runOther(name, at), ask(l10n.t('Enter the name of the package'), ['args', at], { now: name })]),
        advise(l10n.t('Use "--package={0}" and the name of its program, or check that it is an MCP server.', name)),
      ],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);

/** `npx --package=NAME PROGRAM` */
function runOther(name: string, at: number): Remedy {
  const also = [{ path: ['args', at], value: `--package=${name}` }];
  return ask(l10n.t('Enter the name of its program'), ['args', at + 1], { also });
}

/** A script of package.json or a target of Cargo that is not there. */
export const targetMissing = outputRule(
  'package/target',
  [
    /[Mm]issing script: ['"]?([\w:.-]{1,60})/,
    /ERR_PNPM_NO_SCRIPT\S{0,20}\s+Missing script: ([\w:.-]{1,60})/,
    /error Command "([\w:.-]{1,60})" not found/,
    /Couldn't find a (project) to run/,
    /no (?:bin|example) target named [`'"]([\w.-]{1,60})/,
    /(?:could(?: not|n't) (?:find|read)|cannot find|can't find|unable to find|no|does not contain) (?:an? )?((?:package\.json|pyproject\.toml|go\.mod|composer\.json|pom\.xml|deno\.jsonc?|Gemfile|mix\.exs|build\.gradle)\b)/i,
    /No projects matched the filters/,
    /Could not locate (Gemfile)/,
    /No (project) found in \S{1,300}/,
    /error: Script not found "([\w:.-]{1,60})"/,
    /No workspaces found:\s+(?:npm error\s+)?--workspace=(\S{1,60})/,
    /ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL\S{0,20}\s+Command "([\w.-]{1,60})" not found/,
    /No plugin found for prefix '([\w-]{1,60})'/,
    /no (POM) in this directory/,
    /(go\.mod) file not found/,
    /No rule to make target [`'"]([^`'"\n]{1,100})['"]/,
    /Task '([\w:.-]{1,60})' not found in/,
    /Cannot find a tool in the manifest file that has a command named '([\w.-]{1,60})'/,
    /(?:justfile does not contain recipe|Unknown (?:task|recipe|target)|Task not found:|could not find (?:task|script)) [`'":]?([\w:.-]{1,60})/i,
    /There is no (workspace) named|No workspaces found: --workspace=(\S{1,60})/i,
    /(?:couldn't find|could not read) (?:a )?package\.json|ENOENT[^\n]{0,80}open '([^'\n]{1,300}package\.json)'/,
  ],
  (match, evidence) => {
    const said = match.slice(1).find((group) => group !== undefined) ?? filterOf(evidence) ?? 'package.json';
    const elsewhere = elsewhereIn(evidence, said);
    const folder = elsewhere ?? startFolder(stdioOf(evidence));
    const name = bareFolder(folder, evidence) ?? path.basename(said);
    const scripts = scriptsIn(evidence, match[0]);
    const cause =
      scripts !== undefined
        ? l10n.t('{0} has no script "{1}", but {2}.', scripts.file, name, scripts.names.join(', '))
        : folder === undefined
          ? l10n.t('There is no "{0}" in the folder in which the server is started.', name)
          : l10n.t('There is no "{0}" in {1}, in which the server is started.', name, folder);
    return {
      cause,
      remedies: [
        ...(scripts === undefined ? suggested(evidence) : otherScript(evidence, name, scripts.names)),
        ...listedTarget(evidence, name),
        ...inInnerFolder(name, elsewhere, evidence),
        ...(elsewhere === undefined
          ? [askForFolder(l10n.t('Choose the folder of the server'), ['cwd'])]
          : changeValue(evidence, elsewhere, 'folder')),
        ...changeValue(evidence, `"${name}"`),
      ],
      ...inEntry(folder === undefined ? 'args' : 'cwd'),
    };
  },
);

/** The scripts of the project, where one is asked for that it does not have. */
function scriptsIn(
  evidence: Evidence,
  said: string,
): { readonly file: string; readonly names: readonly string[] } | undefined {
  const folder = startFolder(stdioOf(evidence));
  if (folder === undefined || !/script|Command/i.test(said)) return undefined;
  const file = path.join(folder, 'package.json');
  const [, block = ''] = /"scripts"\s*:\s*\{([^}]{0,1500})/.exec(evidence.machine.head(file)) ?? [];
  const names = [...block.matchAll(/"([\w:.-]{1,60})"\s*:/g)].map(([, name = '']) => name);
  return names.length === 0 ? undefined : { file, names };
}

/** The one that sounds like a server. */
function otherScript(evidence: Evidence, wrong: string, names: readonly string[]): readonly Remedy[] {
  const { args = [] } = stdioOf(evidence) ?? {};
  const at = args.lastIndexOf(wrong);
  const meant =
    names.find((name) => withinEdits(name, wrong, 2)) ??
    ['mcp', 'start', 'serve', 'server', 'stdio', 'start:stdio', 'start:mcp', 'dev'].find((name) =>
      names.includes(name),
    );
  if (at < 0 || meant === undefined) return [];
  const isShort = /^(?:start|test|stop)$/.test(wrong) && args[at - 1] !== 'run';
  return [
    setArgs(
      l10n.t('Use "{0}" instead', meant),
      args.toSpliced(at, 1, ...(isShort ? ['run', '--silent', meant] : [meant])),
    ),
  ];
}

const isProject = /^(?:package\.json|pyproject\.toml|go\.mod|composer\.json|pom\.xml|Gemfile|mix\.exs)$/;

/** A script is asked for where there is no project at all. */
function bareFolder(folder: string | undefined, evidence: Evidence): string | undefined {
  const isNode = /^(?:npm|pnpm|yarn|bun)$/.test(programName(stdioOf(evidence)?.command ?? ''));
  if (!isNode || folder === undefined || evidence.machine.kindOf(folder) !== 'folder') return undefined;
  return evidence.machine.kindOf(path.join(folder, 'package.json')) === undefined ? 'package.json' : undefined;
}

/** .NET names its projects as it likes. */
function projectOfDotnet(folder: string, evidence: Evidence): string | undefined {
  const inner = childrenOf(folder, evidence.machine).map((each) => path.join(folder, each));
  const found = inner.flatMap((each) =>
    childrenOf(each, evidence.machine)
      .filter((name) => /\.(?:cs|fs|vb)proj$/.test(name))
      .map((name) => path.join(each, name)),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The project is one folder further down. */
function inInnerFolder(name: string, elsewhere: string | undefined, evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const folder = elsewhere ?? startFolder(launch);
  const dotnet = name === 'project' && folder !== undefined ? projectOfDotnet(folder, evidence) : undefined;
  if (launch && dotnet !== undefined) return [startIn(path.dirname(dotnet), evidence)];
  if (!launch || folder === undefined || !isProject.test(name)) return [];
  const near = nearbyFile(path.join(folder, name), evidence.machine);
  const inner = near !== undefined && path.basename(near) === name ? path.dirname(near) : undefined;
  if (inner === undefined || !inner.startsWith(`${folder}/`)) return [];
  const at = folderOptionAt(launch);
  return [setValue(l10n.t('Use {0}', inner), at === undefined ? ['cwd'] : ['args', at + 1], inner)];
}

/** Where it lists the only one that there is. */
function listedTarget(evidence: Evidence, wrong: string): readonly Remedy[] {
  const [, list = ''] =
    /[Aa]vailable (?:\w+ )?(?:targets|scripts|binaries|bins|recipes|tasks)[^\n]{0,20}:\s*\n((?:\s{2,}[\w:.-]+\n?){1,8})/.exec(
      `${outputOf(evidence)}\n`,
    ) ?? [];
  const names = list
    .trim()
    .split(/\s+/)
    .filter((each) => each !== '');
  const at = stdioOf(evidence)?.args.indexOf(wrong) ?? -1;
  const [only, other] = names;
  return only === undefined || other !== undefined || at < 0
    ? []
    : [setValue(l10n.t('Use {0}', only), ['args', at], only)];
}

/** `pnpm --filter NAME` */
function filterOf(evidence: Evidence): string | undefined {
  const args = stdioOf(evidence)?.args ?? [];
  return args[args.findIndex((arg) => /^(?:--filter|-F|--workspace|-w)$/.test(arg)) + 1];
}

/** Another folder than that of the entry, such as that of `--prefix`. */
function elsewhereIn(evidence: Evidence, said: string): string | undefined {
  const named = path.isAbsolute(said) ? said : /\bopen '([^'\n]{1,300}package\.json)'/.exec(outputOf(evidence))?.[1];
  const folder = named === undefined ? undefined : path.dirname(named);
  return folder !== undefined &&
    folder !== stdioOf(evidence)?.cwd &&
    stdioOf(evidence)?.args.some((arg) => arg.includes(folder))
    ? folder
    : undefined;
}

/** uv names the programs that the package does have. */
export const packageOtherProgram = outputRule(
  'package/other-program',
  [
    /An executable named `([^`\n]{1,100})` is not provided by package `([^`\n]{1,100})`[^]{0,200}?(?:available|provides)[^]{0,60}?- ([\w.-]{1,100})/,
    /'([^'\n]{1,100})' executable script not found in package '([^'\n]{1,100})'[^]{0,60}?scripts:\s+([\w.-]{1,100})/,
    /executable `([^`\n]{1,100})` (?:was )?not (?:found|provided)[^]{0,60}package `([^`\n]{1,100})`/i,
  ],
  ([, wanted = '', name = '', real], evidence) => {
    const launch = stdioOf(evidence);
    const at = launch && argAt(launch, (arg) => arg === wanted || withoutVersion(arg) === wanted);
    const args =
      launch && at !== undefined && real !== undefined
        ? [
            ...withoutFrom(launch.args.slice(0, at)),
            ...asProgram(launch.command, name, real),
            ...launch.args.slice(at + 1),
          ]
        : undefined;
    return {
      cause: l10n.t('The package "{0}" has no program "{1}".', name, wanted),
      remedies: args && real !== undefined ? [setArgs(l10n.t('Run its program "{0}"', real), args)] : [],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);

function withoutFrom(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => /^--(?:from|spec)$/.test(arg));
  return at < 0 ? args.filter((arg) => !/^--(?:from|spec)=/.test(arg)) : args.toSpliced(at, 2);
}

/** A program that is called like its package needs no more. */
function asProgram(command: string, name: string, real: string): readonly string[] {
  return name === real ? [real] : [programName(command) === 'pipx' ? '--spec' : '--from', name, real];
}
