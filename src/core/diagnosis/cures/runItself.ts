import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { runInTerminal } from '../model/remedies.ts';

/** Where the user can answer its questions: for what it wants to know once, such as a sign-in. */
export function runItself(evidence: Evidence, verb?: string): Remedy {
  const { command = '', args = [], cwd } = stdioOf(evidence) ?? {};
  return runInTerminal(
    l10n.t('Run it once in a terminal'),
    [command, ...args, ...(verb === undefined ? [] : [verb])],
    cwd,
  );
}
