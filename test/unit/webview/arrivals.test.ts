import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arrivals } from '../../../webview/model/servers/arrivals.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const arrivals = (): Arrivals<{ readonly name: string }> => new Arrivals(({ name }) => name);

test('what is added to a list has arrived, until the list changes again', () => {
  const subject = arrivals();
  assert.deepEqual([...subject.in('notes', named('a', 'b'))], []);
  const more = named('a', 'b', 'c');
  assert.deepEqual([...subject.in('notes', more)], ['c']);
  assert.deepEqual([...subject.in('notes', more)], ['c']);
  assert.deepEqual([...subject.in('notes', named('a', 'c', 'd'))], ['d']);
  assert.deepEqual([...subject.in('notes', named('a', 'c'))], []);
  assert.deepEqual([...subject.in('notes', named('a', 'b', 'c'))], ['b']);
});

test('another list, and one that was empty, have only what was there before', () => {
  const subject = arrivals();
  subject.in('notes', named('a'));
  assert.deepEqual([...subject.in('files', named('x'))], []);
  assert.deepEqual([...subject.in('notes', named('a', 'b'))], []);
  subject.in('notes', []);
  assert.deepEqual([...subject.in('notes', named('a', 'b'))], []);
});

test('the same entries under the name of another list are another list', () => {
  const subject = arrivals();
  const items = named('a', 'b');
  subject.in('notes', named('a'));
  assert.deepEqual([...subject.in('notes', items)], ['b']);
  assert.deepEqual([...subject.in('files', items)], []);
});
