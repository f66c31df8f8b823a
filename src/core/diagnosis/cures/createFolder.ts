import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import type { Machine } from '../model/evidence.ts';
import { runInTerminal } from '../model/remedies.ts';

export function createFolder(folder: string, { platform }: Pick<Machine, 'platform'>): Remedy {
  const command = platform === 'win32' ? ['cmd', '/c', 'mkdir', folder] : ['mkdir', '-p', folder];
  return runInTerminal(l10n.t('Create the folder'), command);
}
