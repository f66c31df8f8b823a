import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readToml } from '../../../src/core/config/text/readToml.ts';

const read = (text: string): unknown => JSON.parse(JSON.stringify(readToml(text) ?? null));

test('tables, dotted and quoted keys, lists of tables and inline tables', () => {
  const text = '\uFEFFa.b = 1\n[t."x y".z]\nk = { p = true, q.r = \'s\' }\n[[l]]\nn = 1_000\n[[l]]\n[l.sub]\nm = 2\n';
  assert.deepEqual(read(text), {
    a: { b: 1 },
    t: { 'x y': { z: { k: { p: true, q: { r: 's' } } } } },
    l: [{ n: 1000 }, { sub: { m: 2 } }],
  });
});

test('strings of all four kinds, with their escapes', () => {
  const text = `a = "q\\"\\\\\\u00e9\\U0001F600\\n"\nb = 'c:\\\\x'\nc = """\none \\\n   two"""\nd = '''\nraw\\n'''\n`;
  assert.deepEqual(read(text), { a: 'q"\\é😀\n', b: 'c:\\\\x', c: 'one two', d: 'raw\\n' });
});

test('lists over lines with comments, numbers, and dates as texts', () => {
  assert.deepEqual(read('a = [ # c\n 1, "two", # d\n [3.5, -1],\n]\nd = 2026-11-17T10:00:00Z\n'), {
    a: [1, 'two', [3.5, -1]],
    d: '2026-11-17T10:00:00Z',
  });
});

test('what is no TOML is not read, and a name of a prototype is one like any other', () => {
  for (const text of ['a', 'a = ', '[a', 'a = [1', 'a = 1\n[a.b]\n', '= 1'])
    assert.equal(readToml(text), undefined, text);
  assert.deepEqual(Object.keys(readToml('[__proto__]\nx = 1\n') ?? {}), ['__proto__']);
  assert.equal(({} as Record<string, unknown>)['x'], undefined);
});
