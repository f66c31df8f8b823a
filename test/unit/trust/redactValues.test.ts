// Objects and lists: how deep they are looked at, and what a name says of its value; in one go and in steps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mark } from '../../../src/core/trust/redaction/mark.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';

function counted(steps: Generator<void, unknown>): { readonly value: unknown; readonly pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const next = steps.next();
    if (next.done) return { value: next.value, pauses };
  }
}

function inSteps(steps: Generator<void, unknown>): unknown {
  return counted(steps).value;
}

const nestings: Readonly<Record<string, (inner: unknown) => unknown>> = {
  objects: (inner) => ({ in: inner }),
  lists: (inner) => [inner],
  'secret fields': (inner) => ({ token: inner }),
};

for (const [what, nest] of Object.entries(nestings))
  test(`200 ${what} in each other are looked at, and no more, in one go and in steps`, () => {
    const nested = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : nest(nested(depth - 1, inner)));
    for (const redact of [
      (value: unknown) => new Redactor().value(value),
      (value: unknown) => inSteps(new Redactor().steps(value)),
    ]) {
      assert.match(JSON.stringify(redact(nested(200, { note: 'kept' }))), /"note":"kept"/);
      assert.doesNotMatch(JSON.stringify(redact(nested(201, { note: 'kept' }))), /kept/);
    }
  });

test('there is a pause after each field and each item, and none within a secret field or a pair', () => {
  const pausesOf = (value: unknown) => counted(new Redactor().steps(value)).pauses;
  assert.equal(pausesOf({ a: 1, b: 'text', c: null, d: undefined, e: true }), 5);
  assert.equal(pausesOf([1, 'text', null, undefined, true]), 5);
  assert.equal(pausesOf({ a: [1, 2, 3], b: { c: [{}, []] } }), 8);
  assert.equal(pausesOf({ password: ['a', 'b', { c: 'd' }] }), 1);
  assert.equal(pausesOf([['Authorization', 'x']]), 1);
  assert.equal(pausesOf([['Authorization', 'x', 'y']]), 4);
  for (const plain of ['text', 7, null, undefined, false])
    assert.deepEqual(counted(new Redactor().steps(plain)), { value: plain, pauses: 0 });
  let deep: unknown = 'text';
  for (let depth = 0; depth <= 200; depth++) deep = [deep];
  assert.equal(pausesOf(deep), 201);
});

test('lists under a secret name are hidden 200 deep, and further in not shown', () => {
  const nested = (depth: number): unknown => (depth === 0 ? ['hunter'] : [nested(depth - 1)]);
  const shown = (depth: number) => JSON.stringify(new Redactor().value({ token: nested(depth) }));
  for (const depth of [199, 200]) assert.match(shown(depth), /\[redacted\]/);
  for (const depth of [201, 202]) assert.match(shown(depth), /nested too deep/);
  for (const depth of [199, 200, 201, 202]) assert.doesNotMatch(shown(depth), /hunter/);
});

test('fields and pairs are judged by their names alone, or with their values', () => {
  const value = {
    auth: 'abc123def456',
    sig: 'hello there',
    signature: 7,
    pair: ['Authorization', ''],
    three: ['Authorization', 'x', 'y'],
    number: ['Authorization', 5],
    none: ['colour', 'red'],
    odd: [7, 'x'],
    nothing: null,
    missing: undefined,
    yes: true,
    list: [
      { name: 'API_KEY', value: 'v' },
      { name: 'colour', value: 'v' },
      { name: 'X', token: 'v', value: 'w' },
    ],
  };
  const clean = {
    ...value,
    auth: mark,
    list: [{ name: 'API_KEY', value: mark }, value.list[1], { name: 'X', token: mark, value: 'w' }],
  };
  assert.deepEqual(new Redactor().value(value), clean);
  assert.deepEqual(inSteps(new Redactor().steps(value)), clean);
});

test('a name that was seen before it was learned is redacted from then on', () => {
  const redactor = new Redactor();
  const value = { 'open sesame': 1, other: 2 };
  assert.equal(redactor.value(value), value);
  redactor.learn('open sesame');
  assert.deepEqual(redactor.value(value), { [mark]: 1, other: 2 });
  assert.deepEqual(inSteps(redactor.steps(value)), { [mark]: 1, other: 2 });
});

test('an object that has secret names alone keeps each value, in one go and in steps', () => {
  const redactor = new Redactor();
  redactor.learn('open sesame');
  for (const redact of [(value: object) => redactor.value(value), (value: object) => inSteps(redactor.steps(value))]) {
    assert.deepEqual(redact({ 'open sesame': 1 }), { [mark]: 1 });
    const all = redact({ 'open sesame': 1, 'open%20sesame': 2, 'open+sesame': 3 });
    assert.deepEqual(all, { [mark]: 1, [`${mark} 2`]: 2, [`${mark} 3`]: 3 });
  }
});
