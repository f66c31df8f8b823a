import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { childrenOf } from '../model/environments.ts';
import type { Machine } from '../model/evidence.ts';
import { pathsOf } from '../model/paths.ts';
import { runInTerminal } from '../model/remedies.ts';

const word = '(?:example|sample|template|default|dist|tmpl)';
const isExample = new RegExp(`[-_.]${word}(?=\\.|$)|^${word}[-_.]`, 'i');

/** Projects have an example beside where a file of settings should be. */
export function copyExample(file: string, machine: Machine): readonly Remedy[] {
  const path = pathsOf(machine);
  const full = file.startsWith('~/') ? path.join(machine.home, file.slice(2)) : file;
  if (!path.isAbsolute(full) || machine.kindOf(full) !== undefined) return [];
  const folder = path.dirname(full);
  const name = path.basename(full);
  const example = childrenOf(folder, machine).find(
    (each) => isExample.test(each) && each.replace(isExample, '') === name,
  );
  if (example === undefined) return [];
  const from = path.join(folder, example);
  const copy = machine.platform === 'win32' ? ['cmd', '/c', 'copy', from, full] : ['cp', from, full];
  return [runInTerminal(l10n.t('Copy {0} to it', from), copy)];
}
