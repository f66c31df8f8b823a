// Schemas and values come from outside: whatever they are, a check ends soon and never throws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SchemaChecker } from '../../../src/base/schema/schemaChecker.ts';
import { seeded } from '../config/support.ts';

function violations(schema: unknown, value: unknown): string[] {
  return new SchemaChecker(schema).check(value).violations.map(({ at, keyword }) => `${at}:${keyword}`);
}

/** As a server sends it: with `__proto__` as a name like any other. */
const parsed = (text: string): unknown => JSON.parse(text);

test('names of Object.prototype are names like any other', () => {
  const schema = parsed('{"properties":{"__proto__":{"type":"string"},"toString":{"type":"string"}}}');
  assert.deepEqual(violations(schema, {}), []);
  assert.deepEqual(violations(schema, parsed('{"__proto__":1,"toString":2}')), ['/__proto__:type', '/toString:type']);
  assert.deepEqual(violations({ required: ['__proto__', 'constructor'] }, {}), [':required', ':required']);
  assert.deepEqual(violations({ additionalProperties: false }, parsed('{"__proto__":1}')), [':additionalProperties']);
  assert.deepEqual(violations({ $ref: '#/$defs/constructor', $defs: {} }, 1), []);
  assert.deepEqual(violations({ const: { toString: 1 } }, {}), [':const']);
});

test('multiples are those of the numbers as they are written', () => {
  for (const [value, multipleOf, fits] of [
    [0.3, 0.1, true],
    [19.99, 0.01, true],
    [10_000_000_001, 3, false],
    [12_391_239_123, 1e-8, true],
    [1e308, 0.123456789, false],
    [-4.5, 1.5, true],
  ] as const)
    assert.equal(violations({ multipleOf }, value).length === 0, fits, `${value} ${multipleOf}`);
});

test('a reference that leads nowhere is told, and what it asks for is not guessed', () => {
  const { violations: found, skipped } = new SchemaChecker({ $ref: 'https://example.com/x' }).check(1);
  assert.deepEqual([found, skipped], [[], { keyword: '$ref', value: 'https://example.com/x' }]);
});

test('a pattern that takes too many steps is told, and the rest is checked', () => {
  const schema = { pattern: '^(a+)+$', maxLength: 5 };
  const { violations: found, skipped } = new SchemaChecker(schema).check(`${'a'.repeat(60)}!`);
  assert.deepEqual(
    found.map(({ keyword }) => keyword),
    ['maxLength'],
  );
  assert.equal(skipped?.keyword, 'pattern');
});

test('a schema that seems to fit only because something in it cannot be told refuses nothing by that', () => {
  const thenNever = parsed('{"then":false}') as object;
  const [unusable, elsewhere] = [{ pattern: '(?<=a)b' }, { $ref: 'https://example.com/x' }];
  for (const unknown of [unusable, elsewhere]) {
    assert.deepEqual(violations({ not: unknown }, 'ab'), []);
    assert.deepEqual(violations({ oneOf: [unknown, { type: 'string' }] }, 'ab'), []);
    assert.deepEqual(violations({ if: unknown, ...thenNever }, 'ab'), []);
    assert.deepEqual(violations({ contains: unknown, maxContains: 0, minContains: 0 }, ['ab']), []);
    const twice = { $ref: '#/$defs/a', not: { $ref: '#/$defs/a' }, $defs: { a: unknown } };
    assert.deepEqual(violations(twice, 'ab'), [], 'also where it was followed before');
  }
  assert.deepEqual(violations({ not: {} }, 'ab'), [':not']);
  assert.deepEqual(violations({ oneOf: [elsewhere, {}, {}] }, 'ab'), [':oneOf']);
});

test('a name that a pattern may allow is not an additional one', () => {
  const [lookBehind, slow] = ['(?<=a)b', '^(a+)+$'];
  const schema = { patternProperties: { [lookBehind]: {}, [slow]: {} }, additionalProperties: false };
  assert.deepEqual(violations(schema, { ab: 1 }), []);
  assert.deepEqual(violations({ ...schema, patternProperties: { [slow]: {} } }, { [`${'a'.repeat(60)}!`]: 1 }), []);
  assert.deepEqual(violations({ ...schema, patternProperties: { [slow]: {} } }, { b: 1 }), [':additionalProperties']);
});

test('nothing may follow a date and a time', () => {
  const violated = (value: string): boolean => violations({ format: 'date-time' }, value).length > 0;
  assert.deepEqual(['2024-02-29T10:00:00Z', '2024-02-29 10:00:00+01:00'].map(violated), [false, false]);
  assert.deepEqual(['2024-02-29T10:00:00Z T', '2024-02-29T10:00:00Z and more', '2024-02-29'].map(violated), [
    true,
    true,
    true,
  ]);
});

const deep = (open: string, close: string, levels: number): unknown =>
  parsed(`${open.repeat(levels)}1${close.repeat(levels)}`);

test('values and schemas that are nested without measure end the check, not the page', () => {
  const value = deep('[', ']', 5_000);
  for (const schema of [
    { items: { $ref: '#' } },
    { const: deep('[', ']', 5_000) },
    { uniqueItems: true, items: { $ref: '#' } },
    deep('{"items":', '}', 5_000),
    deep('{"not":', '}', 5_000),
  ])
    assert.doesNotThrow(() => new SchemaChecker(schema).check(value));
});

const keywords = (
  '$ref $dynamicRef $recursiveRef $id $anchor $dynamicAnchor $recursiveAnchor $schema $defs type const enum allOf anyOf oneOf not ' +
  'if then else properties patternProperties additionalProperties propertyNames dependentSchemas dependentRequired dependencies ' +
  'items prefixItems additionalItems contains minContains unevaluatedItems unevaluatedProperties minLength pattern format ' +
  'minimum multipleOf uniqueItems required minProperties nullable __proto__ toString'
).split(' ');
const texts = '# #a #/$defs/a a urn:x http://json-schema.org/draft-07/schema# ^(a|a)*$ object % //['.split(' ');
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  [],
  {},
  ['a'],
  [{}],
  { a: {} },
  { toString: 1 },
];
const leaves = [...texts, ...values];

test('10,000 random schemas: none makes a check throw or run without an end', () => {
  const random = seeded(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const schema = (depth: number): unknown => {
    if (depth > 3 || random() < 0.3) return pick(leaves);
    const members = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const inner = random() < 0.3 ? { a: schema(depth + 1), b: schema(depth + 1) } : schema(depth + 1);
      return [pick(keywords), random() < 0.3 ? [inner, schema(depth + 1)] : inner] as const;
    });
    return Object.fromEntries(members);
  };
  const checked = [{ a: { a: 1, b: [1] }, b: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!' }, [[1], { a: 1 }, 'a'], 'a', 1.5, null];
  for (let round = 0; round < 10_000; round++) {
    const candidate = schema(0);
    const checker = new SchemaChecker(candidate);
    try {
      for (const value of checked) checker.check(value);
    } catch (error) {
      throw new Error(JSON.stringify(candidate), { cause: error });
    }
  }
});
