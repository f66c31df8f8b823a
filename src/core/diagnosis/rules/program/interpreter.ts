import { l10n } from '../../../../base/l10n.ts';
import { hasCode, stdioOf } from '../../model/evidence.ts';
import { advise, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

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
