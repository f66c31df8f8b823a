import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChoiceNode, NumberNode, RawNode, TextNode } from '../../../../webview/model/form/fields/scalarNodes.ts';
import type { UnionNode } from '../../../../webview/model/form/fields/unionNode.ts';
import { Form } from '../../../../webview/model/form/form.ts';
import { field, keys, object, problems, when } from './formFixture.ts';

const shapes = {
  oneOf: [
    object(
      { type: { const: 'circle' }, radius: { type: 'number' }, name: { type: 'string' } },
      { required: ['type', 'radius'] },
    ),
    object(
      { type: { const: 'square' }, side: { type: 'number' }, name: { type: 'string' } },
      { required: ['type', 'side'] },
    ),
  ],
};

test('a union finds its branch by the discriminator and carries what both branches share', () => {
  const form = new Form(object({ shape: shapes }));
  form.load({ shape: { type: 'square', name: 'n' } });
  const shape = field<UnionNode>(form, 'shape');
  assert.deepEqual([shape.branches.map((branch) => branch.title), shape.index.value], [['circle', 'square'], 1]);
  assert.deepEqual(problems(form), ['/shape/side Required'], 'the problems are those of the branch that was meant');
  shape.choose(0);
  assert.deepEqual(form.value.value, { shape: { type: 'circle', name: 'n' } });
  assert.deepEqual(problems(form), ['/shape/radius Required']);
});

test('several types become a choice of types, and null stays a state', () => {
  const form = new Form(object({ v: { type: ['string', 'integer', 'null'], minLength: 2 } }));
  const v = field<UnionNode>(form, 'v');
  assert.deepEqual(
    [v.kind, v.nullable, v.branches.map((branch) => branch.title)],
    ['union', true, ['Text', 'Integer']],
  );
  form.load({ v: 3 });
  assert.equal(v.index.value, 1);
  form.load({ v: null });
  assert.deepEqual([form.value.value, v.mode.value.kind], [{ v: null }, 'null']);
});

test('every type is allowed where the schema says nothing', () => {
  const form = new Form(object({ any: {}, yes: true }));
  form.load({ any: { deep: [1, { x: null }] }, yes: [true] });
  assert.deepEqual(form.value.value, { any: { deep: [1, { x: null }] }, yes: [true] });
  assert.equal(field(form, 'any').kind, 'union');
});

test('if/then/else adds and removes fields live and never drops a value', () => {
  const form = new Form(
    object(
      { kind: { enum: ['cat', 'dog'] } },
      {
        ...when(
          { properties: { kind: { const: 'dog' } }, required: ['kind'] },
          { properties: { breed: { type: 'string' } }, required: ['breed'] },
          { properties: { lives: { type: 'integer' } } },
        ),
      },
    ),
  );
  assert.deepEqual(keys(form), ['kind', 'lives']);
  field<ChoiceNode>(form, 'kind').choose(1);
  assert.deepEqual(keys(form), ['kind', 'breed']);
  assert.deepEqual(problems(form), ['/breed Required']);
  field<TextNode>(form, 'breed').setText('pug');
  field<ChoiceNode>(form, 'kind').choose(0);
  assert.deepEqual(keys(form), ['kind', 'lives']);
  assert.deepEqual(form.value.value, { kind: 'cat', breed: 'pug' });
  field<ChoiceNode>(form, 'kind').choose(1);
  assert.equal(field<TextNode>(form, 'breed').text.value, 'pug');
});

test('several conditions inside allOf all count', () => {
  const rule = (on: string, adds: string): unknown =>
    when({ required: [on] }, { properties: { [adds]: { type: 'string' } } });
  const form = new Form(
    object({ a: { type: 'string' }, b: { type: 'string' } }, { allOf: [rule('a', 'a2'), rule('b', 'b2')] }),
  );
  field<TextNode>(form, 'a').setText('x');
  field<TextNode>(form, 'b').setText('x');
  assert.deepEqual(keys(form), ['a', 'b', 'a2', 'b2']);
});

test('dependent keywords make fields required or bring new ones', () => {
  const form = new Form(
    object(
      { card: { type: 'string' }, address: { type: 'string' } },
      {
        dependentRequired: { card: ['address'] },
        dependentSchemas: { address: { properties: { zip: { type: 'string' } } } },
      },
    ),
  );
  field<TextNode>(form, 'card').setText('1');
  assert.deepEqual(problems(form), ['/address Required']);
  assert.equal(field(form, 'address').required.value, true);
  field<TextNode>(form, 'address').setText('x');
  assert.deepEqual(keys(form), ['card', 'address', 'zip']);
});

test('allOf is merged into one field and still checked part by part', () => {
  const form = new Form(object({ n: { allOf: [{ type: 'number', minimum: 2 }, { maximum: 4 }] } }));
  const n = field<NumberNode>(form, 'n');
  assert.equal(n.kind, 'number');
  n.setText('5');
  assert.deepEqual(problems(form), ['/n Must be at most 4']);
});

test('references inside the document are resolved, also recursive ones', () => {
  const form = new Form({
    ...(object({ tree: { $ref: '#/$defs/node' } }) as object),
    $defs: {
      node: object({ label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } }),
    },
  });
  form.load({ tree: { label: 'a', children: [{ label: 'b', children: [] }] } });
  assert.deepEqual(form.value.value, { tree: { label: 'a', children: [{ label: 'b', children: [] }] } });
  assert.equal(field<TextNode>(form, 'tree', 'children', '0', 'label').text.value, 'b');
});

test('an object that requires itself does not build for ever', () => {
  const form = new Form({ $ref: '#/$defs/a', $defs: { a: object({ a: { $ref: '#/$defs/a' } }, { required: ['a'] }) } });
  assert.equal(form.root.kind, 'object');
  assert.ok(problems(form).length > 0);
});

for (const [what, schema, message] of [
  ['a remote reference', { $ref: 'https://example.com/s.json' }, /not fetched/],
  ['a reference to nothing', { $ref: '#/$defs/none' }, /does not resolve/],
  ['a circle of references', { $ref: '#/properties/a' }, /circular reference/],
  ['a contradiction', { allOf: [{ type: 'string' }, { type: 'number' }] }, /is contradictory/],
  ['a false schema', false, /allows no value/],
] as const) {
  test(`${what} is explained, and the value can still be written as JSON`, () => {
    const form = new Form(object({ a: schema }));
    const a = field<RawNode>(form, 'a');
    assert.equal(a.kind, 'raw');
    assert.match(a.reason, message);
    a.setText('{"x": 1}');
    assert.deepEqual(form.value.value, { a: { x: 1 } });
  });
}

test('a union at the root is a form, not only JSON', () => {
  const form = new Form(shapes);
  assert.equal(form.root.kind, 'union');
  (form.root as UnionNode).choose(1);
  assert.deepEqual(form.value.value, { type: 'square' });
  assert.equal(form.result.value.ok, true);
});

for (const schema of [
  true,
  {},
  { type: 'object' },
  undefined,
  'nonsense',
  { type: 'nonsense' },
  { properties: 7, required: 'x' },
]) {
  test(`the schema ${JSON.stringify(schema)} still gives arguments`, () => {
    const form = new Form(schema);
    form.type('{"a": [1]}');
    assert.deepEqual(form.result.value, { ok: true, args: { a: [1] } });
  });
}

test('older dialects mean the same', () => {
  const form = new Form({
    $schema: 'http://json-schema.org/draft-04/schema#',
    type: 'object',
    properties: {
      n: { type: 'number', minimum: 0, exclusiveMinimum: true },
      t: { type: 'array', items: [{ type: 'string' }], additionalItems: false },
      o: { type: 'string', nullable: true },
      d: { $ref: '#/definitions/d' },
    },
    definitions: { d: { type: 'boolean' } },
    dependencies: { n: ['o'] },
  });
  form.load({ n: 0, t: ['a', 'b'], d: true });
  assert.deepEqual(problems(form), ['/o Required', '/n Must be more than 0', '/t/1 Too many items']);
  assert.equal(field(form, 'o').nullable, true);
});
