import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { ask } from '../model/remedies.ts';
import { changeValue } from './entryValues.ts';

/** Where the entry has the port, else in the variable that most servers read. */
export function otherPort(evidence: Evidence, port: string | undefined): readonly Remedy[] {
  if (!stdioOf(evidence)) return [];
  const inEntry = port === undefined ? [] : changeValue(evidence, port);
  return inEntry.length > 0 ? inEntry : [ask(l10n.t('Enter another port as {0}', 'PORT'), ['env', 'PORT'])];
}
