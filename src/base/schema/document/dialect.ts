import { isRecord } from '../../json.ts';
import { isSchema, type SchemaObject } from './schema.ts';

/** `any` is a schema that names no known dialect: 2020-12, and what older dialects call otherwise. */
export type Dialect = 'any' | '2020-12' | '2019-09' | 'draft-07' | 'draft-06' | 'draft-04';

const dialects = /^https?:\/\/json-schema\.org\/(?:draft\/(2020-12|2019-09)|(draft-0[467]))\/schema#?$/;

export function dialectOf(name: unknown): Dialect {
  const [, year, draft] = (typeof name === 'string' && dialects.exec(name)) || [];
  return (year ?? draft ?? 'any') as Dialect;
}

/** Until draft-07 a `$ref` stands for the whole schema, and an anchor is written as an `$id`. */
export function isOld(dialect: Dialect): boolean {
  return dialect.startsWith('draft-');
}

/** Keywords that came later: an older dialect does not know them. */
const since2019 =
  '$anchor $recursiveRef dependentRequired dependentSchemas minContains maxContains unevaluatedItems unevaluatedProperties'.split(
    ' ',
  );
const since2020 = ['prefixItems', '$dynamicRef', '$dynamicAnchor'];
const foreign: Readonly<Record<Dialect, readonly string[]>> = {
  any: [],
  '2020-12': ['$recursiveRef'],
  '2019-09': since2020,
  'draft-07': [...since2019, ...since2020],
  'draft-06': [...since2019, ...since2020, 'if', 'then', 'else'],
  'draft-04': [...since2019, ...since2020, 'if', 'then', 'else', 'const', 'contains', 'propertyNames'],
};

/** For `any`, which is what nearly all schemas are. */
const known = new WeakMap<SchemaObject, SchemaObject>();

/** The same schema in the keywords of 2020-12; drafts 4 to 2019-09 and OpenAPI use other ones. */
export function modernise(schema: SchemaObject, dialect: Dialect = 'any'): SchemaObject {
  if (dialect !== 'any') return translate(schema, dialect);
  let modern = known.get(schema);
  if (!modern) known.set(schema, (modern = translate(schema, dialect)));
  return modern;
}

function translate(schema: SchemaObject, dialect: Dialect): SchemaObject {
  if (isOld(dialect) && typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const next: Record<string, unknown> = { ...schema };
  for (const keyword of foreign[dialect]) delete next[keyword];
  translateBounds(next);
  translateItems(next);
  translateDependencies(next);
  translateNullable(next);
  return next;
}

/** Draft 4: exclusiveMinimum is a boolean next to minimum. */
function translateBounds(schema: Record<string, unknown>): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[flag] !== 'boolean') continue;
    const isExclusive = schema[flag];
    delete schema[flag];
    if (!isExclusive || schema[bound] === undefined) continue;
    schema[flag] = schema[bound];
    delete schema[bound];
  }
}

/** Before 2020-12 a list of items was called `items`, and the rest `additionalItems`. */
function translateItems(schema: Record<string, unknown>): void {
  if (!Array.isArray(schema['items'])) return;
  schema['prefixItems'] ??= schema['items'];
  delete schema['items'];
  if (isSchema(schema['additionalItems'])) schema['items'] = schema['additionalItems'];
}

function translateDependencies(schema: Record<string, unknown>): void {
  if (!isRecord(schema['dependencies'])) return;
  const entries = Object.entries(schema['dependencies']);
  const required = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => isSchema(value));
  if (required.length > 0) schema['dependentRequired'] ??= Object.fromEntries(required);
  if (schemas.length > 0) schema['dependentSchemas'] ??= Object.fromEntries(schemas);
}

function translateNullable(schema: Record<string, unknown>): void {
  if (schema['nullable'] !== true || schema['type'] === undefined) return;
  const types = Array.isArray(schema['type']) ? (schema['type'] as unknown[]) : [schema['type']];
  if (!types.includes('null')) schema['type'] = [...types, 'null'];
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(null))
    schema['enum'] = [...(schema['enum'] as unknown[]), null];
}
