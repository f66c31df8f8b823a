import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Form } from '../../../../webview/model/form/form.ts';
import { RawNode } from '../../../../webview/model/form/fields/scalarNodes.ts';
import { walk } from '../../../../webview/model/form/fields/walk.ts';
import { hostile, schemaSamples } from '../../../fixtures/schema-samples/schemas.mjs';

test('the samples cover at least 60 kinds of schema', () => {
  assert.ok(Object.keys(schemaSamples).length >= 60, `${Object.keys(schemaSamples).length}`);
});

for (const [name, { schema, example }] of Object.entries(schemaSamples)) {
  test(`${name} has fields for everything, takes its example and finds nothing wrong with it`, () => {
    const form = new Form(schema);
    form.load(example);
    const nodes = [...walk(form.root)];
    assert.deepEqual(
      nodes
        .filter((node) => node instanceof RawNode || node.mode.value.kind === 'mismatch')
        .map(({ pointer }) => pointer.value),
      [],
    );
    assert.deepEqual(form.value.value ?? {}, example);
    assert.deepEqual(
      form.issues.value.map(({ at, message }) => `${at} ${message}`),
      [],
    );
    assert.deepEqual(form.result.value, { ok: true, args: example });
  });
}

for (const [name, { schema, expected }] of Object.entries(hostile)) {
  test(`${name} is explained, and JSON is still possible`, () => {
    const form = new Form(schema);
    const explanation = [
      ...form.problems.map(({ message }) => message),
      ...[...walk(form.root)].flatMap((node) => (node instanceof RawNode ? [node.reason] : [])),
      ...form.issues.value.map(({ message }) => message),
    ].join('\n');
    assert.match(explanation, expected);
    form.type('{"v": {"any": 1}}');
    assert.deepEqual(form.value.value, { v: { any: 1 } });
  });
}
