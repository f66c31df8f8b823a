import { canonicalJson } from '../../../../src/base/json.ts';
import { t, tn } from '../../../platform/l10n.ts';
import { number, type SchemaObject, subschema, subschemas } from '../schema/schema.ts';
import { type Checker, newSeen, passes, type Seen } from './checker.ts';
import { type Issue, issue } from './issue.ts';

export function checkArray(
  checker: Checker,
  schema: SchemaObject,
  value: readonly unknown[],
  at: string,
  seen: Seen,
): Issue[] {
  return [
    ...checkCounts(schema, value, at),
    ...checkUnique(schema, value, at),
    ...checkItems(checker, schema, value, at, seen),
    ...checkContains(checker, schema, value, at, seen),
    ...checkUnevaluated(checker, schema, value, at, seen),
  ];
}

function checkCounts(schema: SchemaObject, { length }: readonly unknown[], at: string): Issue[] {
  const [min = 0, max = Infinity] = [number(schema, 'minItems'), number(schema, 'maxItems')];
  if (length < min) return [issue(at, 'minItems', tn(min, 'At least {0} item', 'At least {0} items'))];
  return length > max ? [issue(at, 'maxItems', tn(max, 'At most {0} item', 'At most {0} items'))] : [];
}

function checkUnique(schema: SchemaObject, value: readonly unknown[], at: string): Issue[] {
  if (schema['uniqueItems'] !== true) return [];
  const first = new Map<string, number>();
  return value.flatMap((item, index) => {
    const key = canonicalJson(item);
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    return before === undefined ? [] : [issue(`${at}/${index}`, 'uniqueItems', t('Duplicate of item {0}', before + 1))];
  });
}

function checkItems(
  checker: Checker,
  schema: SchemaObject,
  value: readonly unknown[],
  at: string,
  seen: Seen,
): Issue[] {
  const prefix = subschemas(schema, 'prefixItems') ?? [];
  const rest = subschema(schema, 'items');
  return value.flatMap((item, index) => {
    const rule = prefix[index] ?? rest;
    if (rule === undefined) return [];
    seen.indexes.add(index);
    if (rule === false) return [issue(`${at}/${index}`, 'items', t('Too many items'))];
    return checker.check(checker, rule, item, `${at}/${index}`, newSeen());
  });
}

function checkContains(
  checker: Checker,
  schema: SchemaObject,
  value: readonly unknown[],
  at: string,
  seen: Seen,
): Issue[] {
  const rule = subschema(schema, 'contains');
  if (rule === undefined) return [];
  const found = value.flatMap((item, index) => (passes(checker, rule, item, `${at}/${index}`) ? [index] : []));
  for (const index of found) seen.indexes.add(index);
  const [min = 1, max = Infinity] = [number(schema, 'minContains'), number(schema, 'maxContains')];
  if (found.length < min)
    return [issue(at, 'contains', tn(min, 'Requires {0} matching item', 'Requires {0} matching items'))];
  return found.length > max
    ? [issue(at, 'contains', tn(max, 'At most {0} matching item', 'At most {0} matching items'))]
    : [];
}

function checkUnevaluated(
  checker: Checker,
  schema: SchemaObject,
  value: readonly unknown[],
  at: string,
  seen: Seen,
): Issue[] {
  const rule = subschema(schema, 'unevaluatedItems');
  if (rule === undefined) return [];
  return value.flatMap((item, index) =>
    seen.indexes.has(index) || passes(checker, rule, item, `${at}/${index}`)
      ? []
      : [issue(`${at}/${index}`, 'unevaluatedItems', t('This item is not allowed here'))],
  );
}
