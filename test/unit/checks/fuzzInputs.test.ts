import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputsFor } from '../../../src/core/checks/fuzz/inputs.ts';
import { sampleOf } from '../../../src/core/checks/fuzz/sample.ts';
import { shrink } from '../../../src/core/checks/fuzz/shrink.ts';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string', minLength: 2, maxLength: 5 },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    kind: { enum: ['a', 'b'] },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    many: { type: 'array', items: { type: 'string' }, maxItems: 3 },
  },
  required: ['text', 'count'],
  additionalProperties: false,
};
const labels = (seed: number, most = 1_000): readonly string[] =>
  inputsFor(schema, seed, most).map(({ label }) => label);

test('a sample fits its schema', () => {
  assert.deepEqual(sampleOf(schema), { text: 'text', count: 1 });
  assert.deepEqual(
    sampleOf({ type: 'object', properties: { at: { type: 'string', format: 'date' } }, required: ['at'] }),
    {
      at: '2026-01-02',
    },
  );
  assert.deepEqual(
    sampleOf({
      $defs: { a: { type: 'integer' } },
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      required: ['a'],
    }),
    {
      a: 1,
    },
  );
});

test('everything that a careful tester would try is tried', () => {
  const tried = new Set(labels(1));
  for (const label of [
    'sample',
    'text: missing',
    'text: null',
    'text: a number',
    'text: below minLength',
    'text: at maxLength',
    'text: beyond maxLength',
    'text: empty',
    'text: unicode',
    'text: huge',
    'count: minimum',
    'count: below the minimum',
    'count: beyond the maximum',
    'kind: value 1 of its enum',
    'kind: value 2 of its enum',
    'either: branch 1',
    'either: branch 2',
    'many: an empty list',
    'many: beyond maxItems',
    'an unknown argument',
  ])
    assert.ok(tried.has(label), label);
});

test('each input knows whether its schema allows it', () => {
  const valid = new Map(inputsFor(schema, 1, 1_000).map(({ label, isValid }) => [label, isValid]));
  assert.equal(valid.get('sample'), true);
  assert.equal(valid.get('text: at maxLength'), true);
  assert.equal(valid.get('text: beyond maxLength'), false);
  assert.equal(valid.get('an unknown argument'), false);
});

test('the same seed tries the same, and another one combines otherwise', () => {
  const args = (seed: number): string =>
    JSON.stringify(inputsFor(schema, seed, 1_000).filter(({ label }) => label.startsWith('combination')));
  assert.equal(args(1), args(1));
  assert.notEqual(args(1), args(2));
  assert.equal(labels(1, 10).length, 10);
});

test('a failing input is made as small as it still fails with', async () => {
  const input = { label: 'x', args: { text: 'abcde', count: 3, kind: 'a', many: ['a', 'b'] }, isValid: true };
  const small = await shrink({ name: 't', inputSchema: schema }, input, async ({ args }) => 'many' in args);
  assert.deepEqual(Object.keys(small.args).toSorted(), ['count', 'many', 'text'], 'what is required stays');
  assert.deepEqual(small.args['many'], ['a']);
});
