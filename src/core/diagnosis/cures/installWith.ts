import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, type Machine, stdioOf } from '../model/evidence.ts';
import { pathsOf } from '../model/paths.ts';
import { runInTerminal, setValue } from '../model/remedies.ts';

/** Into the Python of the entry; where that belongs to the system, into an environment beside the server. */
export function installWith(
  text: string,
  words: readonly string[],
  folder: string,
  evidence: Evidence,
  command = stdioOf(evidence)?.command ?? 'python3',
): readonly Remedy[] {
  const { machine } = evidence;
  if (!isOfSystem(command, machine)) return [runInTerminal(text, [command, '-m', 'pip', 'install', ...words])];
  const python = pathsOf(machine).join(folder, '.venv', 'bin', 'python');
  const quoted = words.map((word) => (/^[\w./=<>-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  const line = [command, '-m', 'venv', '.venv', '&&', '.venv/bin/python', '-m', 'pip', 'install', ...quoted].join(' ');
  return [
    runInTerminal(l10n.t('Make a virtual environment'), ['sh', '-c', line], folder),
    setValue(l10n.t('Use {0}', python), ['command'], python),
  ];
}

/** Its own packages come from the system, and pip refuses to add to them. */
function isOfSystem(command: string, machine: Machine): boolean {
  if (machine.platform === 'win32' || !/^(?:\/usr\/bin\/)?python[\d.]*$/.test(command)) return false;
  return minors.some((minor) => machine.kindOf(`/usr/lib/python3.${minor}/EXTERNALLY-MANAGED`) === 'file');
}

const minors = [9, 10, 11, 12, 13, 14, 15];
