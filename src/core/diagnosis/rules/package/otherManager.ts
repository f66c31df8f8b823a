import { l10n } from '../../../../base/l10n.ts';
import { installPackages } from '../../cures/installPackages.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { anyPath } from '../../model/paths.ts';
import { projectFolders } from '../../model/project.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { startFolder } from '../../model/startFolder.ts';
import { outputRule } from '../../model/rule.ts';

/** Forms of versions that only some package managers know, and a project that another one takes for its own. */
export const otherManager = outputRule(
  'package/other-manager',
  [
    /Unsupported URL Type "(workspace|catalog|link|portal|patch|jsr):"/,
    /The nearest package directory \(((?:\/|[A-Z]:)[^)\n]{1,300})\) doesn't seem to be part of the project declared in ([^\n]{1,300}?)\.?$/m,
  ],
  ([, what = '', outer], evidence) =>
    outer === undefined
      ? {
          cause: l10n.t('The project is made for another package manager: npm does not know "{0}:".', what),
          remedies: [...withItsOwn(evidence), advise(l10n.t('Install it with pnpm or Yarn, as its manual says.'))],
        }
      : {
          cause: l10n.t(
            'Yarn takes {0} for the project, because of a file of Yarn there, and {1} is no part of it.',
            outer,
            what,
          ),
          remedies: [
            ...ownLock(what, evidence),
            advise(l10n.t('Or remove "yarn.lock" and "package.json" in {0}, if no project is there.', outer)),
          ],
        },
);

function withItsOwn(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const at = launch?.args.findIndex((arg) => /^(?:--prefix|-C|--dir)$/.test(arg)) ?? -1;
  const folders = [launch?.args[at + 1], startFolder(launch), ...projectFolders(evidence)];
  const folder = folders.find(
    (each) => each !== undefined && evidence.machine.kindOf(anyPath.join(each, 'package.json')) === 'file',
  );
  return folder === undefined ? [] : [installPackages(folder, evidence)];
}

/** An empty one is enough for Yarn. */
function ownLock(folder: string, evidence: Evidence): readonly Remedy[] {
  const { machine } = evidence;
  const isOwn = startFolder(stdioOf(evidence)) === folder;
  if (!isOwn || machine.kindOf(folder) !== 'folder' || machine.platform === 'win32') return [];
  const file = anyPath.join(folder, 'yarn.lock');
  return [runInTerminal(l10n.t('Create {0}', file), ['touch', file], folder)];
}
