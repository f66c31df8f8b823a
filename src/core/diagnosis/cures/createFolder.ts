import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import type { Machine } from '../model/evidence.ts';
import { runInTerminal } from '../model/remedies.ts';

/** Outside of the home folder only an administrator may, at least on a Mac and on Linux. */
export function createFolder(folder: string, machine: Pick<Machine, 'platform'>): Remedy {
  const text = l10n.t('Create the folder');
  if (machine.platform === 'win32') return runInTerminal(text, ['cmd', '/c', 'mkdir', folder]);
  const isOfSystem = /^\/(?:usr|opt)\//.test(folder);
  return runInTerminal(text, [...(isOfSystem ? ['sudo'] : []), 'mkdir', '-p', folder]);
}
