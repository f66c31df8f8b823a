import { isRecord, sameJson } from '../../../../src/base/json.ts';
import {
  isSchema,
  type JsonType,
  type Schema,
  type SchemaObject,
  typesOf,
} from '../../../../src/base/schema/document/schema.ts';

/**
 * Where the scope collects if/then/else as { test, yes, no }: a merged schema may have several, JSON Schema allows
 * one.
 */
export const conditionsKey = '$conditions';

type Merge = (a: unknown, b: unknown) => unknown;

const larger: Merge = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : b);
const smaller: Merge = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : b);
const union: Merge = (a, b) =>
  Array.isArray(a) && Array.isArray(b) ? [...new Set([...(a as unknown[]), ...(b as unknown[])])] : b;
const either: Merge = (a, b) => a === true || b === true;
const common: Merge = (a, b) =>
  Array.isArray(a) && Array.isArray(b) ? a.filter((value) => b.some((other) => sameJson(value, other))) : b;
const concat: Merge = (a, b) => [
  ...(Array.isArray(a) ? (a as unknown[]) : []),
  ...(Array.isArray(b) ? (b as unknown[]) : []),
];
const bothSchemas: Merge = (a, b) => (isSchema(a) && isSchema(b) ? mergeAny(a, b) : b);

/** How two values of one keyword combine when both schemas must hold. Anything else goes to `allOf`. */
const rules: Readonly<Record<string, Merge>> = {
  required: union,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  uniqueItems: either,
  enum: common,
  items: bothSchemas,
  additionalProperties: bothSchemas,
  propertyNames: bothSchemas,
  properties: mergeMaps,
  patternProperties: mergeMaps,
  $defs: mergeMaps,
  definitions: mergeMaps,
  [conditionsKey]: concat,
};

/** Annotations, not constraints: the later, more specific schema wins. */
const annotations = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$comment',
  'deprecated',
  'readOnly',
  'writeOnly',
  'format',
  '$id',
  'id',
  '$schema',
  '$anchor',
  'enumNames',
]);

/**
 * One schema that requires what both require. What cannot be combined stays in `allOf`, so that it is still checked.
 */
export function mergeSchemas(a: SchemaObject, b: SchemaObject): SchemaObject {
  const merged: Record<string, unknown> = { ...a };
  const rest: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(b)) {
    if (keyword === '__proto__') continue; // no keyword, and an assignment would not make it one
    const before = Object.hasOwn(merged, keyword) ? merged[keyword] : undefined;
    if (before === undefined || annotations.has(keyword) || sameJson(before, value)) merged[keyword] = value;
    else if (keyword === 'type') merged['type'] = commonTypes(a, b);
    else if (Object.hasOwn(rules, keyword)) merged[keyword] = rules[keyword]?.(before, value);
    else rest[keyword] = value;
  }
  if (Object.keys(rest).length > 0)
    merged['allOf'] = [...(Array.isArray(a['allOf']) ? (a['allOf'] as unknown[]) : []), rest];
  return merged;
}

/** No common type: the list stays empty, which the form shows as a contradiction. */
function commonTypes(a: SchemaObject, b: SchemaObject): readonly JsonType[] {
  const [left = [], right = []] = [typesOf(a), typesOf(b)];
  const has = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...left.filter((type) => has(right, type)), ...right.filter((type) => has(left, type))])];
}

function mergeMaps(a: unknown, b: unknown): unknown {
  if (!isRecord(a) || !isRecord(b)) return b;
  const own = Object.entries(b).map(([key, value]) => {
    const before = Object.hasOwn(a, key) ? a[key] : undefined;
    return [key, isSchema(before) && isSchema(value) ? mergeAny(before, value) : value] as const;
  });
  return Object.fromEntries([...Object.entries(a), ...own]); // a property may be called "__proto__"
}

/** Not merged at once: either side may hold a reference, which only the scope can follow. */
function mergeAny(a: Schema, b: Schema): Schema {
  if (a === false || b === false) return false;
  if (a === true) return b;
  if (b === true) return a;
  return { allOf: [a, b] };
}
