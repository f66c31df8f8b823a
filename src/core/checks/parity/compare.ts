import { isRecord, previewJson, sameJson } from '../../../base/json.ts';
import type { Observation } from './observe.ts';

export interface ParityDifference {
  /** What was tried: `unknown resource`, `tools/add_note`. */
  readonly what: string;
  readonly ways: readonly { readonly way: string; readonly seen: string }[];
  /** The proposal that asks for the change, where one does. */
  readonly proposal?: string;
}

/** Changes that 2026-07-28 asks for; the first that fits. The official suite names its checks by the same proposals. */
const asked: readonly {
  readonly what: RegExp;
  readonly from: RegExp;
  readonly to: RegExp;
  readonly proposal: string;
}[] = [
  { what: /^unknown resource$/, from: /-32002/, to: /-32602/, proposal: 'SEP-2164' },
  { what: /^unknown method$/, from: /./, to: /-32601/, proposal: 'SEP-2575' },
  // A capability that the client did not declare in the request.
  { what: /^call of /, from: /./, to: /-32021/, proposal: 'SEP-2575' },
  { what: /^call of /, from: /elicitation|sampling|isError/, to: /input_required|complete/, proposal: 'SEP-2322' },
  // Schemas of tools may be any of JSON Schema 2020-12: combinations and references, and results other than objects.
  { what: /^tools\//, from: /./, to: /"(?:oneOf|anyOf|allOf|if|\$ref|\$defs|\$anchor)":/, proposal: 'SEP-2106' },
  { what: /^tools\//, from: /./, to: /"outputSchema":\{"type":"(?!object)/, proposal: 'SEP-2106' },
];

const shown = 300;
const absent = 'absent';

/** Where ways differ. The first one is what the others are compared with. */
export function differencesBetween(observations: readonly Observation[]): readonly ParityDifference[] {
  const all = observations.map(({ way, seen }) => ({ way, parts: partsOf(seen) }));
  const subjects = [...new Set(all.flatMap(({ parts }) => [...parts.keys()]))];
  return subjects.flatMap((what) => {
    const values = all.map(({ parts }) => parts.get(what));
    if (values.every((value) => sameJson(value, values[0]))) return [];
    const ways = all.map(({ way, parts }) => ({
      way,
      seen: parts.has(what) ? previewJson(parts.get(what), shown) : absent,
    }));
    const proposal = proposalFor(what, ways);
    return [{ what, ways, ...(proposal !== undefined && { proposal }) }];
  });
}

/** A list is compared entry by entry, so that a difference names the one that differs. */
function partsOf(seen: Observation['seen']): ReadonlyMap<string, unknown> {
  const parts = new Map<string, unknown>();
  for (const [what, value] of Object.entries(seen)) {
    if (what === 'tools' && isRecord(value))
      for (const [name, tool] of Object.entries(value)) parts.set(`tools/${name}`, tool);
    else if (Array.isArray(value)) for (const one of value as unknown[]) parts.set(`${what}/${String(one)}`, true);
    else parts.set(what, value);
  }
  return parts;
}

function proposalFor(what: string, ways: ParityDifference['ways']): string | undefined {
  const legacy = ways.filter(({ way }) => !way.startsWith('2026-07-28')).map(({ seen }) => seen);
  const modern = ways.filter(({ way }) => way.startsWith('2026-07-28')).map(({ seen }) => seen);
  const isWithin = (group: readonly string[]): boolean => group.every((seen) => seen === group[0]);
  if (!isWithin(legacy) || !isWithin(modern) || legacy.length === 0 || modern.length === 0) return undefined;
  return asked.find((one) => one.what.test(what) && one.from.test(legacy[0] ?? '') && one.to.test(modern[0] ?? ''))
    ?.proposal;
}
