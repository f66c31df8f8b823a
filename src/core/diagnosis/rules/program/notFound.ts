import { basename } from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { hasCode, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, askForFile, setValue, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';
import { installRemedy, substituteFor } from '../../cures/install.ts';

export const programNotFound = rule('program/not-found', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !hasCode(evidence, 'ENOENT')) return undefined;
  const { command } = launch;
  if (/[\s/\\]/.test(command)) return undefined;
  const name = basename(command).replace(/\.(?:cmd|exe)$/i, '');
  const remedies: Remedy[] = [];
  const elsewhere = evidence.machine.findProgram(name);
  if (elsewhere !== undefined) remedies.push(setValue(l10n.t('Use {0}', elsewhere), ['command'], elsewhere));
  if (launch.env['PATH'] !== undefined)
    remedies.push(
      setValue(l10n.t('Remove PATH from "env": it hides the PATH of this system'), ['env', 'PATH'], undefined),
    );
  if (name === 'docker-compose' && evidence.machine.findProgram('docker') !== undefined)
    remedies.push(
      setValues(l10n.t('Use "{0}" instead', 'docker compose'), [
        { path: ['command'], value: 'docker' },
        { path: ['args'], value: ['compose', ...launch.args] },
      ]),
    );
  const other = substituteFor(name, evidence.machine);
  if (other !== undefined) remedies.push(setValue(l10n.t('Use "{0}" instead', other), ['command'], other));
  remedies.push(installRemedy(name, evidence.machine));
  remedies.push(askForFile(l10n.t('Choose the program'), ['command']));
  remedies.push(advise(l10n.t('Or use its full path as "command".')));
  return { cause: l10n.t('The program "{0}" was not found.', command), remedies, ...inEntry('command') };
});
