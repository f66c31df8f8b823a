import { isRecord } from '../../json.ts';

/** Schemas come from servers: every keyword may be missing or invalid, so all are read through these functions. */
export type SchemaObject = Readonly<Record<string, unknown>>;
export type Schema = boolean | SchemaObject;
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';

export const typeNames: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'object',
  'array',
]);

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isRecord(value);
}

export function text(schema: SchemaObject, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === 'string' ? value : undefined;
}

export function number(schema: SchemaObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function list(schema: SchemaObject, keyword: string): readonly unknown[] | undefined {
  const value = schema[keyword];
  return Array.isArray(value) ? value : undefined;
}

export function subschema(schema: SchemaObject, keyword: string): Schema | undefined {
  const value = schema[keyword];
  return isSchema(value) ? value : undefined;
}

export function subschemas(schema: SchemaObject, keyword: string): readonly Schema[] | undefined {
  const value = list(schema, keyword)?.filter(isSchema);
  return value && value.length > 0 ? value : undefined;
}

/** A keyword whose value maps names to schemas: properties, patternProperties, dependentSchemas, $defs. */
export function schemaMap(schema: SchemaObject, keyword: string): readonly (readonly [string, Schema])[] {
  const value = schema[keyword];
  if (!isRecord(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
}

export function names(schema: SchemaObject, keyword: string): readonly string[] {
  return (list(schema, keyword) ?? []).filter((name): name is string => typeof name === 'string');
}

/** The types a schema names, or undefined when it names none and so allows all. */
export function typesOf(schema: SchemaObject): readonly JsonType[] | undefined {
  const { type } = schema;
  const all = (Array.isArray(type) ? type : [type]).filter((name): name is JsonType => typeNames.has(name));
  return all.length > 0 ? [...new Set(all)] : undefined;
}

export function isOfType(value: unknown, type: JsonType): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** Own properties only: a property may be called "constructor". */
export function get(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
