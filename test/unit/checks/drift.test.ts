import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Drift, driftOf } from '../../../src/core/checks/baseline/drift.ts';
import type { Surface } from '../../../src/core/checks/baseline/surface.ts';

const tool = (schema: object, more: object = {}) => ({
  name: 'add',
  inputSchema: { type: 'object', ...schema },
  ...more,
});
const surface = (tools: object, more: Partial<Surface> = {}): Surface => ({
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  tools: tools as Surface['tools'],
  resources: {},
  templates: {},
  prompts: {},
  ...more,
});
const text = { type: 'string' };
const before = tool({ properties: { a: text }, required: ['a'] });
const between = (old: object, now: object): readonly string[] =>
  driftOf(surface({ add: old }), surface({ add: now })).map((one: Drift) => `${one.class}: ${one.message}`);

test('nothing has drifted where nothing has changed', () => assert.deepEqual(between(before, before), []));

const cases: readonly (readonly [string, object, readonly string[]])[] = [
  [
    'a new required argument breaks',
    tool({ properties: { a: text, b: text }, required: ['a', 'b'] }),
    ['breaking: "b" is new and required.'],
  ],
  [
    'a new optional argument does not',
    tool({ properties: { a: text, b: text }, required: ['a'] }),
    ['compatible: "b" is new.'],
  ],
  ['an argument that is gone breaks', tool({ properties: {}, required: [] }), ['breaking: "a" is gone.']],
  [
    'an argument that is no longer required does not',
    tool({ properties: { a: text } }),
    ['compatible: "a" is no longer required.'],
  ],
  [
    'another type breaks',
    tool({ properties: { a: { type: 'number' } }, required: ['a'] }),
    ['breaking: What "a" may be has changed from ["string"] to ["number"].'],
  ],
  [
    'one type more does not',
    tool({ properties: { a: { type: ['string', 'null'] } }, required: ['a'] }),
    ['compatible: What "a" may be has changed from ["string"] to ["string","null"].'],
  ],
  [
    'a tighter constraint counts as a break',
    tool({ properties: { a: { ...text, maxLength: 3 } }, required: ['a'] }),
    ['breaking: The constraints of "a" have changed.'],
  ],
  [
    'a description is wording',
    tool({ properties: { a: { ...text, description: 'x' } }, required: ['a'] }),
    ['wording: "description" of "a" has changed.'],
  ],
  [
    'an output schema is an addition',
    tool({ properties: { a: text }, required: ['a'] }, { outputSchema: { type: 'object' } }),
    ['compatible: It has an output schema now.'],
  ],
  [
    'turning destructive breaks',
    tool({ properties: { a: text }, required: ['a'] }, { annotations: { destructiveHint: true } }),
    ['breaking: "destructiveHint" is true, it was absent.'],
  ],
];
for (const [name, now, expected] of cases) test(name, () => assert.deepEqual(between(before, now), expected));

test('what comes out may be promised more, and not less', () => {
  const out = (schema: object) => tool({}, { outputSchema: { type: 'object', ...schema } });
  const one = out({ properties: { a: text }, required: ['a'] });
  assert.deepEqual(between(one, out({ properties: { a: text, b: text }, required: ['a', 'b'] })), [
    'compatible: "b" is new and required.',
  ]);
  assert.deepEqual(between(one, out({ properties: { a: text } })), ['breaking: "a" is no longer required.']);
});

test('tools, capabilities and instructions come and go', () => {
  const drift = driftOf(
    surface({ add: before }),
    surface({ sum: before }, { capabilities: { prompts: {} }, instructions: 'Be kind.' }),
  );
  assert.deepEqual(
    drift.map((one) => [one.class, one.subject]),
    [
      ['breaking', 'server'],
      ['compatible', 'server'],
      ['wording', 'server'],
      ['breaking', 'tools/add'],
      ['compatible', 'tools/sum'],
    ],
  );
});

test('arguments of prompts are compared by name', () => {
  const prompt = (args: object[]) => ({ review: { name: 'review', arguments: args } });
  const drift = driftOf(
    surface({}, { prompts: prompt([{ name: 'a' }, { name: 'b' }]) }),
    surface({}, { prompts: prompt([{ name: 'a', required: true }]) }),
  );
  assert.deepEqual(
    drift.map((one) => `${one.class}: ${one.message}`),
    ['breaking: "a" is required now.', 'breaking: "b" is gone.'],
  );
});

test('a property with the name of a member of every object comes and goes like any other', () => {
  const odd = tool({ properties: { a: text, constructor: text }, required: ['a'] });
  assert.deepEqual(between(odd, before), ['breaking: "constructor" is gone.']);
  assert.deepEqual(between(before, odd), ['compatible: "constructor" is new.']);
});

test('values of an enumeration, and a type in their place, are compared as what they allow', () => {
  const of = (schema: object) => tool({ properties: { a: schema }, required: ['a'] });
  const said = (from: string, to: string) => `What "a" may be has changed from ${from} to ${to}.`;
  const [ab, abc] = [of({ type: 'string', enum: ['a', 'b'] }), of({ type: 'string', enum: ['a', 'b', 'c'] })];
  assert.deepEqual(between(ab, abc), [`compatible: ${said('["a","b"]', '["a","b","c"]')}`]);
  assert.deepEqual(between(abc, ab), [`breaking: ${said('["a","b","c"]', '["a","b"]')}`]);
  assert.deepEqual(between(ab, of(text)), [`compatible: ${said('["a","b"]', '["string"]')}`]);
  assert.deepEqual(between(of(text), ab), [`breaking: ${said('["string"]', '["a","b"]')}`]);
});

test('items of a list are compared like arguments', () => {
  const of = (items: object) => tool({ properties: { a: { type: 'array', items } }, required: ['a'] });
  const said = 'What "a[]" may be has changed from ["string"] to ["number"].';
  assert.deepEqual(between(of(text), of({ type: 'number' })), [`breaking: ${said}`]);
});

test('annotations: no longer read-only breaks, other hints do not, and a title is wording', () => {
  const hinted = (annotations: object) => tool({}, { annotations });
  assert.deepEqual(between(hinted({ readOnlyHint: true }), hinted({ idempotentHint: true, title: 'Add' })), [
    'breaking: "readOnlyHint" is gone, it was true.',
    'compatible: "idempotentHint" is true, it was absent.',
    'wording: "title" is "Add", it was absent.',
  ]);
});
