import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BodyParts } from '../../../src/extension/inspector/handlers/bodyParts.ts';
import { PartialValue, completed } from '../../../webview/model/json/partialValue.ts';

const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}` }));
const texts: Readonly<Record<number, string>> = {
  1: '{"a":1}',
  2: JSON.stringify({ result: { rows } }),
  3: `{"cut": "${'x'.repeat(400_000)}`,
};
const source = { body: (seq: number) => Promise.resolve({ seq, text: texts[seq], truncated: false }) } as const;
const bodies = (): BodyParts => new BodyParts(source as ConstructorParameters<typeof BodyParts>[0]);

test('a small body, and one that is no JSON, come as their text', async () => {
  assert.deepEqual(await bodies().open(1), { seq: 1, text: texts[1], truncated: false });
  assert.equal((await bodies().open(3)).text, texts[3]);
  assert.equal((await bodies().open(4)).text, undefined);
});

test('a large one comes parsed and in parts, also where another was opened since', async () => {
  const subject = bodies();
  const { text, value } = await subject.open(2);
  assert.equal(text, undefined);
  assert.ok(value && JSON.stringify(value).length < 100_000);
  await subject.open(1);
  const part = new PartialValue(value.value, '', value.cuts);
  assert.deepEqual(await completed(part, (places) => subject.parts(2, places)), { result: { rows } });
});
