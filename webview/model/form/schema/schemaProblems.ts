import { isRecord } from '../../../../src/base/json.ts';
import { t } from '../../../platform/l10n.ts';
import { below } from '../../../../src/base/schema/run/place.ts';
import { mapKeywords, subschemasOf } from '../../../../src/base/schema/document/subschemas.ts';
import {
  isSchema,
  names,
  type Schema,
  schemaMap,
  type SchemaObject,
  typeNames,
  typesOf,
} from '../../../../src/base/schema/document/schema.ts';
import { SchemaScope } from './scope.ts';
import { patternProblem } from '../../../../src/base/pattern/fitsPattern.ts';

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
      const found = needed.has(key) ? inside(inner, below(at, key), [...above, flat]) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const at = inside(root, '', []);
  return at === undefined
    ? []
    : [{ at, message: t('The schema requires itself recursively: no finite value is valid.') }];
}

function childrenOf(schema: SchemaObject, at: string): { schema: Schema; at: string }[] {
  return Array.from(subschemasOf(schema), ({ schema: inner, path }) => ({ schema: inner, at: path.reduce(below, at) }));
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
  const noMap = mapKeywords.filter((keyword) => schema[keyword] !== undefined && !isRecord(schema[keyword]));
  const noList = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'required', 'enum'].filter(
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
