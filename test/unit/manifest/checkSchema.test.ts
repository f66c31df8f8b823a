import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSchema } from '../../../src/core/manifest/read/checkSchema.ts';
import { SchemaChecker } from '../../../src/base/schema/schemaChecker.ts';
import { problemsOf } from '../../../src/core/mcpServer/toolProblems.ts';

const accepted: readonly unknown[] = [
  { type: 'object' },
  { type: ['object', 'null'] },
  { type: 'object', properties: { a: true, b: { type: 'string', enum: ['x', 1, null] } }, required: ['a'] },
  { $defs: { name: { type: 'string' } }, properties: { a: { $ref: '#/$defs/name' }, b: { $ref: '#' } } },
  {
    properties: { tree: { $ref: '#/$defs/node' } },
    $defs: { node: { properties: { next: { $ref: '#/$defs/node' } } } },
  },
  { definitions: { 'a/b': {} }, properties: { a: { $ref: '#/definitions/a~1b' } } },
  { patternProperties: { '^x-': { type: 'number', minimum: 0, multipleOf: 0.5 } }, additionalProperties: false },
  JSON.parse('{"anyOf":[{"required":["a"]}],"if":{},"then":true,"else":false,"not":{"type":"null"}}'),
  { $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: { items: [{ type: 'string' }] } } },
  { properties: { when: { type: 'string', format: 'date-time' }, what: { format: 'no-such-format' } } },
  { enum: [] },
  { properties: { a: { $id: 'inner', $anchor: 'x' }, b: { $ref: 'inner' }, c: { $anchor: 'x' } } },
  {
    $defs: { a: { $anchor: 'name' }, b: { $dynamicAnchor: 'node' } },
    not: { $ref: '#name' },
    items: { $dynamicRef: '#node' },
  },
  { properties: { type: { type: 'string' }, enum: { type: 'array', prefixItems: [{}], items: false } }, 'x-own': 7 },
];

const refused: readonly unknown[] = [
  { type: 'text' },
  { type: [] },
  { properties: [] },
  { properties: { a: 'string' } },
  { required: 'a' },
  { required: ['a', 'a'] },
  { pattern: '(' },
  { pattern: '\\-' },
  { patternProperties: { '[': {} } },
  { allOf: [] },
  { allOf: {} },
  { items: 7 },
  { minLength: -1 },
  { minLength: 1.5 },
  { maximum: '3' },
  { multipleOf: 0 },
  { uniqueItems: 'yes' },
  { $ref: '#/$defs/nothing' },
  { $ref: 'other.json' },
  { $ref: 'https://example.com/s' },
  { $schema: 'http://json-schema.org/draft-04/schema#' },
  { dependentRequired: { a: 'b' } },
  { items: [{}] },
  { nullable: true },
  { id: 'x' },
  { formatMaximum: '2020-01-01' },
  { $async: true },
  { $ref: '#' },
  { allOf: [{ $ref: '#' }] },
  { properties: { a: { $ref: '#/properties/b' }, b: { $ref: '#/properties/a' } } },
  { $ref: '#name' },
  { $dynamicRef: '#name' },
  { properties: { b: { $anchor: 'x' }, c: { $anchor: 'x' } } },
];

for (const schema of accepted) {
  test(`accepts ${JSON.stringify(schema)}, and the checker does too`, () => {
    assert.deepEqual(checkSchema(schema, []), []);
    problemsOf(schema as Record<string, unknown>, {});
  });
}

for (const schema of refused) {
  test(`refuses ${JSON.stringify(schema)}`, () => {
    assert.equal(checkSchema(schema, []).length, 1);
  });
}

test('the place of a flaw is its path', () => {
  const schema = { properties: { a: { anyOf: [{}, { type: 'nope' }] } } };
  assert.deepEqual(checkSchema(schema, ['tools', 0, 'inputSchema'])[0]?.path, [
    'tools',
    0,
    'inputSchema',
    'properties',
    'a',
    'anyOf',
    1,
    'type',
  ]);
});

/** A small generator with a seed (mulberry32): the same schemas in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const keywords = (
  'type properties items required enum pattern anyOf allOf oneOf not $ref $defs if then else minLength maximum multipleOf uniqueItems ' +
  'additionalProperties patternProperties prefixItems const dependentRequired dependentSchemas dependencies contains propertyNames ' +
  'nullable minItems unevaluatedProperties minContains exclusiveMinimum definitions description title default $anchor $dynamicRef ' +
  '$dynamicAnchor $recursiveRef $async id formatMaximum additionalItems $comment readOnly'
).split(' ');

test('whatever is accepted can be checked, with all of its references: 20,000 random schemas', () => {
  const random = randomFrom(11);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const value = (depth: number): unknown => {
    const scalars = [
      'string',
      'object',
      'a',
      '#',
      '#/$defs/a',
      '#a',
      '#/properties/a',
      'date',
      '(',
      '^a',
      0,
      1,
      -1,
      2.5,
      true,
      false,
      null,
      [],
      {},
      ['a'],
      ['a', 'b'],
    ];
    if (depth > 3 || random(3) === 0) return pick(scalars);
    if (random(4) === 0) return [value(depth + 1), value(depth + 1)];
    return random(3) === 0 ? { a: schema(depth + 1) } : schema(depth + 1);
  };
  const schema = (depth: number): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: 1 + random(3) }, () => [pick(keywords), value(depth)]));
  let checked = 0;
  for (let round = 0; round < 20_000; round++) {
    const candidate = schema(0);
    if (checkSchema(candidate, []).length > 0) continue;
    checked++;
    const { isComplete, skipped } = new SchemaChecker(candidate).check({ a: 1 });
    assert.deepEqual({ isComplete, skipped }, { isComplete: true, skipped: undefined }, JSON.stringify(candidate));
  }
  assert.ok(checked > 500, `only ${checked} were accepted`);
});
