import { isRecord } from '../../../base/json.ts';
import { SchemaChecker } from '../../../base/schema/schemaChecker.ts';
import { type SchemaObject, list, names, schemaMap, subschema } from '../../../base/schema/document/schema.ts';

const maxDepth = 4;

/** What of a schema arguments can do differently: leave an argument out, each value of an enum, each alternative. */
export function branchesOf(schema: unknown): readonly string[] {
  return isRecord(schema) ? [...walk(schema, undefined, '', 0)].map(([branch]) => branch) : [];
}

/** Those of them that these arguments take. */
export function branchesTaken(schema: unknown, args: unknown): readonly string[] {
  if (!isRecord(schema)) return [];
  return [...walk(schema, args, '', 0)].flatMap(([branch, isTaken]) => (isTaken ? [branch] : []));
}

type Branch = readonly [name: string, isTaken: boolean];

function* walk(schema: SchemaObject, value: unknown, at: string, depth: number): Generator<Branch> {
  if (depth > maxDepth) return;
  yield* choices(schema, value, at);
  const required = new Set(names(schema, 'required'));
  for (const [name, inner] of schemaMap(schema, 'properties')) {
    const isGiven = isRecord(value) && Object.hasOwn(value, name);
    const place = `${at}/${name}`;
    yield [place, isGiven];
    if (!required.has(name)) yield [`${place}?`, isRecord(value) && !isGiven];
    if (isRecord(inner)) yield* walk(inner, isGiven ? value[name] : undefined, place, depth + 1);
  }
  const items = subschema(schema, 'items');
  if (isRecord(items)) yield* walk(items, Array.isArray(value) ? value[0] : undefined, `${at}/*`, depth + 1);
}

function* choices(schema: SchemaObject, value: unknown, at: string): Generator<Branch> {
  const values = schema['type'] === 'boolean' ? [true, false] : (list(schema, 'enum') ?? []);
  for (const one of values) yield [`${at} = ${JSON.stringify(one)}`, Object.is(one, value)];
  for (const keyword of ['anyOf', 'oneOf'] as const)
    for (const [number, one] of (list(schema, keyword) ?? []).entries())
      yield [`${at} ${keyword} ${number + 1}`, value !== undefined && fits(one, value)];
}

function fits(schema: unknown, value: unknown): boolean {
  return isRecord(schema) && new SchemaChecker(schema).check(value).violations.length === 0;
}
