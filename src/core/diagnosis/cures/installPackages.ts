import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import type { Evidence } from '../model/evidence.ts';
import { stdioOf } from '../model/evidence.ts';
import { pathsOf } from '../model/paths.ts';
import { runInTerminal } from '../model/remedies.ts';
import { programName } from './newestVersion.ts';

/** By the file that a package manager leaves in a project. */
const locks: readonly (readonly [file: string, manager: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/** With the package manager of the project, or the one that starts the server. */
export function installPackages(folder: string, evidence: Evidence): Remedy {
  const { machine } = evidence;
  const locked = locks.find(([file]) => machine.kindOf(pathsOf(machine).join(folder, file)) === 'file')?.[1];
  const runner = programName(stdioOf(evidence)?.command ?? '');
  const manager = locked ?? (/^(?:pnpm|yarn|bun)$/.test(runner) ? runner : 'npm');
  return runInTerminal(l10n.t('Run "{0}" in {1}', `${manager} install`, folder), [manager, 'install'], folder);
}
