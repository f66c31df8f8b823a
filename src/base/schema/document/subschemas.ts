import { isRecord } from '../../json.ts';
import { isSchema, type Schema, type SchemaObject } from './schema.ts';

export const mapKeywords = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
] as const;
const listKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'] as const;
const singleKeywords = [
  'items',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
] as const;

interface Subschema {
  readonly schema: Schema;
  /** From the schema around it: the keyword, and the name or index below it. */
  readonly path: readonly (string | number)[];
}

/** The schemas directly inside one: only where a keyword holds schemas, not in an enum or behind an unknown keyword. */
export function* subschemasOf(schema: SchemaObject): Generator<Subschema> {
  for (const keyword of mapKeywords) {
    const map = schema[keyword];
    if (!isRecord(map)) continue;
    for (const [key, inner] of Object.entries(map)) if (isSchema(inner)) yield { schema: inner, path: [keyword, key] };
  }
  for (const keyword of listKeywords) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, inner] of list.entries()) if (isSchema(inner)) yield { schema: inner, path: [keyword, index] };
  }
  for (const keyword of singleKeywords) {
    const inner = schema[keyword];
    if (isSchema(inner)) yield { schema: inner, path: [keyword] };
  }
}
