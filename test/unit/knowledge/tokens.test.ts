import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { countTokens } from '../../../src/core/knowledge/pattern/tokens.ts';

interface Sample {
  readonly text: string;
  /** Counted with gpt-tokenizer 4.0.0. */
  readonly cl100k: number;
  readonly o200k: number;
}

const samples = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'tokenSamples.json'), 'utf8'),
) as readonly Sample[];

test('the estimate is never below what two tokenizers counted', () => {
  assert.ok(samples.length > 30);
  for (const { text, cl100k, o200k } of samples) {
    const real = Math.max(cl100k, o200k);
    assert.ok(countTokens(text) >= real, `${countTokens(text)} < ${real}: ${text.slice(0, 60)}`);
  }
});

test('the estimate stays close for answers, so that a budget is not wasted', () => {
  const answers = samples.filter(({ text }) => text.startsWith('{"pattern_count"'));
  assert.ok(answers.length > 5);
  for (const { text, cl100k } of answers) assert.ok(countTokens(text) <= cl100k * 1.25, text.slice(0, 60));
});

test('no text costs nothing, and a quarter of its characters is the least', () => {
  assert.equal(countTokens(''), 0);
  assert.equal(countTokens('internationalisation'.repeat(10)) >= 50, true);
});
