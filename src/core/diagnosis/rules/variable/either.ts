import { type Evidence, outputOf } from '../../model/evidence.ts';

const oneOf = /\b(?:(?:any|one) of|n?either|at least one)\b|任一|至少|其中|二选一/i;
const or = /[\s,](?:n?or|oder|ou)[\s,]|或|または|^\s*\/\s*$/i;
const and = /[\s,](?:and|und|et)[\s,]|&|\+|和|及|と/i;

/** Whether one of several variables is enough, as the words before and between their names say. */
export function isOneEnough(names: readonly string[], evidence: Evidence): boolean {
  const form = new RegExp(`([^.]{0,200})\\b${names.join('\\b([^]{0,160}?)\\b')}\\b`);
  const [, before = '', ...gaps] = form.exec(outputOf(evidence)) ?? [];
  if (gaps.length === 0 || gaps.some((gap) => and.test(gap)) || /\bone or more\b|\bboth\b/i.test(before)) return false;
  return oneOf.test(before) || gaps.some((gap) => or.test(gap) && !gap.includes('\n'));
}
