import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cellText,
  columnWidth,
  isNumeric,
  recordTable,
  type RecordTable,
  sortRows,
  toCsv,
} from '../../../webview/model/content/records.ts';

function sortedRows(table: RecordTable, name: string, descending: boolean): Uint32Array {
  const sorting = sortRows(table, name, descending);
  for (let step = sorting.next(); ; step = sorting.next()) if (step.done === true) return step.value;
}

const people = [
  { id: 10, name: 'Ada' },
  { id: 9, name: 'alan', note: null },
  { id: 100, name: 'Bo', note: 'x,"y"' },
];

test('a list of flat records is a table with the columns of all of them', () => {
  assert.deepEqual(recordTable(people)?.names, ['id', 'name', 'note']);
});

test('a list inside an object is a table, and what stands beside it is not lost', () => {
  const table = recordTable({ total: 3, people });
  assert.equal(table?.rows.length, 3);
  assert.deepEqual(table?.others, [['total', '3']]);
});

test('a list in an envelope is found, as databases and web services answer', () => {
  const table = recordTable({ success: true, data: { statements: [{ rows: people, count: 3 }] } });
  assert.equal(table?.rows.length, 3);
  assert.deepEqual(table?.others, [
    ['success', 'true'],
    ['count', '3'],
  ]);
});

test('what a table would hide stays a tree', () => {
  for (const value of [
    [],
    [1, 2],
    [{ deep: { x: 1 } }, {}],
    { a: [{}], b: [{}] },
    { a: people, b: { c: 1 } },
    'text',
    null,
  ])
    assert.equal(recordTable(value), undefined, JSON.stringify(value));
});

test('a column of numbers is sorted by value, and what is missing comes last either way', () => {
  const table = recordTable(people)!;
  assert.deepEqual([...sortedRows(table, 'id', false)], [1, 0, 2]);
  assert.deepEqual([...sortedRows(table, 'id', true)], [2, 0, 1]);
  assert.equal(sortedRows(table, 'note', false)[0], 2);
  assert.equal(sortedRows(table, 'note', true)[0], 2);
  assert.deepEqual([isNumeric(table, 'id'), isNumeric(table, 'name')], [true, false]);
});

test('equal rows stay in their order, whatever their number', () => {
  const table = recordTable(Array.from({ length: 1_001 }, (_, id) => ({ id, group: id % 7 })))!;
  for (const descending of [false, true]) {
    const expected = Uint32Array.from(table.rows.keys()).toSorted(
      (a, b) => (descending ? -1 : 1) * ((a % 7) - (b % 7)) || a - b,
    );
    assert.deepEqual(sortedRows(table, 'group', descending), expected);
  }
});

test('what is no plain value beyond the sampled rows is sorted and copied as JSON', () => {
  const rows: Record<string, unknown>[] = Array.from({ length: 200 }, () => ({ a: 'x' }));
  rows.push({ a: { toString: 1, valueOf: 1 } });
  const table = recordTable(rows)!;
  assert.equal(sortedRows(table, 'a', true)[0], 0);
  assert.match(toCsv(table), /\r\n"\{""toString"":1,""valueOf"":1\}"$/);
});

test('a hundred thousand records are a table too', () => {
  const many = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}` }));
  const table = recordTable(many)!;
  assert.equal(sortedRows(table, 'id', true)[0], 99_999);
  assert.equal(columnWidth(table, 'name'), 7);
});

test('a cell shows one short line, and nothing for what is missing', () => {
  assert.deepEqual(
    [cellText(undefined), cellText(null), cellText('a\n  b'), cellText(false)],
    ['', 'null', 'a b', 'false'],
  );
  assert.equal(cellText('x'.repeat(1_000)).length, 200);
});

test('a copy as CSV quotes what needs it, and no cell becomes a formula', () => {
  assert.equal(toCsv(recordTable(people)!), 'id,name,note\r\n10,Ada,\r\n9,alan,\r\n100,Bo,"x,""y"""');
  assert.equal(toCsv(recordTable([{ a: '=1+1', b: -1 }])!), "a,b\r\n'=1+1,-1");
});
