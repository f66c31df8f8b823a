import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type StdioFacts, stdioOf } from '../../model/evidence.ts';
import { plainLine } from '../../model/plainLine.ts';
import { setArgs, setValue, setValues } from '../../model/remedies.ts';
import { updateComposed } from '../../cures/updateComposed.ts';
import { programName } from '../../cures/newestVersion.ts';

/** Who prints it, where that is not the server itself. */
const printers: readonly (readonly [banner: RegExp, name: string])[] = [
  [/^\[dotenv@\d/m, 'dotenv'],
  [/^> \S{1,100}@\d\S{0,20} \S/m, 'npm'],
  [/^\$ \S/m, 'yarn'],
  [/\bwarning (?:CS|NU|MSB)\d+|^Using launch settings|^Building\.\.\./m, 'dotnet'],
  [/^(?:info|warn|dbug|trce|fail|crit): [\w.]+\[\d+\]/m, '.NET'],
  [/^\s*\.\s+____\s+_ |:: Spring Boot ::/m, 'Spring Boot'],
  [/^Hello from the pygame community|^pygame \d/m, 'pygame'],
  [/^Update available /m, 'update-notifier'],
  [/^Now using node v\d/m, 'nvm'],
  [/^\s*\|\s*FastMCP\b|^[│|].*FastMCP/m, 'FastMCP'],
  [/^(?:Resolved|Installed|Prepared|Audited|Downloading) \d+ packages?\b/m, 'uv'],
  [/^Compiling \d+ files? \(\.(?:ex|erl)\)|^Generated \w+ app$/m, 'mix'],
  [/^\s*(?:Compiling|Finished|Running) [`\w].*/m, 'cargo'],
  [/^(?:PHP )?(?:Deprecated|Warning|Notice): +\S/m, 'PHP'],
  [/^(?:Collecting|Requirement already satisfied|Successfully installed)\b/m, 'pip'],
  [/^(?:added|changed|removed) \d+ packages?|^up to date(?:,|\b)|^found \d+ vulnerabilit/m, 'npm'],
  [/^Already up to date\.|^Updating [0-9a-f]{6,}\.\./m, 'git'],
  [/^Using Node v\d/m, 'fnm'],
  [/^Agent pid \d/m, 'ssh-agent'],
  [/^> Task :/m, 'Gradle'],
  [/^\[INFO\] (?:Scanning for projects|Building |---)/m, 'Maven'],
];

const packageManager = /^(?:npm|pnpm|yarn|bun)$/;

export function printerOf(printed: string, evidence: Evidence): string | undefined {
  const [, name] = printers.find(([banner]) => banner.test(printed)) ?? [];
  const runner = programName(stdioOf(evidence)?.command ?? '');
  return name !== undefined && packageManager.test(name) && packageManager.test(runner) ? runner : name;
}

/** The variable by which a library is told to be quiet, or to use stderr. */
const variables: readonly (readonly [banner: RegExp, name: string, value: string])[] = [
  [/^\[dotenv@\d/m, 'DOTENV_CONFIG_QUIET', 'true'],
  [
    /^(?:info|warn|dbug|trce|fail|crit): [\w.]+\[\d+\]/m, // .NET
    'Logging__Console__LogToStandardErrorThreshold',
    'Trace',
  ],
  [/^INFO: Starting MCP Gemini Server/m, 'QUIET', 'true'],
  [/Update available .{1,40} → /, 'NO_UPDATE_NOTIFIER', '1'],
  [/^Hello from the pygame community|^pygame \d/m, 'PYGAME_HIDE_SUPPORT_PROMPT', '1'],
];
const ofDotnet = /^(?:Using launch settings|Building\.\.\.|\s*Restored |.*\bwarning (?:CS|NU)\d)/m;

/** What turns off what was printed to stdout, where that is known. */
export function quietly(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const printed = evidence.noise.map(plainLine).join('\n');
  const [, name, value] = variables.find(([banner]) => banner.test(printed)) ?? [];
  if (/\[io\.quarkus\]|^--\\___\\_\\____\/_\//m.test(printed))
    return [
      setValues(l10n.t('Set {0} to {1}', 'QUARKUS_LOG_CONSOLE_STDERR', 'true'), [
        { path: ['env', 'QUARKUS_LOG_CONSOLE_STDERR'], value: 'true' },
        { path: ['env', 'QUARKUS_BANNER_ENABLED'], value: 'false' },
      ]),
    ];
  if (name !== undefined && value !== undefined)
    return [setValue(l10n.t('Set {0} to {1}', name, value), ['env', name], value)];
  return launch ? [...updateComposed(evidence), ...byArguments(launch, printed)] : [];
}

/** Programs of a shell's command line, and their option to print nothing. */
const chatty: readonly (readonly [printed: RegExp, command: RegExp, quiet: string])[] = [
  [/^(?:Collecting|Requirement already)/m, /\bpip3? install\b(?! -q)/, 'pip install -q'],
  [/^(?:added|changed|up to date)/m, /\bnpm (?:install|i|ci)\b(?! --silent)/, 'npm install --silent'],
  [/^(?:Already up to date|Updating )/m, /\bgit pull\b(?! -q)/, 'git pull -q'],
  [/^Using Node v/m, /\bfnm use\b(?! --silent)/, 'fnm use --silent-if-unchanged --log-level=quiet'],
];

function byArguments(launch: StdioFacts, printed: string): readonly Remedy[] {
  const { command, args } = launch;
  const at = args.findIndex((arg) => /\bnvm use (?!--silent)/.test(arg));
  if (at >= 0)
    return [
      add('--silent', args.with(at, (args[at] ?? '').replaceAll(/\bnvm use (?!--silent)/g, 'nvm use --silent '))),
    ];
  const [shell, noise, quiet] = chatty.find(([, says]) => args.some((arg) => says.test(arg))) ?? [];
  const line = args.findIndex((arg) => noise?.test(arg) ?? false);
  if (shell !== undefined && shell.test(printed) && noise && quiet !== undefined)
    return [add(quiet.split(' ').at(-1) ?? '', args.with(line, (args[line] ?? '').replace(noise, quiet)))];
  const program = programName(command);
  if (program === 'php' && /^(?:PHP )?(?:Deprecated|Warning|Notice): /m.test(printed))
    return [add('-d display_errors=stderr', ['-d', 'display_errors=stderr', ...args])];
  if (program === 'mix' && args[0] === 'run' && /^Compiling |^Generated /m.test(printed))
    return [add('--no-compile', args.toSpliced(1, 0, '--no-compile'))];
  if (program === 'dotnet' && args[0] === 'run' && ofDotnet.test(printed)) {
    const options = ['--no-launch-profile', '--verbosity', 'quiet'];
    return [add(options.join(' '), args.toSpliced(1, 0, ...options))];
  }
  // Package managers announce the script that they run; Gradle and Maven all that they do.
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) return [add('--silent', ['--silent', ...args])];
  if (program === 'make') return [add('-s', ['-s', ...args])]; // its "-q" runs nothing
  return /^(?:gradlew?|mvnw?|cargo)$/.test(program) ? [add('-q', ['-q', ...args])] : [];
}

function add(option: string, args: readonly string[]): Remedy {
  return setArgs(l10n.t('Add "{0}"', option), args);
}
