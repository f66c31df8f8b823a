import { l10n } from '../../../../base/l10n.ts';
import type { EntryPath, Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { withinEdits } from '../../model/nearbyFile.ts';
import { pathsOf } from '../../model/paths.ts';
import { setValue } from '../../model/remedies.ts';

const most = 3;
const alikeLetters = 4;

/** The profiles of AWS that are there: those that begin so or are written almost so, else all. */
export function otherProfiles(wanted: string, evidence: Evidence): readonly Remedy[] {
  const { machine } = evidence;
  const at = profileAt(wanted, evidence);
  const folder = pathsOf(machine).join(machine.home, '.aws');
  const texts = ['config', 'credentials'].map((name) => machine.head(pathsOf(machine).join(folder, name)));
  const names = texts.flatMap((text) => Array.from(text.matchAll(/^\[(?:profile )?([\w.@-]{1,60})\]/gm)));
  const isNear = (name: string): boolean =>
    name.slice(0, alikeLetters) === wanted.slice(0, alikeLetters) || withinEdits(name, wanted, 2);
  const found = [...new Set(names.map(([, name = '']) => name))];
  const near = found.filter(isNear);
  return (near.length > 0 ? near : found).slice(0, most).map((name) => setValue(l10n.t('Use {0}', name), at, name));
}

/** Where the entry has it, else where it can set it. */
function profileAt(wanted: string, evidence: Evidence): EntryPath {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const name = Object.keys(env).find((each) => env[each] === wanted);
  const at = args.indexOf(wanted);
  return name === undefined && at >= 0 ? ['args', at] : ['env', name ?? 'AWS_PROFILE'];
}
