import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { ask } from '../model/remedies.ts';
import { changeValue } from './entryValues.ts';

/** Where the entry has the port, else in the variable that most servers read. */
export function otherPort(evidence: Evidence, port: string | undefined): readonly Remedy[] {
  if (!stdioOf(evidence)) return [];
  const inEntry = port === undefined ? [] : [...asArgument(evidence, port), ...changeValue(evidence, port)];
  return inEntry.length > 0 ? inEntry.slice(0, 1) : [ask(l10n.t('Enter another port as {0}', 'PORT'), ['env', 'PORT'])];
}

/** `--port 80`: so short a number is looked for as a whole argument only. */
function asArgument(evidence: Evidence, port: string): readonly Remedy[] {
  const args = stdioOf(evidence)?.args ?? [];
  const at = args.findIndex((arg, index) => arg === port && args[index - 1]?.startsWith('-'));
  return at < 0 ? [] : [ask(l10n.t('Enter another value instead of {0}', port), ['args', at], { now: port })];
}
