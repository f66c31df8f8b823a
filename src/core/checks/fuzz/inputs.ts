import { isRecord } from '../../../base/json.ts';
import { SchemaChecker } from '../../../base/schema/schemaChecker.ts';
import { type SchemaObject, list, names, number, schemaMap, typesOf } from '../../../base/schema/document/schema.ts';
import { randomFrom } from './random.ts';
import { resolved, sample, sampleOf } from './sample.ts';

export interface FuzzInput {
  /** What is tried: `text: beyond maxLength`. */
  readonly label: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** By the tool's own schema. */
  readonly isValid: boolean;
}

const hugeLength = 100_000;
const oddTexts: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['spaces', '   '],
  ['unicode', 'Zürich 東京 🍵 \u202Eabc\u200B'],
  ['control characters', '\0\u0007\n\r\t'],
  ['quotes', `'"\`\\ $(id) \${x} %s {{7*7}} <b>`],
  ['path upwards', '../../../../etc/passwd'],
  ['huge', 'x'.repeat(hugeLength)],
];

type Variant = readonly [label: string, value: unknown];

/** What a careful tester would try, from a schema. The seed decides what is combined at random beyond that. */
export function inputsFor(schema: unknown, seed: number, most: number): readonly FuzzInput[] {
  if (!isRecord(schema)) return [];
  const base = sampleOf(schema);
  if (!isRecord(base)) return [];
  const checker = new SchemaChecker(schema);
  const input = (label: string, args: Readonly<Record<string, unknown>>): FuzzInput => ({
    label,
    args,
    isValid: checker.check(args).violations.length === 0,
  });
  const single = [...singleChanges(schema, base)].map(([label, args]) => input(label, args));
  const together = randomInputs(schema, base, seed, Math.max(0, most - single.length - 1)).map(([label, args]) =>
    input(label, args),
  );
  return [input('sample', base), ...single, ...together].slice(0, most);
}

function* singleChanges(
  schema: SchemaObject,
  base: Record<string, unknown>,
): Generator<[string, Record<string, unknown>]> {
  for (const name of names(schema, 'required')) {
    const { [name]: _, ...rest } = base;
    yield [`${name}: missing`, rest];
  }
  for (const [name, inner] of schemaMap(schema, 'properties'))
    for (const [label, value] of variantsOf(inner, schema)) yield [`${name}: ${label}`, { ...base, [name]: value }];
  yield ['an unknown argument', { ...base, switchboard_unknown: 1 }];
}

function* variantsOf(inner: unknown, root: SchemaObject): Generator<Variant> {
  const target = resolved(inner, root);
  if (!isRecord(target)) return;
  yield* wrongTypes(target);
  for (const [at, value] of (list(target, 'enum') ?? []).entries()) yield [`value ${at + 1} of its enum`, value];
  for (const keyword of ['anyOf', 'oneOf'] as const)
    for (const [at, branch] of (list(target, keyword) ?? []).entries())
      yield [`branch ${at + 1}`, sample(branch, root, 0)];
  const types = typesOf(target) ?? [];
  if (types.includes('string') && !('enum' in target)) yield* textVariants(target);
  if (types.includes('number') || types.includes('integer')) yield* numberVariants(target);
  if (types.includes('array')) yield* arrayVariants(target, root);
}

function* wrongTypes(schema: SchemaObject): Generator<Variant> {
  const types = new Set<string>(typesOf(schema) ?? []);
  if (types.size === 0) return;
  if (!types.has('null')) yield ['null', null];
  if (!types.has('number') && !types.has('integer')) yield ['a number', 7];
  if (!types.has('string')) yield ['a text', 'text'];
  if (!types.has('object')) yield ['an object', { a: 1 }];
  if (!types.has('array')) yield ['a list', [1]];
}

function* textVariants(schema: SchemaObject): Generator<Variant> {
  yield* oddTexts;
  const [least, most] = [number(schema, 'minLength'), number(schema, 'maxLength')];
  if (least !== undefined && least > 0) yield ['below minLength', 'x'.repeat(least - 1)];
  if (most !== undefined) yield ['at maxLength', 'x'.repeat(most)];
  if (most !== undefined) yield ['beyond maxLength', 'x'.repeat(most + 1)];
}

function* numberVariants(schema: SchemaObject): Generator<Variant> {
  const [least, most] = [number(schema, 'minimum'), number(schema, 'maximum')];
  if (least !== undefined) yield ['minimum', least];
  if (least !== undefined) yield ['below the minimum', least - 1];
  if (most !== undefined) yield ['maximum', most];
  if (most !== undefined) yield ['beyond the maximum', most + 1];
  yield ['zero', 0];
  yield ['negative', -1];
  yield ['a fraction', 0.5];
  yield ['enormous', Number.MAX_SAFE_INTEGER];
}

function* arrayVariants(schema: SchemaObject, root: SchemaObject): Generator<Variant> {
  const item = sample(schema['items'] ?? {}, root, 0);
  yield ['an empty list', []];
  yield ['a list of 1,000', Array.from({ length: 1_000 }, () => item)];
  const most = number(schema, 'maxItems');
  if (most !== undefined) yield ['beyond maxItems', Array.from({ length: most + 1 }, () => item)];
}

function randomInputs(
  schema: SchemaObject,
  base: Record<string, unknown>,
  seed: number,
  count: number,
): readonly [string, Record<string, unknown>][] {
  const random = randomFrom(seed);
  const all = schemaMap(schema, 'properties').map(([name, inner]) => [name, [...variantsOf(inner, schema)]] as const);
  const used = all.filter(([, variants]) => variants.length > 0);
  if (used.length < 2) return [];
  return Array.from({ length: Math.min(count, used.length * 4) }, (_, at) => {
    const args = { ...base };
    for (const [name, variants] of used) {
      const chosen = variants[Math.floor(random() * variants.length)];
      if (chosen && random() < 0.5) args[name] = chosen[1];
    }
    return [`combination ${at + 1}`, args];
  });
}
