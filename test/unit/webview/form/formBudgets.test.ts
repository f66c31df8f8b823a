// Schemas that a hostile server sends, unasked or with a tool: what a page does with them must stay small.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Form } from '../../../../webview/model/form/form.ts';
import { walk } from '../../../../webview/model/form/fields/walk.ts';
import { when } from './formFixture.ts';

type Link = (to: object) => object;

/** Each step leads twice to the next: read in full, it is as large as two to the power of its steps. */
function ladder(steps: number, link: Link): object {
  const $defs: Record<string, unknown> = { [`d${steps}`]: { type: 'string' } };
  for (let at = 0; at < steps; at++) $defs[`d${at}`] = link({ $ref: `#/$defs/d${at + 1}` });
  return { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, required: ['a'], $defs };
}

const both: Link = (to) => ({ type: 'object', properties: { l: to, r: to }, required: ['l', 'r'] });
const many = (length: number, make: (at: number) => unknown): unknown[] => Array.from({ length }, (_, at) => make(at));
const inA = (schema: object): object => ({ type: 'object', properties: { a: schema }, required: ['a'] });
const text = 'a'.repeat(60);

/** Forty conditions that always hold, each with forty more behind it. */
function conditions(levels: number, title: string): object {
  if (levels === 0) return { title };
  return { allOf: many(40, (at) => when({}, conditions(levels - 1, `${title} ${String(at)}`))) };
}

const hostile: Readonly<Record<string, object>> = {
  'a ladder of objects': ladder(35, both),
  'a ladder of tuples': ladder(35, (to) => ({ type: 'array', prefixItems: [to, to] })),
  'a ladder of lists': ladder(35, (to) => ({ type: 'array', items: to, minItems: 2 })),
  'a ladder of allOf': ladder(35, (to) => ({ allOf: [to, to] })),
  'a ladder of allOf with conditions': ladder(35, (to) => ({ ...when(to, to), allOf: [to, to] })),
  'a ladder of anyOf': ladder(35, (to) => ({ anyOf: [to, to] })),
  'a ladder of not': ladder(35, (to) => ({ not: { allOf: [to, to] } })),
  'a ladder with defaults': ladder(35, (to) => ({ ...both(to), default: {} })),
  'conditions that lead to themselves': { type: 'object', allOf: many(60, () => when({}, { $ref: '#' })) },
  'conditions by the thousand': { type: 'object', ...conditions(3, '') },
  'a hundred thousand properties': {
    type: 'object',
    properties: Object.fromEntries(many(100_000, (at) => [`p${String(at)}`, {}]) as [string, object][]),
  },
  'a long tuple': inA({ type: 'array', prefixItems: many(100_000, () => ({ type: 'string' })) }),
  'a long list as default': inA({
    type: 'array',
    uniqueItems: true,
    default: many(30_000, (at) => ({ at, more: [at] })),
  }),
  'a long list of alternatives': inA({
    anyOf: many(3_000, (at) => ({ type: 'object', properties: { k: { pattern: `^(a+)+${String(at)}$` } } })),
    default: { k: text },
  }),
  'alternatives for each item': inA({
    type: 'array',
    items: { anyOf: many(3_000, (at) => ({ type: 'object', properties: { k: { const: at } } })) },
    default: many(1_500, (at) => ({ k: at })),
  }),
  'patterns without end': inA({
    type: 'array',
    items: { pattern: '^(a+)+$' },
    default: many(2_000, (at) => `${text}${String(at)}!`),
  }),
  'names by patterns without end': inA({
    type: 'object',
    patternProperties: Object.fromEntries(many(500, (at) => [`^(a+)+${String(at)}$`, true]) as [string, true][]),
    default: Object.fromEntries(many(500, (at) => [text + String(at), 1]) as [string, number][]),
  }),
  'a large enum for each item': inA({
    type: 'array',
    items: { enum: many(100_000, (at) => ({ at })) },
    default: many(1_500, (at) => ({ no: at })),
  }),
};

for (const [what, schema] of Object.entries(hostile))
  test(`${what} is a form of few fields, checked in few steps`, () => {
    const form = new Form(schema);
    assert.ok(form.result.value.ok);
    void [form.issues.value.length, form.json.value.length, form.problems.length];
    assert.ok([...walk(form.root)].length <= 2_100, `${String([...walk(form.root)].length)} fields`);
  });

test('what is too large for fields is kept as it is, and taken as JSON', () => {
  const form = new Form({ type: 'object', properties: { list: { type: 'array' } } });
  const list = many(5_000, (at) => at);
  form.load({ list });
  assert.deepEqual(form.value.value, { list });
  const wide = new Form(hostile['a hundred thousand properties']);
  wide.type('{"p7": 1}');
  assert.deepEqual(wide.value.value, { p7: 1 });
});

test('a form with many fields has them all', () => {
  const properties = Object.fromEntries(
    many(1_500, (at) => [`p${String(at)}`, { type: 'string' }]) as [string, object][],
  );
  assert.equal([...walk(new Form({ type: 'object', properties }).root)].length, 1_501);
});
