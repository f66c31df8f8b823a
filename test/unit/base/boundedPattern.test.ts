import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedPattern } from '../../../src/base/pattern/boundedPattern.ts';
import { seeded } from '../config/support.ts';

function compiled(source: string): BoundedPattern {
  const pattern = BoundedPattern.compile(source);
  assert.ok(pattern instanceof BoundedPattern, source);
  return pattern;
}

/** As the standard of JSON Schema wants it, and without the flag where a pattern is valid only then. */
function native(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

const characters = ['a', 'b', 'c', '1', '_', ' ', 'é', '😀', '\n'];
const atoms = [
  '\\d',
  '\\w',
  '\\s',
  '\\W',
  '.',
  '[ab]',
  '[^a]',
  '[a-c1]',
  '\\p{L}',
  '\\x61',
  '\\u0062',
  '\\b',
  '\\B',
  '^',
  '$',
];
const times = ['*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '??', '+?'];

function generator(seed: number): { pattern(): string; text(): string } {
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = (list: readonly string[]): string => list[below(list.length)]!;
  const part = (depth: number): string => {
    const kind = below(depth > 3 ? 4 : 10);
    if (kind < 2) return pick(characters.slice(0, 8));
    if (kind < 4) return pick(atoms);
    if (kind === 4) return `(?:${whole(depth + 1)}|${whole(depth + 1)})`;
    if (kind === 5) return `(${whole(depth + 1)})${pick(['', '\\1', ...times])}`;
    if (kind === 6) return `${pick(['(?=', '(?!'])}${whole(depth + 1)})`;
    if (kind === 7) return `(?<n${below(1e6)}>${whole(depth + 1)})`;
    return `(?:${whole(depth + 1)})${pick(times)}`;
  };
  const whole = (depth: number): string => Array.from({ length: 1 + below(3) }, () => part(depth)).join('');
  return { pattern: () => whole(0), text: () => Array.from({ length: below(9) }, () => pick(characters)).join('') };
}

test('it finds what the expression of the language finds', () => {
  const make = generator(20_261_117);
  let compared = 0;
  for (let round = 0; round < 6_000; round++) {
    const source = make.pattern();
    const expected = native(source);
    const pattern = BoundedPattern.compile(source);
    assert.equal(pattern === 'invalid', expected === undefined, source);
    if (typeof pattern === 'string' || !expected?.unicode) continue;
    for (let text = 0; text < 4; text++) {
      const subject = make.text();
      const found: boolean | undefined = pattern.test(subject);
      if (found === undefined) continue;
      compared++;
      assert.equal(found, expected.test(subject), `${source} on ${JSON.stringify(subject)}`);
    }
  }
  assert.ok(compared > 10_000, `compared ${compared}`);
});

test('it gives up where the expression of the language would run for years', () => {
  const letters = 'a'.repeat(5_000);
  for (const source of [
    '^(a+)+$',
    '^(?:a?){30}b$',
    '^(a*a*a*a*a*)b$',
    '^(a|a)*$',
    '^(([a-z])+.)+[A-Z]$',
    '(?=(a+)+b)c',
  ])
    assert.equal(compiled(source).test(`${letters}!`), undefined, source);
});

test('a long text is no problem for a plain pattern', () => {
  const text = 'x'.repeat(20_000);
  assert.equal(compiled('^[a-z]+$').test(text), true);
  assert.equal(compiled('^[a-z]+$').test(`${text}!`), false);
});

test('what cannot be matched in steps is refused, and what is no expression too', () => {
  for (const source of ['(?<=a)b', '(?<!a)b', '(?<x>a)\\k<x>', 'a'.repeat(5_001)])
    assert.equal(BoundedPattern.compile(source), 'unsupported', source.slice(0, 20));
  for (const source of ['(', '[', 'a**', '\\u{110000}', '(?<1>a)'].slice(0, 3))
    assert.equal(BoundedPattern.compile(source), 'invalid', source);
});

test('a pattern that is valid only without the flag u is used', () => {
  assert.equal(compiled('^a\\-b$').test('a-b'), true);
  assert.equal(compiled('^{}$').test('{}'), true);
});
