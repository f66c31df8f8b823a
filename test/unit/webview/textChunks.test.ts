import assert from 'node:assert/strict';
import { test } from 'node:test';
import { occurrences, textChunks } from '../../../webview/model/content/textChunks.ts';

test('a text is cut at its line breaks, and nothing of it is lost', () => {
  const text = Array.from({ length: 2_000 }, (_, at) => `line ${at}`).join('\n');
  const chunks = textChunks(text);
  assert.ok(chunks.length > 3 && chunks.every((chunk) => chunk.text.length < 5_000), String(chunks.length));
  assert.ok(chunks.slice(0, -1).every((chunk) => chunk.text.endsWith('\n')));
  assert.equal(chunks.map((chunk) => chunk.text).join(''), text);
  assert.deepEqual(
    chunks.map(({ from, text: part }) => text.slice(from, from + part.length) === part),
    chunks.map(() => true),
  );
});

test('a line without end is cut too, but never inside a character', () => {
  const text = `a${'😀'.repeat(50_000)}`;
  const chunks = textChunks(text);
  assert.ok(chunks.length > 20);
  assert.ok(chunks.every((chunk) => !/^[\uDC00-\uDFFF]/.test(chunk.text)));
  assert.equal(chunks.map((chunk) => chunk.text).join(''), text);
});

test('what is looked for is found whatever its case, and not more of it than wanted', () => {
  assert.deepEqual(occurrences('Ab ab aB', 'AB', 10), [0, 3, 6]);
  assert.deepEqual(occurrences('aaaa', 'aa', 10), [0, 2]);
  assert.deepEqual(occurrences('aaaa', 'a', 2), [0, 1]);
  assert.deepEqual(occurrences('text', '', 10), []);
});
