import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, type Machine, stdioOf } from '../model/evidence.ts';
import { childrenOf } from '../model/environments.ts';
import { pathsOf } from '../model/paths.ts';
import { runInTerminal, setValue } from '../model/remedies.ts';

/** Into the Python of the entry; where that belongs to the system, into an environment beside the server. */
export function installWith(
  text: string,
  words: readonly string[],
  folder: string,
  evidence: Evidence,
): readonly Remedy[] {
  const { machine } = evidence;
  const { command = 'python3' } = stdioOf(evidence) ?? {};
  if (!isOfSystem(command, machine)) return [runInTerminal(text, [command, '-m', 'pip', 'install', ...words], folder)];
  const python = pathsOf(machine).join(folder, '.venv', 'bin', 'python');
  const quoted = words.map((word) => (/^[\w./=<>-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  const line = [command, '-m', 'venv', '.venv', '&&', '.venv/bin/python', '-m', 'pip', 'install', ...quoted].join(' ');
  return [
    runInTerminal(l10n.t('{0}, in an environment of its own', text), ['sh', '-c', line], folder),
    setValue(l10n.t('Then use {0}', python), ['command'], python),
  ];
}

/** Its own packages come from the system, and pip refuses to add to them. */
function isOfSystem(command: string, machine: Machine): boolean {
  if (machine.platform === 'win32' || !/^(?:\/usr\/bin\/)?python[\d.]*$/.test(command)) return false;
  return childrenOf('/usr/lib', machine)
    .filter((name) => /^python3(?:\.\d+)?$/.test(name))
    .some((name) => machine.kindOf(`/usr/lib/${name}/EXTERNALLY-MANAGED`) === 'file');
}
