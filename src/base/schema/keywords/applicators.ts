import {
  append,
  type CheckRun,
  type Evaluated,
  type Keyword,
  newEvaluated,
  none,
  type SchemaNode,
  type Violation,
  violation,
} from '../run/checkRun.ts';
import type { Place } from '../run/place.ts';
import { type SchemaObject, subschema, subschemas } from '../document/schema.ts';
import type { NodeOf } from './nodeOf.ts';

export function allOfKeyword(schema: SchemaObject, nodeOf: NodeOf): Keyword | undefined {
  const parts = subschemas(schema, 'allOf')?.map(nodeOf);
  return (
    parts &&
    ((run, value, place, evaluated) => {
      const found: Violation[] = [];
      for (const part of parts) append(found, run.check(part, value, place, evaluated));
      return found;
    })
  );
}

export function notKeyword(schema: SchemaObject, nodeOf: NodeOf): Keyword | undefined {
  const not = subschema(schema, 'not');
  if (not === undefined) return undefined;
  const node = nodeOf(not);
  return (run, value, place) => (run.fits(node, value, place) === true ? violation(place, 'not') : none);
}

export function conditionKeyword(schema: SchemaObject, nodeOf: NodeOf): Keyword | undefined {
  const [test, yes, no] = [subschema(schema, 'if'), subschema(schema, 'then'), subschema(schema, 'else')];
  if (test === undefined) return undefined;
  const [condition, whenTrue, whenFalse] = [nodeOf(test), nodeOf(yes ?? true), nodeOf(no ?? true)];
  return (run, value, place, evaluated) => {
    const tried = evaluated && newEvaluated();
    const holds = run.fits(condition, value, place, tried);
    if (holds === undefined) return none;
    if (holds && evaluated && tried) run.addEvaluated(evaluated, tried);
    return run.check(holds ? whenTrue : whenFalse, value, place, evaluated);
  };
}

export function unionKeyword(keyword: 'anyOf' | 'oneOf', schema: SchemaObject, nodeOf: NodeOf): Keyword | undefined {
  const branches = subschemas(schema, keyword)?.map(nodeOf);
  if (!branches) return undefined;
  return (run, value, place, evaluated) => {
    const tries = branches.map((branch) => tryBranch(run, branch, value, place, evaluated));
    const fitting = tries.filter(({ violations }) => violations.length === 0);
    for (const { tried } of fitting) if (evaluated && tried) run.addEvaluated(evaluated, tried);
    if (fitting.length === 1 || (fitting.length > 1 && keyword === 'anyOf')) return none;
    const passing = fitting.filter(({ isSure }) => isSure).length;
    if (fitting.length > 1) return passing > 1 ? violation(place, 'oneOf', { passing }) : none;
    return (tries[run.chosen(place) ?? -1] ?? closest(tries))?.violations ?? none;
  };
}

interface Try {
  readonly isSure: boolean;
  readonly tried: Evaluated | undefined;
  readonly violations: readonly Violation[];
}

function tryBranch(run: CheckRun, branch: SchemaNode, value: unknown, place: Place, evaluated?: Evaluated): Try {
  const tried = evaluated && newEvaluated();
  const before = run.doubts;
  const violations = run.check(branch, value, place, tried);
  return { tried, violations, isSure: run.doubts === before };
}

/** Without a chosen branch, the one with the fewest problems. */
function closest(tries: readonly Try[]): Try | undefined {
  let [best] = tries;
  for (const each of tries) if (best && weightOf(each.violations) < weightOf(best.violations)) best = each;
  return best;
}

const telling: ReadonlySet<string> = new Set(['type', 'const', 'enum']);

function weightOf(violations: readonly Violation[]): number {
  return violations.reduce((sum, { keyword }) => sum + (telling.has(keyword) ? 10 : 1), 0);
}
