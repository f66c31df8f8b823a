import { isRecord } from '../../../../src/base/json.ts';
import { checkAgainst } from '../check/check.ts';
import { conditionsKey, mergeSchemas } from '../schema/merge.ts';
import {
  get,
  names,
  type Schema,
  schemaMap,
  type SchemaObject,
  subschema,
} from '../../../../src/base/schema/document/schema.ts';
import type { SchemaScope } from '../schema/scope.ts';

export interface ActiveProperty {
  readonly key: string;
  readonly schema: Schema;
  readonly required: boolean;
}

type Value = Readonly<Record<string, unknown>>;

/** The properties that apply to this value, after if/then/else and the dependent keywords. */
export function activeProperties(scope: SchemaScope, schema: SchemaObject, value: Value): readonly ActiveProperty[] {
  const parts = activeParts(scope, schema, value, 0, { left: mostParts });
  const whole = parts.length === 0 ? schema : mergedFor(schema, parts);
  const required = new Set([...names(whole, 'required'), ...dependentNames(whole, value)]);
  const declared = schemaMap(whole, 'properties');
  const known = new Set(declared.map(([key]) => key));
  const undeclared = [...required].filter((key) => !known.has(key)).map((key) => [key, schemaOfRest(whole)] as const);
  return [...declared, ...undeclared].map(([key, inner]) => ({ key, schema: inner, required: required.has(key) }));
}

export function hasConditions(schema: SchemaObject): boolean {
  return [conditionsKey, 'dependentSchemas', 'dependentRequired'].some((keyword) => schema[keyword] !== undefined);
}

function schemaOfRest(schema: SchemaObject): Schema {
  const rest = subschema(schema, 'additionalProperties');
  return rest === undefined || rest === false ? true : rest;
}

/** Branches lead to branches, and to themselves: their number is bounded, like their depth. */
const mostParts = 200;

/** Branches that apply now; a branch may contain conditions of its own. */
function activeParts(
  scope: SchemaScope,
  schema: SchemaObject,
  value: Value,
  depth: number,
  parts: { left: number },
): SchemaObject[] {
  if (depth > 5 || parts.left <= 0) return [];
  const found = [...conditionBranches(scope, schema, value, parts), ...dependentBranches(schema, value)];
  return found.flatMap((branch) => {
    if (--parts.left < 0) return [];
    const { schema: flat } = scope.resolve(branch);
    return [flat].concat(activeParts(scope, flat, value, depth + 1, parts));
  });
}

function conditionBranches(scope: SchemaScope, schema: SchemaObject, value: Value, parts: { left: number }): Schema[] {
  const conditions = schema[conditionsKey];
  if (!Array.isArray(conditions)) return [];
  return conditions
    .slice(0, parts.left)
    .filter(isRecord)
    .flatMap((condition) => {
      const test = subschema(condition, 'test');
      if (test === undefined) return [];
      const holds = checkAgainst(scope, test, value, mostParts).length === 0;
      const branch = subschema(condition, holds ? 'yes' : 'no');
      return branch === undefined ? [] : [branch];
    });
}

function dependentBranches(schema: SchemaObject, value: Value): Schema[] {
  return schemaMap(schema, 'dependentSchemas')
    .filter(([key]) => Object.hasOwn(value, key))
    .map(([, branch]) => branch);
}

function dependentNames(schema: SchemaObject, value: Value): string[] {
  const map = get(schema, 'dependentRequired');
  if (!isRecord(map)) return [];
  return Object.keys(map).flatMap((key) => (Object.hasOwn(value, key) ? names(map, key) : []));
}

/** The same parts give the same merged object, so that unchanged properties keep their schema and their field. */
const mergedBefore = new WeakMap<
  SchemaObject,
  { readonly parts: readonly SchemaObject[]; readonly merged: SchemaObject }[]
>();

function mergedFor(schema: SchemaObject, parts: readonly SchemaObject[]): SchemaObject {
  let known = mergedBefore.get(schema);
  if (!known) mergedBefore.set(schema, (known = []));
  const before = known.find(
    (one) => one.parts.length === parts.length && one.parts.every((part, at) => part === parts[at]),
  );
  if (before) return before.merged;
  const merged = parts.reduce(mergeSchemas, schema);
  known.push({ parts, merged });
  return merged;
}
