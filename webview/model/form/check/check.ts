import { isRecord, sameJson } from '../../../../src/base/json.ts';
import { t } from '../../../platform/l10n.ts';
import { modernise } from '../schema/dialect.ts';
import {
  isOfType,
  type JsonType,
  list,
  type Schema,
  schemaMap,
  type SchemaObject,
  subschema,
  subschemas,
  typesOf,
} from '../schema/schema.ts';
import type { SchemaScope } from '../schema/scope.ts';
import { checkArray } from './arrays.ts';
import { type Checked, type Checker, CheckProgress, newSeen, passes, type Seen } from './checker.ts';
import { type Issue, issue } from './issue.ts';
import { checkObject } from './objects.ts';
import { checkNumber, checkString } from './scalars.ts';

const maxDepth = 200;
const maxSteps = 30_000;

interface Outcome {
  readonly issues: readonly Issue[];
  /** False: the schema or the value is too large, and the server checks the rest. */
  readonly isComplete: boolean;
}

/** Checks a value against a schema document: every keyword of 2020-12 and its older equivalents. */
export function checkValue(scope: SchemaScope, value: unknown, chosen: Checker['chosen'] = () => undefined): Outcome {
  const progress = new CheckProgress(maxSteps);
  const issues = check({ scope, chosen, depth: 0, progress, check }, scope.root, value, '', newSeen());
  return { issues, isComplete: progress.isComplete };
}

/** The same for one part of the document, which is one of several that share the steps. */
export function checkAgainst(scope: SchemaScope, schema: Schema, value: unknown, parts = 1): readonly Issue[] {
  const progress = new CheckProgress(Math.ceil(maxSteps / parts));
  return check({ scope, chosen: () => undefined, depth: 0, progress, check }, schema, value, '', newSeen());
}

function check(checker: Checker, schema: Schema, value: unknown, at: string, seen: Seen): readonly Issue[] {
  if (schema === true) return [];
  if (schema === false) return [issue(at, 'false', t('No value is allowed here'))];
  if (checker.depth > maxDepth) return []; // the stack has an end too
  const found = checker.progress.once(schema, at, costOf(schema, value), () => checkOnce(checker, schema, value, at));
  addSeen(seen, found.seen);
  return found.issues;
}

/** A pattern may take as many steps of its own as a thousand other keywords, and a list of values grows with its length. */
const patternCost = 100;
const valuesPerStep = 100;

function costOf(schema: SchemaObject, value: unknown): number {
  const values = Math.floor((list(schema, 'enum')?.length ?? 0) / valuesPerStep);
  if (typeof value === 'string') return 1 + values + (schema['pattern'] === undefined ? 0 : patternCost);
  const patterns = isRecord(value) ? schemaMap(schema, 'patternProperties').length : 0;
  return 1 + values + (patterns === 0 ? 0 : patterns * Object.keys(value as object).length * patternCost);
}

function checkOnce(checker: Checker, schema: SchemaObject, value: unknown, at: string): Checked {
  const inner = { ...checker, depth: checker.depth + 1 };
  const modern = modernise(schema);
  const seen = newSeen(); // `unevaluated…` must not see what a sibling schema evaluated
  const issues = [
    ...checkRef(inner, modern, value, at, seen),
    ...checkType(modern, value, at),
    ...checkApplicators(inner, modern, value, at, seen),
    ...checkKind(inner, modern, value, at, seen),
  ];
  return { issues, seen };
}

function checkRef(checker: Checker, schema: SchemaObject, value: unknown, at: string, seen: Seen): readonly Issue[] {
  if (typeof schema['$ref'] !== 'string') return [];
  const target = checker.scope.lookUp(schema['$ref']);
  return typeof target === 'string' ? [] : check(checker, target, value, at, seen); // the field itself explains a bad $ref
}

function checkType(schema: SchemaObject, value: unknown, at: string): Issue[] {
  const types = typesOf(schema);
  if (types && !types.some((type) => isOfType(value, type))) return [issue(at, 'type', expectedTypes(types))];
  if ('const' in schema && !sameJson(schema['const'], value)) {
    return [issue(at, 'const', t('Must be {0}', JSON.stringify(schema['const'])))];
  }
  const values = list(schema, 'enum');
  if (!values || values.some((one) => sameJson(one, value))) return [];
  return [
    issue(
      at,
      'enum',
      t(
        'Must be one of {0}',
        values
          .slice(0, 8)
          .map((one) => JSON.stringify(one))
          .join(', '),
      ),
    ),
  ];
}

function expectedTypes(types: readonly JsonType[]): string {
  const names: Record<JsonType, string> = {
    string: t('text'),
    number: t('a number'),
    integer: t('an integer'),
    boolean: t('a boolean'),
    null: t('null'),
    object: t('an object'),
    array: t('an array'),
  };
  return t('Must be {0}', types.map((type) => names[type]).join(t(' or ')));
}

function checkKind(checker: Checker, schema: SchemaObject, value: unknown, at: string, seen: Seen): Issue[] {
  if (typeof value === 'string') return checkString(schema, value, at);
  if (typeof value === 'number') return checkNumber(schema, value, at);
  if (Array.isArray(value)) return checkArray(checker, schema, value, at, seen);
  return isRecord(value) ? checkObject(checker, schema, value, at, seen) : [];
}

function checkApplicators(checker: Checker, schema: SchemaObject, value: unknown, at: string, seen: Seen): Issue[] {
  const issues = (subschemas(schema, 'allOf') ?? []).flatMap((part) => check(checker, part, value, at, seen));
  const not = subschema(schema, 'not');
  if (not !== undefined && passes(checker, not, value, at))
    issues.push(issue(at, 'not', t('This value is not allowed')));
  issues.push(...checkCondition(checker, schema, value, at, seen));
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = subschemas(schema, keyword);
    if (branches) issues.push(...checkUnion(checker, keyword, branches, value, at, seen));
  }
  return issues;
}

function checkCondition(
  checker: Checker,
  schema: SchemaObject,
  value: unknown,
  at: string,
  seen: Seen,
): readonly Issue[] {
  const test = subschema(schema, 'if');
  if (test === undefined) return [];
  const tried = newSeen();
  const holds = passes(checker, test, value, at, tried);
  if (holds) addSeen(seen, tried);
  const next = subschema(schema, holds ? 'then' : 'else');
  return next === undefined ? [] : check(checker, next, value, at, seen);
}

function checkUnion(
  checker: Checker,
  keyword: 'anyOf' | 'oneOf',
  branches: readonly Schema[],
  value: unknown,
  at: string,
  seen: Seen,
): readonly Issue[] {
  const tries = branches.map((branch) => {
    const tried = newSeen();
    return { tried, issues: check(checker, branch, value, at, tried) };
  });
  const fitting = tries.filter(({ issues }) => issues.length === 0);
  for (const { tried } of fitting) addSeen(seen, tried);
  if (fitting.length === 1 || (fitting.length > 1 && keyword === 'anyOf')) return [];
  if (fitting.length > 1)
    return [issue(at, 'oneOf', t('Matches {0} of the alternatives, but must match exactly one', fitting.length))];
  const chosen = tries[checker.chosen(at) ?? -1] ?? closest(tries);
  return chosen?.issues ?? [];
}

/** Without a chosen branch, the one with the fewest problems. */
function closest<T extends { readonly issues: readonly Issue[] }>(tries: readonly T[]): T | undefined {
  return tries.toSorted((a, b) => weight(a.issues) - weight(b.issues))[0];
}

function weight(issues: readonly Issue[]): number {
  return issues.reduce(
    (sum, { keyword }) => sum + (keyword === 'type' || keyword === 'const' || keyword === 'enum' ? 10 : 1),
    0,
  );
}

function addSeen(seen: Seen, more: Seen): void {
  for (const name of more.names) seen.names.add(name);
  for (const index of more.indexes) seen.indexes.add(index);
}
