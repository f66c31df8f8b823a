import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArrayNode } from '../../../webview/model/form/arrayNode.ts';
import { Form } from '../../../webview/model/form/form.ts';
import type { FieldNode } from '../../../webview/model/form/node.ts';
import type { ObjectNode } from '../../../webview/model/form/objectNode.ts';
import type {
  ChoiceNode,
  FlagNode,
  MultiChoiceNode,
  NumberNode,
  RawNode,
  TextNode,
} from '../../../webview/model/form/scalarNodes.ts';
import type { UnionNode } from '../../../webview/model/form/unionNode.ts';

function field<T extends FieldNode>(form: Form, ...path: string[]): T {
  let node: FieldNode = form.root;
  for (const key of path) {
    while (node.kind === 'union') node = (node as UnionNode).field.value as FieldNode;
    const inner: readonly FieldNode[] =
      node.kind === 'array'
        ? (node as ArrayNode).items.value
        : [...(node as ObjectNode).properties.value, ...(node as ObjectNode).extras.value.map((extra) => extra.node)];
    const next = inner.find((child) => child.key.value === key);
    assert.ok(next, `there is a field ${key}`);
    node = next;
  }
  return node as T;
}

function keys(form: Form): string[] {
  return (form.root as ObjectNode).properties.value.map((node) => node.key.value ?? '');
}

function problems(form: Form): string[] {
  return form.issues.value.map(({ at, message }) => `${at} ${message}`);
}

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}): unknown => ({
  type: 'object',
  properties,
  ...more,
});

function when(test: unknown, yes: unknown, no: unknown = true): Record<string, unknown> {
  // oxlint-disable-next-line unicorn/no-thenable -- a schema, not a promise
  return { if: test, then: yes, else: no };
}

test('unset, empty and null are three different values of a text field', () => {
  const form = new Form(object({ nick: { type: ['string', 'null'] } }));
  const nick = field<TextNode>(form, 'nick');
  assert.equal(nick.nullable, true);
  assert.deepEqual(form.value.value, {});
  nick.setText('');
  assert.deepEqual(form.value.value, { nick: '' });
  nick.setNull();
  assert.deepEqual(form.value.value, { nick: null });
  nick.unset();
  assert.deepEqual(form.value.value, {});
});

test('a number out of range is reported and sent as typed, never clamped', () => {
  const form = new Form(object({ times: { type: 'integer', maximum: 10 } }));
  const times = field<NumberNode>(form, 'times');
  times.setText('99.3');
  assert.deepEqual(form.value.value, { times: 99.3 });
  assert.deepEqual(problems(form), ['/times Must be an integer', '/times Must be at most 10']);
  times.setText('');
  assert.deepEqual(form.value.value, {});
});

test('text in a number field is kept as text and called a problem', () => {
  const form = new Form(object({ n: { type: 'number' } }));
  field<NumberNode>(form, 'n').setText('12abc');
  assert.deepEqual(form.value.value, { n: '12abc' });
  assert.deepEqual(problems(form), ['/n Must be a number']);
});

test('a whole number beyond 2^53 says what is really sent', () => {
  const form = new Form(object({ n: { type: 'integer' } }));
  field<NumberNode>(form, 'n').setText('9007199254740993');
  assert.deepEqual(problems(form), ['/n Exceeds the safe integer range: 9007199254740992 is sent']);
});

test('required values are filled in only where there is no choice', () => {
  const form = new Form(
    object(
      {
        kind: { const: 'circle' },
        agree: { type: 'boolean' },
        at: object({ x: { type: 'number', default: 1 } }, { required: ['x'] }),
        tags: { type: 'array' },
      },
      { required: ['kind', 'agree', 'at', 'tags'] },
    ),
  );
  assert.deepEqual(form.value.value, { kind: 'circle', at: { x: 1 }, tags: [] });
  assert.deepEqual(problems(form), ['/agree Required']);
  field<FlagNode>(form, 'agree').setFlag(false);
  assert.deepEqual(problems(form), []);
});

test('an optional default is shown but not sent until somebody sets it', () => {
  const form = new Form(object({ n: { type: 'number', default: 5 } }));
  assert.deepEqual(form.value.value, {});
  field<NumberNode>(form, 'n').set();
  assert.deepEqual(form.value.value, { n: 5 });
});

test('the JSON text and the fields stay in step both ways', () => {
  const form = new Form(object({ a: { type: 'string' }, n: { type: 'number' } }));
  form.type('{"n": 1e3, "a": "x"}');
  assert.equal(field<TextNode>(form, 'a').text.value, 'x');
  assert.equal(form.json.value, '{"n": 1e3, "a": "x"}', 'the typed text stays as it was typed');
  field<TextNode>(form, 'a').setText('y');
  assert.deepEqual(JSON.parse(form.json.value), { a: 'y', n: 1000 });
});

test('invalid JSON text keeps the last good fields and blocks the call', () => {
  const form = new Form(object({ a: { type: 'string' } }));
  form.type('{"a": "x"}');
  form.type('{"a": "x", ');
  assert.equal(field<TextNode>(form, 'a').text.value, 'x');
  assert.equal(form.result.value.ok, false);
  assert.equal(form.json.value, '{"a": "x", ');
});

test('a value of the wrong type is kept as it is and shown as not fitting', () => {
  const form = new Form(object({ a: { type: 'object' }, n: { type: 'number' }, s: { type: 'string' } }));
  form.load({ a: 'text', n: '5', s: 7 });
  assert.deepEqual(form.value.value, { a: 'text', n: '5', s: 7 });
  assert.equal(field(form, 'n').mode.value.kind, 'misfit');
  assert.equal(problems(form).length, 3);
});

test('properties that the schema does not name survive a round trip', () => {
  const form = new Form(object({ a: { type: 'string' } }, { additionalProperties: false }));
  form.load({ a: 'x', other: [1] });
  assert.deepEqual(form.value.value, { a: 'x', other: [1] });
  assert.deepEqual(problems(form), ['/other "other" is not allowed here']);
});

test('enums of any type and titled enums are choices', () => {
  const form = new Form(
    object({
      mixed: { enum: ['a', 1, null] },
      size: {
        oneOf: [
          { const: 1, title: 'Small' },
          { const: 2, title: 'Large' },
        ],
      },
      n: { type: 'integer', enum: [10, 20] },
    }),
  );
  const mixed = field<ChoiceNode>(form, 'mixed');
  assert.deepEqual(
    [mixed.kind, mixed.nullable, mixed.choices.map((choice) => choice.value)],
    ['choice', true, ['a', 1]],
  );
  assert.deepEqual(
    field<ChoiceNode>(form, 'size').choices.map((choice) => choice.label),
    ['Small', 'Large'],
  );
  field<ChoiceNode>(form, 'size').choose(1);
  field<ChoiceNode>(form, 'n').choose(0);
  assert.deepEqual(form.value.value, { size: 2, n: 10 });
});

test('a unique list of enum values is a multiple choice', () => {
  const form = new Form(object({ colours: { type: 'array', uniqueItems: true, items: { enum: ['red', 'green'] } } }));
  const colours = field<MultiChoiceNode>(form, 'colours');
  colours.pick(1, true);
  colours.pick(0, true);
  assert.deepEqual(form.value.value, { colours: ['green', 'red'] });
  colours.pick(1, false);
  colours.pick(0, false);
  assert.deepEqual(form.value.value, { colours: [] }, 'empty is not unset');
});

test('lists grow, shrink and reorder, and problems follow their item', () => {
  const form = new Form(object({ tags: { type: 'array', items: { type: 'string', minLength: 2 } } }));
  const tags = field<ArrayNode>(form, 'tags');
  tags.add();
  tags.add();
  field<TextNode>(form, 'tags', '0').setText('x');
  field<TextNode>(form, 'tags', '1').setText('long');
  assert.deepEqual(problems(form), ['/tags/0 At least 2 characters']);
  tags.move(tags.items.value[0] as FieldNode, 1);
  assert.deepEqual(form.value.value, { tags: ['long', 'x'] });
  assert.deepEqual(problems(form), ['/tags/1 At least 2 characters']);
  tags.remove(tags.items.value[1] as FieldNode);
  assert.deepEqual(form.value.value, { tags: ['long'] });
});

test('a tuple has a field for each place and refuses one more', () => {
  const form = new Form(
    object({ point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false } }),
  );
  const point = field<ArrayNode>(form, 'point');
  point.set();
  assert.deepEqual(
    point.items.value.map((item) => item.kind),
    ['number', 'text'],
  );
  assert.equal(point.canAdd, false);
  form.load({ point: [1, 'a', 2] });
  assert.deepEqual(problems(form), ['/point/2 Too many items']);
});

test('maps take names of their own and check them', () => {
  const form = new Form(
    object({
      headers: { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { pattern: '^X-' } },
    }),
  );
  const headers = field<ObjectNode>(form, 'headers');
  headers.addExtra();
  const [extra] = headers.extras.value;
  assert.ok(extra);
  headers.rename(extra, 'Accept');
  (extra.node as TextNode).setText('*/*');
  assert.deepEqual(form.value.value, { headers: { Accept: '*/*' } });
  assert.deepEqual(problems(form), ['/headers/Accept Name: Must match ^X-']);
  headers.addExtra('Accept');
  assert.ok(problems(form).some((line) => line.includes('Duplicate name')));
});

test('pattern properties give a matching name its own kind of field', () => {
  const form = new Form(
    object({}, { patternProperties: { '^n_': { type: 'number' } }, additionalProperties: { type: 'string' } }),
  );
  form.load({ n_1: 5, other: 'x' });
  assert.deepEqual([field(form, 'n_1').kind, field(form, 'other').kind], ['number', 'text']);
});

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

test('anything goes where the schema says nothing', () => {
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

test('references inside the document are followed, also in circles', () => {
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

for (const [what, schema, says] of [
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
    assert.match(a.reason, says);
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
