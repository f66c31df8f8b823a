import { l10n } from '../../../../base/l10n.ts';
import { changeValue, valueNamedIn } from '../../cures/entryValues.ts';
import { decisiveLine } from '../../model/decisiveLine.ts';
import { stdioOf } from '../../model/evidence.ts';
import { withScheme } from './invalid.ts';
import { advise, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const complains =
  /invalid|not (?:a|an|in|inside|valid)\b|malformed|cannot|can't|could not|unknown|unsupported|no protocol|for input string|expected|bad |illegal|parse|must|does not|doesn't|too (?:long|large|small)|out of range/i;

/** An error of any language that quotes a value of the entry is about that value. */
export const valueRefused = rule('variable/value', (evidence) => {
  const line = decisiveLine(evidence);
  if (!stdioOf(evidence) || !evidence.end || evidence.end.code === 0 || line === undefined) return undefined;
  const found = complains.test(line) ? valueNamedIn(evidence, line) : undefined;
  if (!found || /\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|jar)$/.test(found.value)) return undefined;
  const [kind, key] = found.path;
  const cause =
    kind === 'env'
      ? l10n.t('The server does not accept the value of {0}: {1}', String(key), line)
      : l10n.t('The server does not accept the argument {0}: {1}', found.value, line);
  return {
    cause,
    remedies: [
      ...(kind === 'env' && /scheme|protocol|https?/i.test(line) && withScheme(found.value) !== undefined
        ? [setValue(l10n.t('Use {0}', withScheme(found.value) ?? ''), found.path, withScheme(found.value))]
        : []),
      ...changeValue(evidence, line),
      advise(l10n.t('Check "args" and "env" of this server against its manual.')),
    ],
    proof: line,
    ...inEntry(...found.path),
    isCertain: false,
  };
});
