import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BodyParts } from '../../../src/extension/inspector/handlers/bodyParts.ts';
import { PartialValue, completed } from '../../../webview/model/json/partialValue.ts';

const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}` }));
const texts: Readonly<Record<number, string>> = {
  1: '{"a":1}',
  2: JSON.stringify({ result: { rows } }),
  3: 'not JSON '.repeat(50_000),
  5: JSON.stringify({ result: { rows } }).slice(0, 400_000),
};
const source = {
  body: (seq: number) => Promise.resolve({ seq, text: texts[seq], truncated: seq === 5 }),
} as const;
const bodies = (): BodyParts => new BodyParts(source as ConstructorParameters<typeof BodyParts>[0]);

test('a small body comes as its text, and one that is gone without', async () => {
  assert.deepEqual(await bodies().open(1), { seq: 1, text: texts[1], truncated: false });
  assert.deepEqual(await bodies().open(4), { seq: 4, truncated: false });
});

test('a large one that is no JSON comes as a text in parts', async () => {
  const subject = bodies();
  const { text, value } = await subject.open(3);
  assert.ok(text === undefined && value);
  assert.equal(value.value, texts[3]?.slice(0, 20_000));
  const part = new PartialValue(value.value, '', value.cuts);
  assert.equal(await completed(part, (places) => subject.parts(3, places)), texts[3]);
});

test('one whose end is missing comes parsed as far as it goes', async () => {
  const subject = bodies();
  const { truncated, value } = await subject.open(5);
  assert.ok(truncated && value);
  const part = new PartialValue(value.value, '', value.cuts);
  const whole = (await completed(part, (places) => subject.parts(5, places))) as { result: { rows: object[] } };
  const { length } = whole.result.rows;
  assert.ok(length > 10_000 && length < rows.length);
  assert.deepEqual(whole.result.rows.slice(0, -1), rows.slice(0, length - 1));
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
