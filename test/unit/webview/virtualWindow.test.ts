import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isAtEnd,
  moveIndex,
  pageRows,
  revealRow,
  rowWindow,
  slotCount,
} from '../../../webview/ui/components/rows/virtualWindow.ts';

const view = { scrollTop: 0, height: 220, rowHeight: 22, count: 100_000 };

test('a window holds the rows in view and a few around them, whatever the number of rows', () => {
  assert.deepEqual(rowWindow(view), { first: 0, end: 18, totalPx: 2_200_000 });
  const { first, end } = rowWindow({ ...view, scrollTop: 1_100_000 });
  assert.ok(first <= 50_000 && end >= 50_010 && end - first < 40);
});

test('two rows of one window never share a slot', () => {
  for (let scrollTop = 0; scrollTop < 2_000; scrollTop += 7) {
    const { first, end } = rowWindow({ ...view, height: 215, scrollTop });
    assert.ok(end - first <= slotCount({ height: 215, rowHeight: 22 }));
  }
});

test('a scroll position beyond the end shows the last rows', () => {
  assert.equal(rowWindow({ ...view, scrollTop: 99_999_999 }).end, 100_000);
  assert.deepEqual(rowWindow({ ...view, count: 0 }), { first: 0, end: 0, totalPx: 0 });
});

test('a row is revealed with the smallest scroll', () => {
  assert.equal(revealRow(3, view), 0);
  assert.equal(revealRow(10, view), 22);
  assert.equal(revealRow(2, { ...view, scrollTop: 220 }), 44);
});

test('half a row from the end still counts as the end', () => {
  assert.equal(isAtEnd({ ...view, count: 20, scrollTop: 210 }), true);
  assert.equal(isAtEnd({ ...view, count: 20, scrollTop: 190 }), false);
});

test('keys move inside the list and stop at its ends', () => {
  const page = pageRows(view);
  assert.equal(page, 9);
  assert.deepEqual(
    ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map((key) => moveIndex(key, 5, 20, page)),
    [6, 4, 14, 0, 0, 19, undefined],
  );
  assert.equal(moveIndex('ArrowDown', -1, 20, page), 0);
  assert.equal(moveIndex('ArrowUp', -1, 20, page), 19);
  assert.equal(moveIndex('End', 0, 0, page), undefined);
});
