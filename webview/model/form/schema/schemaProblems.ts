import { isRecord } from '../../../../src/base/json.ts';
import { t } from '../../../platform/l10n.ts';
import { escapePointer } from '../../json/jsonTree.ts';
import { isSchema, names, type Schema, schemaMap, type SchemaObject, typeNames, typesOf } from './schema.ts';
import { SchemaScope } from './scope.ts';
import { patternProblem } from './pattern.ts';

/** Something wrong with the schema itself: the server's fault, which the form works around. */
export interface SchemaProblem {
  /** A JSON pointer into the schema. */
  readonly at: string;
  readonly message: string;
}

const maxProblems = 20;
/** A schema may be huge; its problems show early. */
const maxSubschemas = 5_000;
const maxDepth = 20;

const maps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const single = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];

export function schemaProblems(root: unknown): readonly SchemaProblem[] {
  if (!isSchema(root)) return [{ at: '', message: t('Not a valid JSON Schema. Any object is accepted.') }];
  const found: SchemaProblem[] = [...rootProblems(root), ...endlessProblems(root)];
  const queue: { readonly schema: unknown; readonly at: string }[] = [{ schema: root, at: '' }];
  const seen = new Set<unknown>();
  for (let next = 0; next < queue.length && next < maxSubschemas && found.length < maxProblems; next++) {
    const { schema, at } = queue[next]!;
    if (!isRecord(schema) || seen.has(schema)) continue;
    seen.add(schema);
    found.push(...problemsAt(schema, at));
    queue.push(...childrenOf(schema, at));
  }
  if (queue.length > maxSubschemas)
    found.push({ at: '', message: t('This schema is very large. Editing JSON may be faster than using the form.') });
  return found.slice(0, maxProblems);
}

function rootProblems(root: boolean | SchemaObject): SchemaProblem[] {
  const types = typeof root === 'boolean' ? undefined : typesOf(root);
  if (!types || types.includes('object')) return [];
  return [{ at: '/type', message: t('The arguments must be an object, but the schema requires another type.') }];
}

/** An object that requires itself can never be completed. */
function endlessProblems(root: boolean | SchemaObject): SchemaProblem[] {
  const scope = new SchemaScope(root);
  let left = maxSubschemas;
  const inside = (schema: Schema, at: string, above: readonly SchemaObject[]): string | undefined => {
    const { schema: flat } = scope.resolve(schema);
    if (above.includes(flat)) return at;
    if (above.length > maxDepth || --left < 0) return undefined;
    const needed = new Set(names(flat, 'required'));
    for (const [key, inner] of schemaMap(flat, 'properties')) {
      const found = needed.has(key) ? inside(inner, `${at}/${escapePointer(key)}`, [...above, flat]) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const at = inside(root, '', []);
  return at === undefined
    ? []
    : [{ at, message: t('The schema requires itself recursively: no finite value is valid.') }];
}

function* children(schema: SchemaObject, at: string): Generator<{ schema: unknown; at: string }> {
  for (const keyword of maps) {
    const map = schema[keyword];
    if (!isRecord(map)) continue;
    for (const [key, inner] of Object.entries(map))
      yield { schema: inner, at: `${at}/${keyword}/${escapePointer(key)}` };
  }
  for (const keyword of lists) {
    const list = schema[keyword];
    if (Array.isArray(list))
      for (const [index, inner] of list.entries()) yield { schema: inner, at: `${at}/${keyword}/${index}` };
  }
  for (const keyword of single) yield { schema: schema[keyword], at: `${at}/${keyword}` };
}

function childrenOf(schema: SchemaObject, at: string): { schema: unknown; at: string }[] {
  return [...children(schema, at)];
}

function problemsAt(schema: SchemaObject, at: string): SchemaProblem[] {
  const say = (keyword: string, message: string): SchemaProblem => ({ at: `${at}/${keyword}`, message });
  return [
    ...typeProblems(schema, say),
    ...shapeProblems(schema, say),
    ...rangeProblems(schema, say),
    ...patternProblems(schema, say),
  ];
}

type Say = (keyword: string, message: string) => SchemaProblem;

function typeProblems({ type }: SchemaObject, say: Say): SchemaProblem[] {
  const named = type === undefined ? [] : Array.isArray(type) ? (type as unknown[]) : [type];
  return named
    .filter((name) => !typeNames.has(name))
    .map((name) => say('type', t('{0} is not a JSON Schema type. Any value is accepted.', JSON.stringify(name))));
}

function shapeProblems(schema: SchemaObject, say: Say): SchemaProblem[] {
  const noMap = maps.filter((keyword) => schema[keyword] !== undefined && !isRecord(schema[keyword]));
  const noList = [...lists, 'required', 'enum'].filter(
    (keyword) =>
      schema[keyword] !== undefined &&
      !Array.isArray(schema[keyword]) &&
      schema[keyword] !== true &&
      schema[keyword] !== false,
  );
  return [
    ...noMap.map((keyword) => say(keyword, t('"{0}" is not an object and is ignored.', keyword))),
    ...noList.map((keyword) => say(keyword, t('"{0}" is not an array and is ignored.', keyword))),
  ];
}

const ranges = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

function rangeProblems(schema: SchemaObject, say: Say): SchemaProblem[] {
  return ranges.flatMap(([low, high]) => {
    const [min, max] = [schema[low], schema[high]];
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
    return [say(low, t('No value is valid: {0} {1} is greater than {2} {3}.', low, min, high, max))];
  });
}

function patternProblems({ pattern }: SchemaObject, say: Say): SchemaProblem[] {
  if (typeof pattern !== 'string') return [];
  const problem = patternProblem(pattern);
  if (problem === undefined) return [];
  const message =
    problem === 'invalid'
      ? t('The pattern {0} is not a valid regular expression. Only the server checks it.', pattern)
      : t('The pattern {0} uses look-behind or a named reference. Only the server checks it.', pattern);
  return [say('pattern', message)];
}
