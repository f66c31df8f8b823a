import { l10n } from '../../../../base/l10n.ts';
import { childrenOf } from '../../model/environments.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { nearbyFile } from '../../model/nearbyFile.ts';
import { pathsOf } from '../../model/paths.ts';
import { setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

export const workingFolderMissing = rule('path/cwd', (evidence) => {
  const cwd = stdioOf(evidence)?.cwd;
  if (evidence.end?.code != null) return undefined; // it was started there
  if (cwd === undefined || evidence.machine.kindOf(cwd) === 'folder') return undefined;
  const isFile = evidence.machine.kindOf(cwd) === 'file';
  const near = folderWithScript(cwd, evidence) ?? nearbyFile(cwd, evidence.machine);
  return {
    cause: isFile
      ? l10n.t('The working folder {0} is a file.', cwd)
      : near === undefined
        ? l10n.t('The working folder {0} does not exist.', cwd)
        : l10n.t('The working folder {0} does not exist, but {1} does.', cwd, near),
    remedies: [
      ...(near === undefined ? [] : [setValue(l10n.t('Use {0}', near), ['cwd'], near)]),
      setValue(l10n.t('Remove "cwd", so that the workspace folder is used'), ['cwd'], undefined),
    ],
    ...inEntry('cwd'),
  };
});

/** Renamed or moved a little: the one folder beside it that has what the entry runs. */
function folderWithScript(cwd: string, evidence: Evidence): string | undefined {
  const { machine } = evidence;
  const path = pathsOf(machine);
  const script = stdioOf(evidence)?.args.find((arg) => /^[^-/\\][^:]*\.\w{1,4}$/.test(arg));
  const parent = path.dirname(cwd);
  if (script === undefined) return undefined;
  const found = childrenOf(parent, machine)
    .map((name) => path.join(parent, name))
    .filter((folder) => machine.kindOf(path.join(folder, script)) === 'file');
  return found.length === 1 ? found[0] : undefined;
}
