import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallOutcome, DiffLine } from '../../../src/contract/calls.ts';
import { diffResults } from '../../../src/core/calls/diffResults.ts';

function said(...texts: readonly string[]): CallOutcome {
  return { status: 'ok', content: texts.map((text) => ({ type: 'text', text })), durationMs: Math.random() };
}

function written(lines: readonly DiffLine[]): readonly string[] {
  const signs = { same: ' ', added: '+', removed: '-' };
  return lines.map((line) => (line.kind === 'gap' ? `@ ${line.count}` : `${signs[line.kind]} ${line.text.trim()}`));
}

test('results that took a different time are not different', () => {
  assert.deepEqual(diffResults(said('a'), said('a')), { lines: [], added: 0, removed: 0, isCut: false });
});

test('JSON in a text is compared a value a line, with little around it', () => {
  const list = (changed: number): string =>
    JSON.stringify(Array.from({ length: 40 }, (_, at) => (at === 20 ? changed : at)));
  const { lines, added, removed } = diffResults(said(list(20)), said(list(99)));
  assert.deepEqual([added, removed], [1, 1]);
  const expected = ['@ 22', '  17,', '  18,', '  19,', '- 20,', '+ 99,', '  21,', '  22,', '  23,', '@ 20'];
  assert.deepEqual(written(lines), expected);
});

test('what is the same between two differences stays', () => {
  const { added, removed } = diffResults(said('date: 1\na\nb\nc\nend: 1'), said('date: 2\na\nb\nc\nend: 2'));
  assert.deepEqual([added, removed], [2, 2]);
});

test('results that have hardly a line in common end soon, and are cut', () => {
  const many = (word: string): CallOutcome =>
    said(Array.from({ length: 30_000 }, (_, at) => `${word} ${at}`).join('\n'));
  const { lines, added, removed, isCut } = diffResults(many('left'), many('right'));
  assert.deepEqual([lines.length, added, removed, isCut], [20_000, 30_000, 30_000, true]);
});

test('a long line is clipped', () => {
  const { lines } = diffResults(said('x'), said('y'.repeat(50_000)));
  for (const line of lines) assert.ok(line.kind === 'gap' || line.text.length <= 10_000);
});

test('results that are too large for the page are refused', () => {
  assert.throws(() => diffResults(said('x'.repeat(9_000_000)), said('y')), { code: 'limit/message-too-large' });
});
