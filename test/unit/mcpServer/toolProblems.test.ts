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

async function explain(value: unknown): Promise<string> {
  return explainProblems(await problemsOf(schema, value));
}

test(`every kind of problem has a sentence that a model can act on${proves('R27', 'R28')}`, async () => {
  assert.deepEqual(await problemsOf(schema, { name: 'x', size: 1, kind: 'a', inner: { x: null } }), []);
  assert.equal(await explain({}), "Invalid arguments: missing required parameter 'name'");
  assert.equal(await explain({ name: '' }), 'Invalid arguments: name must not be empty');
  assert.equal(await explain({ name: 5 }), 'Invalid arguments: name must be a string');
  assert.equal(await explain({ name: 'x', size: 1.5 }), 'Invalid arguments: size must be an integer');
  assert.equal(await explain({ name: 'x', size: 0 }), 'Invalid arguments: size must be >= 1');
  assert.equal(await explain({ name: 'x', kind: 'c' }), 'Invalid arguments: kind must be one of "a", "b"');
  assert.equal(await explain({ name: 'x', inner: {} }), "Invalid arguments: missing required parameter 'inner.x'");
  assert.equal(await explain({ name: 'x', inner: { x: 1 } }), 'Invalid arguments: inner.x must be a string or null');
  assert.equal(
    await explain({ name: 'x', other: 1, more: 2 }),
    "Invalid arguments: unknown parameter 'other'; unknown parameter 'more'",
  );
});

test(`the problems keep what the validator knows, for tools with words of their own${proves('R151')}`, async () => {
  assert.deepEqual(await problemsOf(schema, { kind: 'c', name: 'x' }), [
    {
      path: '/kind',
      keyword: 'enum',
      params: { allowedValues: ['a', 'b'] },
      message: 'must be equal to one of the allowed values',
    },
  ]);
});

test('a schema is compiled once per object, whatever its dialect, and two of the same $id do not clash', async () => {
  const draft7 = (): JsonSchema => ({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://x/y',
    type: 'object',
    required: ['a'],
  });
  for (const one of [draft7(), draft7()]) assert.equal((await problemsOf(one, {})).length, 1);
  let reads = 0;
  const watched: JsonSchema = {
    type: 'object',
    get properties() {
      reads++;
      return { name: { type: 'string' } };
    },
  };
  assert.equal((await problemsOf(watched, { name: 1 })).length, 1);
  const readsToCompile = reads;
  assert.ok(readsToCompile > 0);
  for (let at = 0; at < 10; at++) assert.equal((await problemsOf(watched, { name: 1 })).length, 1);
  assert.equal(reads, readsToCompile, 'a compiled schema is not looked at again');
});

test('a schema that cannot be used is reported as an error and does not hang', async () => {
  await assert.rejects(
    problemsOf({ type: 'object', properties: { a: { $ref: 'https://example.com/elsewhere' } } }, { a: 1 }),
    /can't resolve reference/,
  );
  await assert.rejects(problemsOf({ $schema: 'https://example.com/my-own-dialect' }, {}), /my-own-dialect/);
});

/** Each step leads twice to the next. */
function ladder(link: (to: object) => object): JsonSchema {
  const steps = 45;
  const $defs: Record<string, unknown> = { [`d${steps}`]: { type: 'string' } };
  for (let at = 0; at < steps; at++) $defs[`d${at}`] = link({ $ref: `#/$defs/d${at + 1}` });
  return { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs };
}

const endless: Readonly<Record<string, readonly [JsonSchema, unknown]>> = {
  'a ladder of allOf': [ladder((to) => ({ allOf: [to, to] })), { a: 'x' }],
  'a ladder of anyOf': [ladder((to) => ({ anyOf: [to, to] })), { a: 7 }],
  'a ladder of oneOf': [ladder((to) => ({ oneOf: [to, to] })), { a: 'x' }],
  'a schema that leads twice to itself': [
    { type: 'object', allOf: [{ properties: { a: { $ref: '#' } } }, { properties: { a: { $ref: '#' } } }] },
    JSON.parse(`${'{"a":'.repeat(45)}{}${'}'.repeat(45)}`),
  ],
};

for (const [what, [schema, value]] of Object.entries(endless))
  test(`${what} refuses the arguments instead of holding the server`, async () => {
    const problems = await problemsOf(schema, value);
    assert.equal(explainProblems(problems), 'Invalid arguments: arguments take too many steps to check');
  });

test('a schema that leads to itself checks a long list', async () => {
  const tree: JsonSchema = { type: 'object', properties: { inside: { type: 'array', items: { $ref: '#' } } } };
  const inside = Array.from({ length: 20_000 }, () => ({ inside: [] }));
  assert.deepEqual(await problemsOf(tree, { inside }), []);
  assert.deepEqual(await problemsOf(tree, { inside }), [], 'each check has steps of its own');
});
