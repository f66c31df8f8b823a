import { isRecord } from '../../../../src/base/json.ts';
import { isSchema, type SchemaObject } from './schema.ts';

const known = new WeakMap<SchemaObject, SchemaObject>();

/** The same schema in the keywords of 2020-12; drafts 4 to 2019-09 and OpenAPI use other ones. */
export function modernise(schema: SchemaObject): SchemaObject {
  let modern = known.get(schema);
  if (!modern) known.set(schema, (modern = translate(schema)));
  return modern;
}

function translate(schema: SchemaObject): SchemaObject {
  const next: Record<string, unknown> = { ...schema };
  translateBounds(next);
  translateItems(next);
  translateDependencies(next);
  translateNullable(next);
  if (typeof next['$recursiveRef'] === 'string' && next['$ref'] === undefined) next['$ref'] = next['$recursiveRef'];
  if (typeof next['$dynamicRef'] === 'string' && next['$ref'] === undefined) next['$ref'] = next['$dynamicRef'];
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
