import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { packageOf, programName, useNewest } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type Machine, hasCode, stdioOf } from '../../model/evidence.ts';
import { programsOf, runFoldersOf } from '../../model/ownProgram.ts';
import { runInTerminal, setValues } from '../../model/remedies.ts';
import { outputRule, rule } from '../../model/rule.ts';

export const windowsLineEndings = outputRule(
  'permission/line-endings',
  [
    /env: [‘']?[\w.-]{1,40}(?:\\r|\r|\^M|\$'\\r')/,
    /bad interpreter: \S{1,100}(?:\^M|\r)/,
    /\$'\\r': command not found/,
    /\r: not found/,
    /set: -\r: invalid option/,
    /(?:'[^'\n]{1,300}\r'|\w\r: No such file)/,
    /set: (?:Illegal option -|-: invalid option|invalid option -)\s*(?:\r|$|\n)/m,
    /syntax error near unexpected token [`'][^'\n]{0,20}(?:\\r|\r)/,
  ],
  ([all = ''], evidence) => {
    if (scriptOfWindows.diagnose(evidence)) return undefined; // its first line is a proof
    const file = fetchedFile(evidence) ?? namedFile(evidence);
    const isFile = evidence.machine.kindOf(file) === 'file' || !packageOf(evidence);
    return /env:|interpreter/.test(all)
      ? {
          ...inFirstLine(file, evidence.machine),
          remedies: isFile ? [convert(file, evidence.machine), ...withNode(file, evidence)] : useNewest(evidence),
        }
      : inCommands(file, evidence.machine);
  },
);

function namedFile(evidence: Evidence): string {
  const launch = stdioOf(evidence);
  const fetched = packageOf(evidence)?.name;
  if (fetched !== undefined) return fetched;
  const named = launch?.args.find((arg) => /[/\\]|\.\w+$/.test(arg)) ?? launch?.command ?? '';
  return launch?.cwd === undefined || !named.includes('.') ? named : path.resolve(launch.cwd, named);
}

const ofWindows = /^#![^\n]*\r/;

/** The file of a package that npx has fetched. */
function fetchedFile(evidence: Evidence): string | undefined {
  const name = packageOf(evidence)?.name.replace(/(?<=.)@[^/]*$/, '');
  if (name === undefined) return undefined;
  return runFoldersOf(name, evidence)
    .flatMap((folder) => programsOf(folder, evidence.machine))
    .find((file) => ofWindows.test(evidence.machine.firstLine(file)));
}

/** Node itself does not mind. */
function withNode(file: string, evidence: Evidence): readonly Remedy[] {
  const found = packageOf(evidence);
  if (!found || !/\.[cm]?js$/.test(file)) return [];
  const args = [file, ...(stdioOf(evidence)?.args.slice(found.at + 1) ?? [])];
  return [
    setValues(l10n.t('Run it with "{0}"', 'node'), [
      { path: ['command'], value: 'node' },
      { path: ['args'], value: args },
    ]),
  ];
}

function inFirstLine(file: string, machine: Machine): { cause: string; remedies: readonly Remedy[] } {
  return {
    cause: l10n.t('{0} has the line endings of Windows, so its interpreter is not found.', file),
    remedies: [convert(file, machine)],
  };
}

function inCommands(file: string, machine: Machine): { cause: string; remedies: readonly Remedy[] } {
  return {
    cause: l10n.t('{0} has the line endings of Windows, which its shell takes for a part of each command.', file),
    remedies: [convert(file, machine)],
  };
}

/** The sed of macOS wants an argument more. */
function convert(file: string, { platform }: Machine): Remedy {
  const inPlace = platform === 'darwin' ? ['-i', ''] : ['-i'];
  const inside = platform === 'win32' && file.startsWith('/') ? ['wsl'] : [];
  return runInTerminal(l10n.t('Convert its line endings'), [...inside, 'sed', ...inPlace, 's/\\r$//', file]);
}

/** What such a script calls fails in ways that do not tell: the script itself does. */
export const scriptOfWindows = rule('permission/script-endings', (evidence) => {
  const { machine, end } = evidence;
  const launch = stdioOf(evidence);
  const isStarted = end !== undefined && end.code !== 0;
  if (!launch || machine.platform === 'win32' || !(isStarted || hasCode(evidence, 'ENOENT'))) return undefined;
  const isShell = /^(?:ba|z|da|k)?sh$/.test(programName(launch.command));
  const named = isShell ? launch.args.find((arg) => !arg.startsWith('-')) : launch.command;
  const file = named === undefined ? '' : path.resolve(launch.cwd ?? '/', named);
  if (machine.kindOf(file) !== 'file' || !/^#!.*\r$/.test(machine.firstLine(file))) return undefined;
  return isStarted ? inCommands(file, machine) : inFirstLine(file, machine);
});
