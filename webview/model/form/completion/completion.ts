import { alternativesOf, enumOf } from '../schema/branches.ts';
import { positionAt, type JsonPosition } from './jsonPosition.ts';
import { conditionsKey } from '../schema/merge.ts';
import {
  type Schema,
  schemaMap,
  type SchemaObject,
  subschema,
  subschemas,
  text,
  typesOf,
} from '../../../../src/base/schema/document/schema.ts';
import type { SchemaScope } from '../schema/scope.ts';
import { fitsPattern } from '../../../../src/base/pattern/fitsPattern.ts';

export interface Suggestion {
  readonly label: string;
  readonly detail: string;
  /** What replaces the text from `from` to `to`. */
  readonly insert: string;
}

export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly items: readonly Suggestion[];
}

/** What the schema allows at the caret of an incomplete text. */
export function complete(scope: SchemaScope, json: string, caret: number): Completion {
  const position = positionAt(json, caret);
  const schemas = schemasAt(scope, position.path);
  const all =
    position.kind === 'key'
      ? keySuggestions(scope, schemas, position, json)
      : valueSuggestions(scope, schemas, position);
  const typed = json.slice(position.from, caret).replace(/^"/, '').toLowerCase();
  const items = all.filter(({ label }) => label.toLowerCase().includes(typed) && label.toLowerCase() !== typed);
  return { from: position.from, to: position.to, items: unique(items).slice(0, 50) };
}

function unique(items: readonly Suggestion[]): Suggestion[] {
  return [...new Map(items.map((item) => [item.label, item])).values()];
}

function keySuggestions(
  scope: SchemaScope,
  schemas: readonly SchemaObject[],
  position: JsonPosition,
  json: string,
): Suggestion[] {
  const hasColon = /^\s*:/.test(json.slice(position.to));
  const properties = schemas.flatMap((schema) => schemaMap(schema, 'properties'));
  return properties
    .filter(([key]) => !position.keys.includes(key))
    .map(([key, inner]) => {
      const { schema } = scope.resolve(inner);
      const name = JSON.stringify(key);
      return { label: key, detail: detailOf(schema), insert: hasColon ? name : `${name}: ${startOf(scope, schema)}` };
    });
}

function valueSuggestions(scope: SchemaScope, schemas: readonly SchemaObject[], position: JsonPosition): Suggestion[] {
  const found = schemas.flatMap((schema) => valuesOf(scope, schema));
  return found.map((value) => {
    const insert = JSON.stringify(value);
    return { label: typeof value === 'string' ? value : insert, detail: position.path.at(-1) ?? '', insert };
  });
}

function valuesOf(scope: SchemaScope, schema: SchemaObject): unknown[] {
  const types = typesOf(schema) ?? [];
  const alternatives = alternativesOf(scope, schema);
  return [
    ...(enumOf(schema)?.map((choice) => choice.value) ?? []),
    ...(alternatives?.branches.flatMap((branch) => enumOf(branch.schema)?.map((choice) => choice.value) ?? []) ?? []),
    ...(types.includes('boolean') ? [true, false] : []),
    ...(types.includes('null') || alternatives?.nullable ? [null] : []),
    ...(schema['default'] === undefined ? [] : [schema['default']]),
  ];
}

function detailOf(schema: SchemaObject): string {
  return text(schema, 'title') ?? typesOf(schema)?.join(' | ') ?? '';
}

/** The beginning of a value, so that the caret lands where typing continues. */
function startOf(scope: SchemaScope, schema: SchemaObject): string {
  const [only, ...more] = valuesOf(scope, schema);
  if (only !== undefined && more.length === 0) return JSON.stringify(only);
  switch (typesOf(schema)?.[0]) {
    case 'string':
      return '""';
    case 'object':
      return '{}';
    case 'array':
      return '[]';
    default:
      return '';
  }
}

const maxSchemas = 200;

/** Every schema that may apply at a path: all branches of unions and conditions, because the text is incomplete. */
function schemasAt(scope: SchemaScope, path: readonly string[]): readonly SchemaObject[] {
  let here = widen(scope, [scope.root]);
  for (const key of path)
    here = widen(
      scope,
      here.flatMap((schema) => step(schema, key)),
    );
  return here;
}

function step(schema: SchemaObject, key: string): Schema[] {
  const named = schemaMap(schema, 'properties').find(([name]) => name === key);
  if (named) return [named[1]];
  const patterns = schemaMap(schema, 'patternProperties').filter(([source]) => fitsPattern(source, key) === true);
  if (patterns.length > 0) return patterns.map(([, inner]) => inner);
  const isIndex = /^\d+$/.test(key);
  const item = isIndex ? (subschemas(schema, 'prefixItems')?.[Number(key)] ?? subschema(schema, 'items')) : undefined;
  const rest = subschema(schema, 'additionalProperties');
  return [item, rest].filter((inner): inner is Schema => inner !== undefined);
}

function widen(scope: SchemaScope, schemas: readonly Schema[]): SchemaObject[] {
  const found = new Set<SchemaObject>();
  const queue = [...schemas];
  for (let next = queue.shift(); next !== undefined && found.size < maxSchemas; next = queue.shift()) {
    const { schema } = scope.resolve(next);
    if (found.has(schema)) continue;
    found.add(schema);
    queue.push(...innerOf(schema));
  }
  return [...found];
}

function innerOf(schema: SchemaObject): Schema[] {
  const conditions = Array.isArray(schema[conditionsKey]) ? (schema[conditionsKey] as SchemaObject[]) : [];
  const branches = conditions.flatMap((condition) => [subschema(condition, 'yes'), subschema(condition, 'no')]);
  return [
    ...(subschemas(schema, 'oneOf') ?? []),
    ...(subschemas(schema, 'anyOf') ?? []),
    ...schemaMap(schema, 'dependentSchemas').map(([, inner]) => inner),
    ...branches.filter((branch): branch is Schema => branch !== undefined),
  ];
}
