import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../model/evidence.ts';
import { setArgs } from '../model/remedies.ts';
import { programName } from './newestVersion.ts';

/** Often the server itself says which argument it wants. */
export function namedOption(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const [, option, value] =
    /\b(?:use|pass|add|try|with|set|specify|via|using)\b(?: the)?(?: flag| option)? [`'"]?(--[a-z][\w-]{2,40})(?: ([\w-]{2,40})(?=[`'"]))?(?!=|[`'"]? ?<|[\w-])/i.exec(
      outputOf(evidence),
    ) ?? [];
  if (!launch || option === undefined || option === '--help' || launch.args.some((arg) => arg.startsWith(option)))
    return [];
  const words = value === undefined ? [option] : [option, value];
  // Behind its script an option would be one of the script.
  const at = programName(launch.command) === 'deno' ? launch.args.indexOf('run') + 1 : launch.args.length;
  return [setArgs(l10n.t('Add "{0}"', words.join(' ')), launch.args.toSpliced(at, 0, ...words))];
}
