import { l10n } from '../../../../base/l10n.ts';
import { hasCode, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, setValues } from '../../model/remedies.ts';
import { installRemedy } from '../../cures/install.ts';
import { inEntry, outputRule, rule } from '../../model/rule.ts';

/** The system says "not found" of a script whose first line names a program that is not there. */
export const interpreterMissing = rule('program/interpreter', (evidence) => {
  const launch = stdioOf(evidence);
  const { machine } = evidence;
  if (!launch || !hasCode(evidence, 'ENOENT') || machine.kindOf(launch.command) !== 'file') return undefined;
  const [, interpreter = ''] = /^#!\s*(\S{1,200})/.exec(machine.firstLine(launch.command)) ?? [];
  if (interpreter === '' || machine.kindOf(interpreter) !== undefined) return undefined;
  const bare = (interpreter.split('/').at(-1) ?? '').replace(/\d[\d.]*$/, '');
  const other = [bare, `${bare}3`].find((name) => machine.findProgram(name) !== undefined);
  const changes = [
    { path: ['command'], value: other },
    { path: ['args'], value: [launch.command, ...launch.args] },
  ];
  return {
    cause: l10n.t('{0} is to be run by {1}, which does not exist.', launch.command, interpreter),
    remedies: [
      ...(other === undefined ? [] : [setValues(l10n.t('Run it with "{0}"', other), changes)]),
      advise(l10n.t('Correct the first line of the file, or install what it names.')),
    ],
    ...inEntry('command'),
  };
});

/** As shells say it of a script that they call. */
export const badInterpreter = outputRule(
  'program/bad-interpreter',
  [
    /(?:^|[\s:])([^\s:]{1,200}): bad interpreter: (\/[^\n:]{1,200}): no such file/,
    /(?:^|\s)([^\s:]{1,200}): (\/[^\n:]{1,200}): bad interpreter/,
  ],
  ([, script = '', interpreter = ''], { machine }) => {
    const [, folder] = /^(.*[/\\]\.?v?env)[/\\]bin[/\\]/.exec(interpreter) ?? [];
    const name = (interpreter.split('/').at(-1) ?? '').trim();
    return {
      cause: l10n.t('{0} is to be run by {1}, which does not exist.', script, interpreter),
      remedies: [
        folder === undefined
          ? installRemedy(name, machine)
          : runInTerminal(l10n.t('Make the environment anew'), ['python3', '-m', 'venv', '--clear', folder]),
        advise(l10n.t('Correct the first line of the file, or install what it names.')),
      ],
    };
  },
);
