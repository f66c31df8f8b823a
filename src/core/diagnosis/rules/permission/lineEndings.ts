import path from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { stdioOf } from '../../model/evidence.ts';
import { runInTerminal } from '../../model/remedies.ts';
import { outputRule, rule } from '../../model/rule.ts';

export const windowsLineEndings = outputRule(
  'permission/line-endings',
  [
    /env: [‘']?[\w.-]{1,40}(?:\\r|\r|\^M|\$'\\r')/,
    /bad interpreter: \S{1,100}(?:\^M|\r)/,
    /\$'\\r': command not found/,
    /\r: not found/,
    /set: (?:Illegal option -|-: invalid option|invalid option -)\s*(?:\r|$|\n)/m,
    /syntax error near unexpected token [`'][^'\n]{0,20}(?:\\r|\r)/,
  ],
  ([all = ''], evidence) => {
    const launch = stdioOf(evidence);
    const named = launch?.args.find((arg) => /[/\\]|\.\w+$/.test(arg)) ?? launch?.command ?? '';
    const file = launch?.cwd === undefined || !named.includes('.') ? named : path.resolve(launch.cwd, named);
    return /env:|interpreter/.test(all)
      ? {
          cause: l10n.t('{0} has the line endings of Windows, so its interpreter is not found.', file),
          remedies: [convert(file)],
        }
      : inCommands(file);
  },
);

function inCommands(file: string): { cause: string; remedies: readonly Remedy[] } {
  return {
    cause: l10n.t('{0} has the line endings of Windows, which its shell takes for a part of each command.', file),
    remedies: [convert(file)],
  };
}

function convert(file: string): Remedy {
  return runInTerminal(l10n.t('Convert its line endings'), ['sed', '-i', 's/\\r$//', file]);
}

/** What such a script calls fails in ways that do not tell: the script itself does. */
export const scriptOfWindows = rule('permission/script-endings', (evidence) => {
  const { machine, end } = evidence;
  const launch = stdioOf(evidence);
  if (!launch || machine.platform === 'win32' || end === undefined || end.code === 0) return undefined;
  const isShell = /^(?:ba|z|da|k)?sh$/.test(programName(launch.command));
  const named = isShell ? launch.args.find((arg) => !arg.startsWith('-')) : launch.command;
  const file = named === undefined ? '' : path.resolve(launch.cwd ?? '/', named);
  return machine.kindOf(file) === 'file' && /^#!.*\r$/.test(machine.firstLine(file)) ? inCommands(file) : undefined;
});
