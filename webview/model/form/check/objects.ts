import { t, tn } from '../../../platform/l10n.ts';
import { escapePointer } from '../../json/jsonTree.ts';
import { get, names, number, type Schema, schemaMap, type SchemaObject, subschema } from '../schema/schema.ts';
import { type Checker, newSeen, passes, type Seen } from './checker.ts';
import { type Issue, issue } from './issue.ts';
import { fitsPattern } from '../schema/pattern.ts';

type Value = Readonly<Record<string, unknown>>;

export function checkObject(checker: Checker, schema: SchemaObject, value: Value, at: string, seen: Seen): Issue[] {
  return [
    ...missing(names(schema, 'required'), value, at),
    ...checkCounts(schema, value, at),
    ...checkNames(checker, schema, value, at),
    ...checkDependencies(checker, schema, value, at, seen),
    ...checkProperties(checker, schema, value, at, seen),
    ...checkUnevaluated(checker, schema, value, at, seen),
  ];
}

function below(at: string, key: string): string {
  return `${at}/${escapePointer(key)}`;
}

function missing(required: readonly string[], value: Value, at: string): Issue[] {
  const absent = required.filter((key) => !Object.hasOwn(value, key));
  return absent.map((key) => issue(below(at, key), 'required', t('Required')));
}

function checkCounts(schema: SchemaObject, value: Value, at: string): Issue[] {
  const count = Object.keys(value).length;
  const [min = 0, max = Infinity] = [number(schema, 'minProperties'), number(schema, 'maxProperties')];
  if (count < min) return [issue(at, 'minProperties', tn(min, 'At least {0} property', 'At least {0} properties'))];
  return count > max ? [issue(at, 'maxProperties', tn(max, 'At most {0} property', 'At most {0} properties'))] : [];
}

function checkNames(checker: Checker, schema: SchemaObject, value: Value, at: string): Issue[] {
  const rule = subschema(schema, 'propertyNames');
  if (rule === undefined) return [];
  return Object.keys(value).flatMap((key) =>
    checker
      .check(checker, rule, key, `${below(at, key)}#name`, newSeen()) // a place of its own: the property's value is at the other
      .map((wrong) => issue(below(at, key), 'propertyNames', t('Name: {0}', wrong.message))),
  );
}

function checkDependencies(checker: Checker, schema: SchemaObject, value: Value, at: string, seen: Seen): Issue[] {
  const required = get(schema, 'dependentRequired');
  const lists = typeof required === 'object' && required !== null ? Object.entries(required) : [];
  const present = <T>([key]: readonly [string, T]): boolean => Object.hasOwn(value, key);
  return [
    ...lists.filter(present).flatMap(([key]) => missing(names(required as SchemaObject, key), value, at)),
    ...schemaMap(schema, 'dependentSchemas')
      .filter(present)
      .flatMap(([, rule]) => checker.check(checker, rule, value, at, seen)),
  ];
}

function checkProperties(checker: Checker, schema: SchemaObject, value: Value, at: string, seen: Seen): Issue[] {
  const own = new Map(schemaMap(schema, 'properties'));
  const patterns = schemaMap(schema, 'patternProperties');
  const rest = subschema(schema, 'additionalProperties');
  return Object.entries(value).flatMap(([key, inner]) => {
    const rules = [
      own.get(key),
      ...patterns.map(([source, rule]) => (fitsPattern(source, key) === true ? rule : undefined)),
    ];
    const fitting = rules.filter((rule): rule is Schema => rule !== undefined);
    const applied = fitting.length === 0 && rest !== undefined ? [rest] : fitting;
    if (applied.length > 0) seen.names.add(key);
    if (fitting.length === 0 && rest === false)
      return [issue(below(at, key), 'additionalProperties', t('"{0}" is not allowed here', key))];
    return applied.flatMap((rule) => checker.check(checker, rule, inner, below(at, key), newSeen()));
  });
}

function checkUnevaluated(checker: Checker, schema: SchemaObject, value: Value, at: string, seen: Seen): Issue[] {
  const rule = subschema(schema, 'unevaluatedProperties');
  if (rule === undefined) return [];
  return Object.entries(value)
    .filter(([key, inner]) => !seen.names.has(key) && !passes(checker, rule, inner, below(at, key)))
    .map(([key]) => issue(below(at, key), 'unevaluatedProperties', t('"{0}" is not allowed here', key)));
}
