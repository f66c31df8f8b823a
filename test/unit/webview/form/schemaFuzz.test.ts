import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Form } from '../../../../webview/model/form/form.ts';
import { SchemaMaker, useForm } from './schemaMaker.ts';

const rounds = 3_000;
test('no schema, however odd, makes a form throw or run without an end', () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const maker = new SchemaMaker(seed);
    const schema = maker.schema();
    try {
      const form = new Form(schema);
      form.load(maker.object(() => maker.value()));
      useForm(form, maker);
    } catch (error) {
      throw new Error(`seed ${seed}: ${JSON.stringify(schema)}`, { cause: error });
    }
  }
});

test('a loaded value is never changed, whatever the schema says', () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const maker = new SchemaMaker(seed + 1_000_000);
    const schema = maker.schema();
    const value = maker.object(() => maker.value());
    const form = new Form(schema);
    form.load(value);
    assert.deepEqual(form.value.value, value, `seed ${seed}: ${JSON.stringify(schema)} ${JSON.stringify(value)}`);
  }
});
