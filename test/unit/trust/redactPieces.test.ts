// Where a long text is cut, to the letter. What stands for the redactor here tells what it was asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactInPieces } from '../../../src/core/trust/redaction/redactPieces.ts';

const piece = 262_144;
const context = 16_384;

/** No part of it occurs twice, and it has no blanks. */
function unlike(length: number): string {
  const numbers = Array.from({ length: Math.ceil(length / 5) }, (_, at) => at.toString(36).padStart(5, '0'));
  return numbers.join('').slice(0, length);
}

interface Run {
  readonly result: string;
  /** The texts that were redacted: to try a place, what is around it, before it and behind it; then the piece itself. */
  readonly seen: readonly string[];
  readonly pauses: number;
}

function runOf(text: string, redact: (text: string) => string, longestSecret = 0): Run {
  const seen: string[] = [];
  const steps = redactInPieces(text, (part) => (seen.push(part), redact(part)), longestSecret);
  for (let pauses = 0; ; pauses++) {
    const next = steps.next();
    if (next.done) return { result: next.value, seen, pauses };
  }
}

const keep = (text: string): string => text;
/** Two parts never yield what they yield together. */
const neverApart = (text: string): string => `(${text.length})`;

test('a text that is no longer than a piece is redacted in one', () => {
  const text = unlike(piece);
  assert.deepEqual(runOf(text, keep), { result: text, seen: [text], pauses: 0 });
});

test('a longer one is redacted piece by piece, with a pause after each but the last', () => {
  const text = unlike(3 * piece);
  const { result, seen, pauses } = runOf(text, keep);
  assert.equal(result === text, true);
  const around = (at: number) => [
    text.slice(at - context, at + context),
    text.slice(at - context, at),
    text.slice(at, at + context),
  ];
  const wanted = [
    ...around(piece),
    text.slice(0, piece),
    ...around(2 * piece),
    text.slice(piece, 2 * piece),
    text.slice(2 * piece),
  ];
  assert.equal(seen.length, wanted.length);
  assert.ok(wanted.every((part, at) => part === seen[at]));
  assert.equal(pauses, 2);
});

test('a piece ends before the last blank or line break of its last 1,023 letters, else where it is full', () => {
  const firstPiece = (text: string) => runOf(text, keep).seen[3]?.length;
  for (const gap of [' ', '\n']) {
    const gapAt = (back: number) => `${'a'.repeat(piece - back)}${gap}${'b'.repeat(piece)}`;
    assert.deepEqual(
      [1, 2, 1_023, 1_024].map((back) => firstPiece(gapAt(back))),
      [piece - 1, piece - 2, piece - 1_023, piece],
    );
  }
  assert.equal(firstPiece(`${'a'.repeat(piece - 9)} aa\naaaaa${'b'.repeat(piece)}`), piece - 6);
  for (const [letter, length] of Object.entries({ '\u{dbff}': piece, '\u{e000}': piece, '\u{dc00}': piece - 1 }))
    assert.equal(firstPiece('a'.repeat(piece) + letter), length);
});

test('a place to cut is looked for at eight places, each a quarter of what is looked at before the last', () => {
  const text = unlike(piece + 1);
  const { result, seen, pauses } = runOf(text, neverApart);
  assert.equal(result, `(${text.length})`);
  const tried = Array.from({ length: 8 }, (_, tries) => text.indexOf(seen[3 * tries + 1]!) + context);
  assert.deepEqual(
    tried,
    Array.from({ length: 8 }, (_, tries) => piece - tries * 4_096),
  );
  assert.equal(seen.length, 25);
  assert.equal(pauses, 8);
});

test('for a secret that is longer than a piece, all that is before a place is looked at', () => {
  const text = unlike(2 * piece);
  const [around, before, after] = runOf(text, keep, piece + 1_000).seen;
  assert.equal(around === text, true);
  assert.equal(before === text.slice(0, piece), true);
  assert.equal(after === text.slice(piece), true);
});

test('sixteen pieces that cannot be cut are redacted as one, and of more than that nothing is shown', () => {
  const text = 'a'.repeat(16 * piece);
  assert.equal(runOf(text, neverApart).result, `(${text.length})`);
  assert.equal(runOf(`${text}a`, neverApart).result, '[redacted]');
});

test('the sixteen pieces begin behind the last place where the text was cut', () => {
  const apart = 'a'.repeat(piece + context);
  const text = apart + 'b'.repeat(17 * piece - apart.length);
  const { result } = runOf(text, (part) => (part.includes('b') ? neverApart(part) : part));
  assert.equal(result === `${'a'.repeat(piece)}(${16 * piece})`, true);
});
