import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import type { KnowledgeBase } from '../../../src/core/knowledge/base/knowledgeBase.ts';
import { readShippedPatterns } from '../../../src/core/knowledge/base/writeKnowledge.ts';
import type { Pattern } from '../../../src/core/knowledge/pattern/pattern.ts';
import { type Method, mostSevereFirst, originRule, plainBm25 } from '../../knowledge-eval/baselines.ts';
import { type Figures, askAll, figuresOf } from '../../knowledge-eval/measure.ts';
import { evalDir, readQuestions } from '../../knowledge-eval/questions.ts';
import { patternsDir, shippedBase } from './support/knowledge.ts';

let base: KnowledgeBase;
let patterns: readonly Pattern[];
before(async () => {
  base = await shippedBase();
  patterns = await readShippedPatterns(patternsDir);
});

const measured = (method: Method, set = 'test'): Figures => figuresOf(askAll(readQuestions(set), patterns, method));
const thisTool: Method = ({ query, language, framework }) =>
  base.ask({ context: query, language, framework }, 10).map(({ pattern }) => pattern);

test('the test half is the one that was frozen before the first pattern was written', () => {
  const hash = createHash('sha256')
    .update(readFileSync(path.join(evalDir, 'test.jsonl')))
    .digest('hex');
  assert.equal(hash, '6f19633b1726f4010d5d40c2c1e2dcceb9209df6ca7ebb355add0ca6dfc912c2');
});

test('there are at least 200 questions and 60 that should find nothing, in several styles, and no question is in both halves', () => {
  const [dev, frozen] = [readQuestions('dev'), readQuestions('test')];
  const all = [...dev, ...frozen];
  assert.ok(all.filter(({ cwe }) => cwe.length > 0).length >= 200);
  assert.ok(all.filter(({ cwe }) => cwe.length === 0).length >= 60);
  assert.equal(new Set(all.map(({ query }) => query)).size, all.length);
  for (const style of ['task', 'code', 'path', 'word', 'review', 'near'])
    assert.ok(
      dev.some((question) => question.style === style),
      style,
    );
});

test('on the frozen half the promised figures hold', () => {
  const figures = measured(thisTool);
  assert.ok(figures.recall3.value >= 0.92, `Recall@3 ${figures.recall3.value}`);
  assert.ok(figures.inAnswer.value >= 0.92, `in the answer ${figures.inAnswer.value}`);
  assert.ok(figures.mrr.value >= 0.85, `MRR ${figures.mrr.value}`);
  assert.ok(figures.falseAlarms.value <= 0.05, `false alarms ${figures.falseAlarms.value}`);
  assert.ok(figures.meanTokens.value <= 450, `tokens ${figures.meanTokens.value}`);
});

test('questions by an author who had not read the patterns are answered nearly as well', () => {
  const { recall3, falseAlarms } = measured(thisTool, 'unseen');
  assert.ok(recall3.value >= 0.92, `Recall@3 ${recall3.value}`);
  assert.ok(falseAlarms.value <= 0.07, `false alarms ${falseAlarms.value}`);
});

test('the baselines are measured too, and none of them both finds and refuses', () => {
  for (const method of [originRule(patterns), plainBm25(patterns), mostSevereFirst(patterns)]) {
    const { recall3, falseAlarms } = measured(method);
    assert.ok(recall3.value < 0.92 || falseAlarms.value > 0.05);
  }
});
