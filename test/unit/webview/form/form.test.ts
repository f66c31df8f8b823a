import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArrayNode } from '../../../../webview/model/form/fields/arrayNode.ts';
import type { FieldNode } from '../../../../webview/model/form/fields/fieldNode.ts';
import type { ObjectNode } from '../../../../webview/model/form/fields/objectNode.ts';
import type {
  BooleanNode,
  ChoiceNode,
  MultiChoiceNode,
  NumberNode,
  TextNode,
} from '../../../../webview/model/form/fields/scalarNodes.ts';
import { Form } from '../../../../webview/model/form/form.ts';
import { field, object, problems } from './formFixture.ts';

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

test('a number may be typed the way people write it', () => {
  const form = new Form(object({ n: { type: 'number' } }));
  const n = field<NumberNode>(form, 'n');
  for (const [typed, sent] of [
    ['.25', 0.25],
    ['-.5', -0.5],
    ['5.', 5],
    ['+3', 3],
    ['.5e2', 50],
  ] as const) {
    n.setText(typed);
    assert.deepEqual([form.value.value, problems(form)], [{ n: sent }, []], typed);
    assert.equal(n.text.value, typed, 'it stays as it was typed');
  }
  for (const typed of ['.', '-', '007', '1.2.3', '0x10']) {
    n.setText(typed);
    assert.deepEqual(form.value.value, { n: typed });
  }
});

test('text in a number field is kept as text and reported', () => {
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
  field<BooleanNode>(form, 'agree').setBoolean(false);
  assert.deepEqual(problems(form), []);
});

test('an optional default is shown but not sent until the user sets it', () => {
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

test('text that is no JSON says where and why, and can be dropped; valid text is formatted', () => {
  const form = new Form(object({ a: { type: 'string' } }));
  form.type('{"a":"x"}');
  form.formatText();
  assert.equal(form.json.value, '{\n  "a": "x"\n}');
  form.type('{"a": x}');
  assert.deepEqual([form.jsonProblem.value?.at, form.result.value.ok], [6, false]);
  assert.match(form.jsonProblem.value?.message ?? '', /value is expected/);
  form.formatText();
  assert.equal(form.json.value, '{"a": x}', 'what is no JSON stays as it is');
  form.discardText();
  assert.deepEqual([form.jsonProblem.value, form.result.value], [undefined, { ok: true, args: { a: 'x' } }]);
});

test('a value of the wrong type is kept as it is and shown as a type mismatch', () => {
  const form = new Form(object({ a: { type: 'object' }, n: { type: 'number' }, s: { type: 'string' } }));
  form.load({ a: 'text', n: '5', s: 7 });
  assert.deepEqual(form.value.value, { a: 'text', n: '5', s: 7 });
  assert.equal(field(form, 'n').mode.value.kind, 'mismatch');
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

test('a tuple has a field for each item and refuses one more', () => {
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

test("maps accept the user's names and check them", () => {
  const form = new Form(
    object({
      headers: { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { pattern: '^X-' } },
    }),
  );
  const headers = field<ObjectNode>(form, 'headers');
  headers.addProperty();
  const [extra] = headers.additionalProperties.value;
  assert.ok(extra);
  headers.rename(extra, 'Accept');
  (extra.node as TextNode).setText('*/*');
  assert.deepEqual(form.value.value, { headers: { Accept: '*/*' } });
  assert.deepEqual(problems(form), ['/headers/Accept Name: Must match ^X-']);
  headers.addProperty('Accept');
  assert.ok(problems(form).some((line) => line.includes('Duplicate name')));
});

test('a schema that only leaves room for names asks for none', () => {
  const asks = (more: object): boolean => (new Form({ type: 'object', ...more }).root as ObjectNode).asksForMore;
  for (const more of [{}, { properties: {} }, { additionalProperties: false }]) assert.equal(asks(more), false);
  for (const more of [{ additionalProperties: true }, { patternProperties: { a: {} } }, { required: ['a'] }])
    assert.equal(asks(more), true, JSON.stringify(more));
});

test('pattern properties give a matching name its own kind of field', () => {
  const form = new Form(
    object({}, { patternProperties: { '^n_': { type: 'number' } }, additionalProperties: { type: 'string' } }),
  );
  form.load({ n_1: 5, other: 'x' });
  assert.deepEqual([field(form, 'n_1').kind, field(form, 'other').kind], ['number', 'text']);
});
