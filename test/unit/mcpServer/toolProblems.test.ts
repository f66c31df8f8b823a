import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainProblems, problemsOf } from '../../../src/core/mcpServer/toolProblems.ts';
import type { JsonSchema } from '../../../src/core/mcpServer/tool.ts';
import { proves } from '../../requirements.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    size: { type: 'integer', minimum: 1 },
    kind: { enum: ['a', 'b'] },
    inner: { type: 'object', properties: { x: { type: ['string', 'null'] } }, required: ['x'] },
  },
  required: ['name'],
  additionalProperties: false,
};

function explain(value: unknown): string {
  return explainProblems(problemsOf(schema, value));
}

test(`every kind of problem has a sentence that a model can act on${proves('R27', 'R28')}`, () => {
  assert.deepEqual(problemsOf(schema, { name: 'x', size: 1, kind: 'a', inner: { x: null } }), []);
  assert.equal(explain({}), "Invalid arguments: missing required parameter 'name'");
  assert.equal(explain({ name: '' }), 'Invalid arguments: name must not be empty');
  assert.equal(explain({ name: 5 }), 'Invalid arguments: name must be a string');
  assert.equal(explain({ name: 'x', size: 1.5 }), 'Invalid arguments: size must be an integer');
  assert.equal(explain({ name: 'x', size: 0 }), 'Invalid arguments: size must be >= 1');
  assert.equal(explain({ name: 'x', kind: 'c' }), 'Invalid arguments: kind must be one of "a", "b"');
  assert.equal(explain({ name: 'x', inner: {} }), "Invalid arguments: missing required parameter 'inner.x'");
  assert.equal(explain({ name: 'x', inner: { x: 1 } }), 'Invalid arguments: inner.x must be a string or null');
  assert.equal(
    explain({ name: 'x', other: 1, more: 2 }),
    "Invalid arguments: unknown parameter 'other'; unknown parameter 'more'",
  );
});

test(`the problems keep what the validator knows, for tools with words of their own${proves('R151')}`, () => {
  assert.deepEqual(problemsOf(schema, { kind: 'c', name: 'x' }), [
    {
      path: '/kind',
      keyword: 'enum',
      params: { allowedValues: ['a', 'b'] },
      message: 'must be equal to one of the allowed values',
    },
  ]);
});

test('a schema is compiled once per object, whatever its dialect, and two of the same $id do not clash', () => {
  const draft7 = (): JsonSchema => ({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://x/y',
    type: 'object',
    required: ['a'],
  });
  for (const one of [draft7(), draft7()]) assert.equal(problemsOf(one, {}).length, 1);
  let reads = 0;
  const watched: JsonSchema = {
    type: 'object',
    get properties() {
      reads++;
      return { name: { type: 'string' } };
    },
  };
  assert.equal(problemsOf(watched, { name: 1 }).length, 1);
  const readsToCompile = reads;
  assert.ok(readsToCompile > 0);
  for (let at = 0; at < 10; at++) assert.equal(problemsOf(watched, { name: 1 }).length, 1);
  assert.equal(reads, readsToCompile, 'a compiled schema is not looked at again');
});

test('what cannot be checked does not fit: a reference to another document is not fetched', () => {
  const elsewhere = { type: 'object', properties: { a: { $ref: 'https://example.com/elsewhere' } } };
  assert.equal(
    explainProblems(problemsOf(elsewhere, { a: 1 })),
    'Invalid arguments: arguments cannot be checked: the schema refers to https://example.com/elsewhere',
  );
  assert.deepEqual(problemsOf(elsewhere, {}), []);
});

/** Each step leads twice to the next. */
function ladder(link: (to: object) => object): JsonSchema {
  const steps = 45;
  const $defs: Record<string, unknown> = { [`d${steps}`]: { type: 'string' } };
  for (let at = 0; at < steps; at++) $defs[`d${at}`] = link({ $ref: `#/$defs/d${at + 1}` });
  return { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs };
}

const ladders: Readonly<Record<string, readonly [JsonSchema, unknown, string]>> = {
  'a ladder of allOf': [ladder((to) => ({ allOf: [to, to] })), { a: 'x' }, ''],
  'a ladder of anyOf': [ladder((to) => ({ anyOf: [to, to] })), { a: 7 }, 'a must be a string'],
  'a ladder of oneOf': [ladder((to) => ({ oneOf: [to, to] })), { a: 'x' }, 'a must match exactly one schema in oneOf'],
  'a schema that leads twice to itself': [
    { type: 'object', allOf: [{ properties: { a: { $ref: '#' } } }, { properties: { a: { $ref: '#' } } }] },
    JSON.parse(`${'{"a":'.repeat(45)}{}${'}'.repeat(45)}`),
    '',
  ],
};

for (const [what, [schema, value, expected]] of Object.entries(ladders))
  test(`${what} is checked once at each step, and right`, () => {
    assert.equal(explainProblems(problemsOf(schema, value)), `Invalid arguments: ${expected}`);
  });

test('arguments that take too many steps are refused instead of holding the server', () => {
  const slow = { type: 'object', properties: { a: { pattern: '^(a+)+$' } } };
  assert.equal(
    explainProblems(problemsOf(slow, { a: `${'a'.repeat(60)}!` })),
    'Invalid arguments: arguments take too many steps to check',
  );
  const deep = JSON.parse(`${'{"a":'.repeat(3_000)}{}${'}'.repeat(3_000)}`) as unknown;
  const tree = { type: 'object', properties: { a: { $ref: '#' } } };
  assert.equal(explainProblems(problemsOf(tree, deep)), 'Invalid arguments: arguments take too many steps to check');
});

test('a large value gets as many steps as it needs', () => {
  const rows = Array.from({ length: 50_000 }, (_, id) => ({ id, name: `n${id}`, tags: ['a', 'b'] }));
  const list = {
    type: 'object',
    properties: {
      rows: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'integer' }, name: { pattern: '^n' } }, required: ['id'] },
      },
    },
  };
  assert.deepEqual(problemsOf(list, { rows }), []);
});

test('a schema that leads to itself checks a long list', () => {
  const tree: JsonSchema = { type: 'object', properties: { inside: { type: 'array', items: { $ref: '#' } } } };
  const inside = Array.from({ length: 20_000 }, () => ({ inside: [] }));
  assert.deepEqual(problemsOf(tree, { inside }), []);
  assert.deepEqual(problemsOf(tree, { inside }), [], 'each check has steps of its own');
});
