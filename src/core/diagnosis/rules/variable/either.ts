import { type Evidence, outputOf } from '../../model/evidence.ts';

const oneOf =
  /\b(?:(?:any|one) of|either|neither|at least one)\b|任一|任意一个|至少(?:一个|设置一个)|其中(?:之一|一个)|二选一/i;
const several = /\bone or more\b|\ball of\b|\bboth\b/i;
const or = /(?:^|[\s,;(])(?:or|nor|oder|ou|o)(?=[\s,;])|或|または/i;
const and = /(?:^|[\s,;])(?:and|plus|with|und|et)(?=[\s,;])|&|\+|和|以及|と/i;
const longestGap = 160;
const head = 200;

/** Whether one of several variables is enough, as the words before and between their names say. */
export function isOneEnough(names: readonly string[], evidence: Evidence): boolean {
  if (names.length < 2) return false;
  const output = outputOf(evidence);
  for (const { index } of output.matchAll(new RegExp(`\\b${names[0] ?? ''}\\b`, 'g'))) {
    const gaps = gapsFrom(index, names, output);
    if (gaps === undefined) continue;
    const before =
      output
        .slice(Math.max(0, index - head), index)
        .split(/[.!?]\s/)
        .at(-1) ?? '';
    if (gaps.some((gap) => and.test(gap)) || several.test(before)) return false;
    if (
      oneOf.test(before) ||
      gaps.some((gap) => or.test(gap) && !gap.includes('\n')) ||
      gaps.every((gap) => /^\s*\/\s*$/.test(gap))
    )
      return true;
  }
  return false;
}

/** What stands between the names, where they follow each other closely. */
function gapsFrom(at: number, names: readonly string[], output: string): readonly string[] | undefined {
  const gaps: string[] = [];
  let end = at + (names[0]?.length ?? 0);
  for (const name of names.slice(1)) {
    const found = new RegExp(`\\b${name}\\b`).exec(output.slice(end, end + longestGap + name.length));
    if (!found) return undefined;
    gaps.push(output.slice(end, end + found.index));
    end += found.index + name.length;
  }
  return gaps;
}
