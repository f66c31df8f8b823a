import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { setArgs } from '../model/remedies.ts';
import { programName } from './newestVersion.ts';

const option = '--platform=linux/amd64';

/** Docker can run images of the other processor. */
export function otherPlatform(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const at = launch?.args.indexOf('run') ?? -1;
  if (!launch || at < 0 || !/^(?:docker|podman)$/.test(programName(launch.command))) return [];
  return [setArgs(l10n.t('Add "{0}"', option), launch.args.toSpliced(at + 1, 0, option))];
}
