import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue } from '../../../../webview/model/form/check/check.ts';
import { fitsFormat } from '../../../../src/base/schema/keywords/formats.ts';
import { fitsPattern } from '../../../../src/base/pattern/fitsPattern.ts';
import { SchemaScope } from '../../../../webview/model/form/schema/scope.ts';

function issues(schema: unknown, value: unknown): string[] {
  return checkValue(new SchemaScope(schema), value).issues.map(({ at, keyword }) => `${at}:${keyword}`);
}

const cases: readonly (readonly [string, unknown, unknown, readonly string[]])[] = [
  ['characters are counted as people count them', { maxLength: 1 }, '😀', []],
  ['0.3 is a multiple of 0.1', { multipleOf: 0.1 }, 0.3, []],
  ['0.35 is not', { multipleOf: 0.1 }, 0.35, [':multipleOf']],
  ['1.0 is a whole number', { type: 'integer' }, 1.0, []],
  [
    'equal objects are not unique',
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    ['/1:uniqueItems'],
  ],
  ['contains wants one', { contains: { const: 1 } }, [2, 3], [':contains']],
  ['minContains 0 wants none', { contains: { const: 1 }, minContains: 0 }, [2], []],
  ['not excludes', { not: { type: 'string' } }, 'x', [':not']],
  ['oneOf fits exactly one', { oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, [':oneOf']],
  ['anyOf fits more than one', { anyOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, []],
  ['property names are checked', { propertyNames: { maxLength: 1 } }, { ab: 1 }, ['/ab:propertyNames']],
  [
    'pattern properties are not additional',
    { patternProperties: { '^x': {} }, additionalProperties: false },
    { x1: 1, y: 2 },
    ['/y:additionalProperties'],
  ],
  [
    'unevaluated sees through allOf',
    { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    { a: 1, b: 2 },
    ['/b:unevaluatedProperties'],
  ],
  [
    'unevaluated does not see a neighbour',
    { allOf: [{ properties: { a: {} } }, { unevaluatedProperties: false }] },
    { a: 1 },
    ['/a:unevaluatedProperties'],
  ],
  [
    'unevaluated sees the branch that holds',
    {
      anyOf: [
        { properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: {} }, required: ['b'] },
      ],
      unevaluatedProperties: false,
    },
    { b: 1, a: 2 },
    ['/a:unevaluatedProperties'],
  ],
  ['unevaluated items', { prefixItems: [{}], unevaluatedItems: false }, [1, 2], ['/1:unevaluatedItems']],
  ['a property called constructor is just a property', { required: ['constructor'] }, {}, ['/constructor:required']],
  [
    'a recursive schema ends with its value',
    { $defs: { n: { properties: { n: { $ref: '#/$defs/n' } }, required: ['v'] } }, $ref: '#/$defs/n' },
    { v: 1, n: { n: { v: 1 } } },
    ['/n/v:required'],
  ],
  ['an anchor is found', { $defs: { a: { $anchor: 'here', type: 'string' } }, $ref: '#here' }, 1, [':type']],
  ['a pointer is unescaped', { $defs: { 'a/b': { type: 'string' } }, $ref: '#/$defs/a~1b' }, 1, [':type']],
];

for (const [name, schema, value, expected] of cases) {
  test(name, () => assert.deepEqual(issues(schema, value), expected));
}

test('a schema that refers to itself without end does not hang the check', () => {
  assert.deepEqual(issues({ $ref: '#' }, 1), []);
});

for (const [format, good, bad] of [
  ['date', '2024-02-29', '2023-02-29'],
  ['time', '23:59:60Z', '24:00:00Z'],
  ['date-time', '2026-11-16T12:30:00+01:00', '2026-11-16 12:30'],
  ['email', 'a.b+c@example.com', 'a@b@c'],
  ['uri', 'urn:isbn:1', '//example.com'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000', '123e4567'],
  ['ipv4', '127.0.0.1', '256.0.0.1'],
  ['ipv6', '::1', '1::2::3'],
  ['hostname', 'a-b.example', '-a'],
  ['duration', 'P1DT2H', 'P'],
  ['regex', '^a+$', '('],
  ['json-pointer', '/a~1b', 'a'],
  ['base64', 'aGk=', 'a'],
] as const) {
  test(`format ${format} takes ${good} and not ${bad}`, () => {
    assert.equal(fitsFormat(good, format), true);
    assert.equal(fitsFormat(bad, format), false);
  });
}

test('a pattern that takes too many steps is left to the server, as is one that cannot be used', () => {
  const letters = 'a'.repeat(60);
  for (const source of ['(a+)+$', '^(?:a?){22}b$', '^(a*a*a*a*a*)b$', '(a|a)*b', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    assert.notEqual(fitsPattern(source, letters), false, source);
  for (const source of ['(', '(?<=a)b']) assert.equal(fitsPattern(source, 'b'), undefined, source);
  assert.equal(fitsPattern('(a+)+$', 'aaa'), true);
  assert.equal(fitsPattern('^(a+)+$', 'aab'), false);
  assert.equal(fitsPattern('^[0-9]{5}$', '1234'), false);
});

test('parts of a schema that lead back to themselves, or to each other in many ways, are checked once', () => {
  assert.deepEqual(issues({ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, { a: 1 }), []);
  const steps = Array.from({ length: 60 }, (_, at) => {
    const next = { $ref: `#/$defs/s${at + 1}` };
    return [`s${at}`, { anyOf: [next, next] }];
  });
  const ladder = { $ref: '#/$defs/s0', $defs: { ...Object.fromEntries(steps), s60: { type: 'string' } } };
  assert.deepEqual(issues(ladder, 1), [':type']);
  assert.deepEqual(issues(ladder, 'x'), []);
});

test('a check that would take too long ends, and says that it is not complete', () => {
  const value = Array.from({ length: 200_000 }, (_, at) => ({ at }));
  const { isComplete } = checkValue(new SchemaScope({ items: { properties: { at: { type: 'string' } } } }), value);
  assert.equal(isComplete, false);
  assert.equal(checkValue(new SchemaScope({ type: 'object' }), {}).isComplete, true);
});
