import assert from 'node:assert/strict';
import { isRecord, parseJson } from '../../../src/base/json.ts';
import { SchemaChecker } from '../../../src/base/schema/schemaChecker.ts';
import { Form } from '../../../webview/model/form/form.ts';
import { SchemaMaker, useForm } from '../../unit/webview/form/schemaMaker.ts';
import { seedOf } from '../dice.ts';
import type { FuzzTarget } from '../target.ts';

/** `{ "schema": …, "value": … }` */
export const schema: FuzzTarget = {
  name: 'schema',
  promise: 'no schema makes a check or a form throw or run on, and a loaded value stays as it is',
  make: (dice) => {
    const maker = new SchemaMaker(dice.below(2 ** 31));
    return JSON.stringify({ schema: maker.schema(), value: maker.object(() => maker.value()) });
  },
  run: (input) => {
    const parsed = parseJson(input);
    if (!parsed.ok) return;
    const given: unknown = JSON.parse(JSON.stringify(parsed.value)); // -0 and 1e999 are no values of JSON
    if (!isRecord(given)) return;
    const { schema: root, value } = given;
    const checker = new SchemaChecker(root);
    assert.deepEqual(checker.check(value), checker.check(value));
    if (!isRecord(value)) return;
    const form = new Form(root);
    form.load(value);
    assert.deepEqual(form.value.value, value);
    useForm(form, new SchemaMaker(seedOf(input)));
  },
};
