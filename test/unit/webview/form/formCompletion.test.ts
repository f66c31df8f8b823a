import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Form } from '../../../../webview/model/form/form.ts';

const schema = {
  type: 'object',
  properties: {
    kind: { enum: ['cat', 'dog'] },
    on: { type: 'boolean' },
    name: { type: ['string', 'null'] },
    at: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } },
    list: { type: 'array', items: { oneOf: [{ properties: { a: { const: 1 } } }, { properties: { b: {} } }] } },
  },
};

/** The text with `|` where the caret is. */
function suggestions(marked: string): string[] {
  const form = new Form(schema);
  const caret = marked.indexOf('|');
  form.type(marked.replace('|', ''));
  return form.complete(caret).items.map((item) => item.label);
}

for (const [text, expected] of [
  ['{|}', ['kind', 'on', 'name', 'at', 'list']],
  ['{"k|', ['kind']],
  ['{"on": true, "|"', ['kind', 'name', 'at', 'list']],
  ['{"kind": |}', ['cat', 'dog']],
  ['{"kind": "d|"}', ['dog']],
  ['{"on": t|', ['true']],
  ['{"name": |', ['null']],
  ['{"at": {"x": 1, |', ['y']],
  ['{"list": [{"a": 1}, {|', ['a', 'b']],
  ['{"unknown": {|', []],
  ['{"kind": "cat"|', []],
] as const) {
  test(`${text} suggests ${expected.join(', ') || 'nothing'}`, () => assert.deepEqual(suggestions(text), expected));
}

test('a key comes with the beginning of its value', () => {
  const form = new Form(schema);
  form.type('{');
  const inserts = form.complete(1).items.map((item) => item.insert);
  assert.deepEqual(inserts, ['"kind": ', '"on": ', '"name": null', '"at": {}', '"list": []']);
});
