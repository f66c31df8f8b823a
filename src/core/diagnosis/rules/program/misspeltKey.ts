import { l10n } from '../../../../base/l10n.ts';
import { hasCode } from '../../model/evidence.ts';
import { withinEdits } from '../../model/nearbyFile.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** `arg` beside no `args`: what it says is not read, and the server fails without it. */
export const keyMisspelt = rule('entry/key', (evidence) => {
  const { launch } = evidence;
  if (launch.kind === 'memory' || hasCode(evidence, 'ENOENT')) return undefined; // what is not there reads nothing
  const empty = Object.entries(
    launch.kind === 'stdio' ? { args: launch.args, env: launch.env } : { headers: launch.headers },
  ).flatMap(([key, value]) => (Object.keys(value).length === 0 ? [key] : []));
  for (const key of empty) {
    const wrong = launch.unread?.find((each) => withinEdits(each.toLowerCase(), key, 2));
    if (wrong === undefined) continue;
    const changes = [
      { path: [key], value: undefined, from: [wrong] },
      { path: [wrong], value: undefined },
    ];
    return {
      cause: l10n.t('The entry has "{0}", which is not read, instead of "{1}".', wrong, key),
      remedies: [setValues(l10n.t('Rename {0} to {1}', wrong, key), changes)],
      ...inEntry(wrong),
    };
  }
  return undefined;
});
