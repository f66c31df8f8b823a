import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../model/evidence.ts';
import { withinEdits } from '../model/nearbyFile.ts';
import { setValue } from '../model/remedies.ts';

const name = String.raw`[\`'"‘“]?(-{0,2}[\w@][\w@./:-]{1,80})[\`'"’”]?`;
/** How programs name what was probably meant. */
const suggestions: readonly RegExp[] = [
  new RegExp(
    `[Dd]id you (?:mean|want)(?: to (?:run|use|type))?(?: one of)?(?: (?:this|these))?[:?]?\\s+(?:npm run |the )?${name}`,
  ),
  new RegExp(`similar (?:name|argument|option|command|subcommand|value)s? exists?:? ${name}`),
  new RegExp(`(?:[Pp]erhaps|[Mm]aybe) you (?:meant|wanted):?\\s+${name}`),
  new RegExp(`(?:most similar|nearest|closest)[^\\n]{0,30}(?: is| are|:)\\s+${name}`),
];
const mostEdits = 3;

/** What many servers call alike, where the server lists nothing. */
const usual =
  '--access-token --api-key --base-url --client-id --config --connection-string --directory --host --log-level --password --port --project --project-ref --read-only --region --token --transport --username'.split(
    ' ',
  );

export function usualOption(shown: string): string | undefined {
  const words = shown.toLowerCase();
  return shown.startsWith('--') && !usual.includes(shown)
    ? (usual.find((each) => each.replaceAll('-', '') === words.replaceAll(/[-_]/g, '')) ??
        usual.find((each) => each.length > 6 && withinEdits(words, each, 2)))
    : undefined;
}

/** The argument that is one of these, but for a few letters. */
export function misspelt(
  evidence: Evidence,
  isMeant: (option: string) => string | undefined,
):
  | { readonly wrong: string; readonly right: string; readonly at: number; readonly remedies: readonly Remedy[] }
  | undefined {
  const args = stdioOf(evidence)?.args ?? [];
  for (const [at, arg] of args.entries()) {
    const [wrong] = /^--[\w-]{3,60}(?==|$)/.exec(arg) ?? [];
    const right = wrong === undefined ? undefined : isMeant(wrong);
    if (wrong === undefined || right === undefined || wrong === right) continue;
    const isGiven = args.some((each) => bare(each) === bare(right) && each.startsWith('-'));
    if (isGiven || new RegExp(`${wrong}(?![\\w-])`).test(outputOf(evidence))) continue; // it knows both
    const value = right + arg.slice(wrong.length);
    return { wrong, right, at, remedies: [setValue(l10n.t('Use {0}', right), ['args', at], value)] };
  }
  return undefined;
}

/** What a program proposes in place of a value of the entry. */
export function suggested(evidence: Evidence): readonly Remedy[] {
  const output = outputOf(evidence);
  const meant = suggestions.map((form) => form.exec(output)?.[1]).find((each) => each !== undefined);
  return meant === undefined ? [] : replaceAlike(evidence, [meant]);
}

/** An option that is misspelled: programs list those that they know. */
export function listedOption(evidence: Evidence, wrong: string): readonly Remedy[] {
  const known = outputOf(evidence).match(/(?<![\w-])--?[a-z][\w-]{2,40}/gi) ?? [];
  return replaceAlike(
    evidence,
    known.filter((each) => bare(each) !== bare(wrong)),
    wrong,
  );
}

export function replaceAlike(evidence: Evidence, candidates: readonly string[], wrong?: string): readonly Remedy[] {
  const args = stdioOf(evidence)?.args ?? [];
  for (const meant of new Set(candidates)) {
    const at = args.findIndex((arg) => isMeant(arg, meant) && (wrong === undefined || bare(arg) === bare(wrong)));
    const old = args[at];
    if (old === undefined || bare(old) === bare(meant)) continue;
    const dashes = /^-*/.exec(old)?.[0] ?? '';
    const value = `${dashes}${bare(meant)}${/=.*$/s.exec(old)?.[0] ?? ''}`;
    return [setValue(l10n.t('Use {0}', value), ['args', at], value)];
  }
  return [];
}

function isMeant(arg: string, meant: string): boolean {
  const [one, other] = [bare(arg), bare(meant)];
  if (arg.startsWith('-') !== meant.startsWith('-') && meant.startsWith('-')) return false;
  return (
    one.length > 2 &&
    (withinEdits(one, other, mostEdits) || (other.length > 3 && one.length > 3 && other.split(/[:/-]/).includes(one)))
  );
}

/** `--transport=stdio` and `-transport` are the same option. */
export function bare(option: string): string {
  return option.replace(/^-+/, '').replace(/=.*$/s, '');
}
