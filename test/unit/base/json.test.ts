import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, clip, parseJson, previewJson, sameJson } from '../../../src/base/json.ts';
import { seeded } from '../config/support.ts';
import { createLog, formatFields } from '../../../src/base/log.ts';
import { Fault } from '../../../src/base/fault.ts';
import { Emitter } from '../../../src/base/event.ts';

test('equal values have the same canonical text whatever the order of their keys', () => {
  assert.equal(canonicalJson({ b: [{ d: 1, c: 2 }], a: null }), '{"a":null,"b":[{"c":2,"d":1}]}');
  assert.ok(sameJson({ a: 1, b: 2 }, { b: 2, a: 1 }));
  assert.ok(!sameJson([1, 2], [2, 1]));
});

/** How the fingerprints that are stored were made. */
function byReplacer(value: unknown): string {
  const sorted = (_: string, inner: unknown): unknown =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner;
  return JSON.stringify(value, sorted) ?? 'null';
}

test('canonical JSON is letter for letter that of stored fingerprints, odd keys and values included', () => {
  const next = seeded(5);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const keys = [
    'b',
    'a',
    '10',
    '9',
    '0',
    '01',
    '-1',
    '__proto__',
    'toString',
    '4294967294',
    '4294967295',
    'é',
    '"',
    '',
  ];
  const plain = [1, -0, Number.NaN, 'x"\u2028\uD800', null, true, undefined, 1e21, '', new Date(0)];
  const make = (depth: number): unknown => {
    const kind = next();
    if (depth > 4 || kind < 0.5) return pick(plain);
    const inner = Array.from({ length: Math.floor(next() * 6) }, () => make(depth + 1));
    if (kind < 0.7) return inner;
    const object = {};
    for (const value of inner)
      Object.defineProperty(object, pick(keys), { value, enumerable: true, configurable: true });
    return object;
  };
  for (let round = 0; round < 5_000; round++) {
    const value = make(0);
    assert.equal(canonicalJson(value), byReplacer(value));
  }
});

test('bad JSON is a value with a reason', () => {
  assert.deepEqual(parseJson('{"a":1}'), { ok: true, value: { a: 1 } });
  const bad = parseJson('{"a":');
  assert.ok(!bad.ok && bad.reason.length > 0);
});

test('a preview of a small value is its JSON', () => {
  for (const value of [null, true, 3, 'a"b', [], {}, [1, [2]], { a: { b: ['c'] }, d: null }]) {
    assert.equal(previewJson(value, 200), JSON.stringify(value));
  }
});

test('a preview of a large value looks at no more than it shows', () => {
  let looked = 0;
  const list = new Proxy(
    Array.from({ length: 1_000_000 }, () => 7),
    {
      get: (target, key, receiver) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) looked++;
        return Reflect.get(target, key, receiver) as unknown;
      },
    },
  );
  const text = previewJson({ list, text: 'never reached' }, 100);
  assert.equal(text.length, 100);
  assert.ok(text.startsWith('{"list":[7,7,7') && text.endsWith('…'));
  assert.ok(looked <= 100, `${looked} items were looked at`);
});

test('clipping never splits a surrogate pair', () => {
  assert.equal(clip('short', 10), 'short');
  assert.equal(clip('ab😀cd', 4), 'ab…');
});

test('a log line carries the fields of its log', () => {
  const lines: string[] = [];
  const log = createLog(({ level, message, fields }) => lines.push(`${level} ${message} ${formatFields(fields)}`));
  log.with({ server: 'a b' }).info('connected', { ms: 3, gone: undefined });
  assert.deepEqual(lines, ['info connected server="a b" ms=3']);
});

test('a fault survives the trip over a boundary', () => {
  const fault = new Fault('server/spawn-failed', 'Cannot run npx', { hint: 'Install Node', data: { exitCode: 1 } });
  const revived = Fault.revive(fault.toShape());
  assert.deepEqual(revived.toShape(), fault.toShape());
  assert.ok(Fault.is(revived, 'server/spawn-failed'));
  assert.equal(Fault.from('text').code, 'internal');
});

test('a listener that throws is reported and does not stop the others', () => {
  const failures: unknown[] = [];
  const emitter = new Emitter<number>((error) => failures.push(error));
  const received: number[] = [];
  emitter.event(() => {
    throw new Error('bad listener');
  });
  const listening = emitter.event((value) => received.push(value));
  emitter.fire(1);
  listening.dispose();
  emitter.fire(2);
  assert.deepEqual([received, failures.length], [[1], 2]);
  emitter.dispose();
  assert.ok(!emitter.hasListeners);
});
