import { l10n } from '../../../../base/l10n.ts';
import { hasCode, stdioOf } from '../../model/evidence.ts';
import { withinEdits } from '../../model/nearbyFile.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** `arg` beside no `args`: what it says is not read, and the server fails without it. */
export const keyMisspelt = rule('entry/key', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || hasCode(evidence, 'ENOENT')) return undefined; // what is not there reads nothing
  const empty = (['args', 'env'] as const).filter((key) => Object.keys(launch[key]).length === 0);
  for (const key of empty) {
    const wrong = launch.unread?.find((each) => withinEdits(each.toLowerCase(), key, 2));
    if (wrong === undefined) continue;
    const changes = [
      { path: [key], value: undefined, from: [wrong] },
      { path: [wrong], value: undefined },
    ];
    return {
      cause: l10n.t('"{0}" is not a known key of a server. Did you mean "{1}"?', wrong, key),
      remedies: [setValues(l10n.t('Rename {0} to {1}', wrong, key), changes)],
      ...inEntry(wrong),
    };
  }
  return undefined;
});
