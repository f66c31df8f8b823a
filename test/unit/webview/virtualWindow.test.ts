import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeAfter, placeOf, placeWithin, spacePx } from '../../../webview/ui/components/rows/tallScroll.ts';
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

test('a list that is no higher than an element can be is where its element is', () => {
  const list = { totalPx: 2_200_000, height: 220 };
  assert.equal(spacePx(list.totalPx), list.totalPx);
  assert.deepEqual(placeOf(1_000.5, list), { px: 1_000.5, shift: 0 });
  assert.deepEqual(placeAfter({ px: 0, shift: 99 }, 500_000, list), { px: 500_000, shift: 0 });
});

test('of a higher list the bar stands for all of it, and a small step moves it by as much', () => {
  const list = { totalPx: 220_000_000, height: 220 };
  const end = list.totalPx - list.height;
  const barEnd = spacePx(list.totalPx) - list.height;
  assert.ok(spacePx(list.totalPx) < 2 ** 25);
  const topAfter = (...[before, px]: [{ px: number; shift: number }, number]): number => {
    const place = placeAfter(before, px, list);
    return place.px + place.shift;
  };
  const start = { px: 0, shift: 0 };
  assert.equal(topAfter(start, barEnd), end);
  assert.equal(topAfter(start, barEnd / 2), end / 2);
  const middle = placeAfter(start, barEnd / 2, list);
  assert.equal(topAfter(middle, middle.px + 100), end / 2 + 100);
  assert.equal(topAfter(placeOf(end, list), barEnd - 100), end - 100);
  assert.deepEqual(placeWithin(placeOf(end, list), { totalPx: 22_000, height: 220 }).shift, 0);
});

test('the element has room to scroll on as long as its list has', () => {
  const list = { totalPx: 220_000_000, height: 220 };
  const near = placeAfter({ px: 2_000, shift: 50_000 }, 0, { ...list, height: 1_000 });
  assert.deepEqual(near, { px: 50_000, shift: 0 });
  const far = placeAfter({ px: 800, shift: 5_000_000 }, 0, list);
  assert.equal(far.px + far.shift, 5_000_000);
  assert.ok(far.px > 100_000 && far.px < 1_000_000, String(far.px));
  assert.deepEqual(placeAfter({ px: 100, shift: 0 }, 0, list), { px: 0, shift: 0 });
});
