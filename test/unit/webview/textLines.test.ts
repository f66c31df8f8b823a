import assert from 'node:assert/strict';
import { test } from 'node:test';
import { occurrencesIn, rowAt, rowStarts, type RowStarts } from '../../../webview/model/content/textLines.ts';

function startsOf(text: string): RowStarts {
  const scan = rowStarts(text);
  for (;;) {
    const { done, value } = scan.next();
    if (done === true) return value;
  }
}

function rowsOf(text: string): string[] {
  const starts = startsOf(text);
  return Array.from(starts.subarray(0, -1), (from, at) => text.slice(from, starts[at + 1]));
}

test('every line is a row, a long one several, and together they are the text', () => {
  for (const text of ['a\nb\n\nc', 'x'.repeat(1_000), `${'y'.repeat(450)}\nz\n`, '\n'.repeat(10_000)]) {
    const rows = rowsOf(text);
    assert.equal(rows.join(''), text);
    assert.ok(rows.every(({ length }) => length > 0 && length <= 200));
  }
  assert.deepEqual(rowsOf('a\nb\n\nc'), ['a\n', 'b\n', '\n', 'c']);
  assert.equal(rowsOf('x'.repeat(1_000)).length, 5);
});

test('the scan of a large text pauses, and so does its search', () => {
  const text = 'some words\n'.repeat(100_000);
  const scan = rowStarts(text);
  assert.equal(scan.next().done, false);
  assert.equal(occurrencesIn(text, 'nothing').next().done, false);
});

test('a place is found in its row, and a text across the pieces of the search', () => {
  const starts = startsOf('ab\ncd\nef');
  assert.deepEqual(
    [0, 2, 3, 5, 6, 7].map((place) => rowAt(starts, place)),
    [0, 0, 1, 1, 2, 2],
  );
  const text = `${'-'.repeat(199_998)}NEEDLE${'-'.repeat(10)}needle`;
  const hits = [...occurrencesIn(text, 'Needle')].filter((hit) => hit !== undefined);
  assert.deepEqual(hits, [199_998, 200_014]);
});
