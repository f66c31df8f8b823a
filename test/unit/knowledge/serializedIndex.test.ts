import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { KnowledgeBase } from '../../../src/core/knowledge/base/knowledgeBase.ts';
import { readShippedPatterns } from '../../../src/core/knowledge/base/buildIndex.ts';
import {
  serializeKnowledge,
  shippedFrom,
  deserializeKnowledge,
} from '../../../src/core/knowledge/base/serializedIndex.ts';
import type { Pattern } from '../../../src/core/knowledge/pattern/pattern.ts';
import { type SearchIndex, buildIndex } from '../../../src/core/knowledge/index/searchIndex.ts';
import { readQuestions } from '../../knowledge-eval/questions.ts';
import { proves } from '../../requirements.ts';
import { patternsDir } from './support/knowledge.ts';

let patterns: readonly Pattern[];
let index: SearchIndex;
before(async () => {
  patterns = await readShippedPatterns(patternsDir);
  index = buildIndex(patterns);
});

test(`the shipped file answers exactly as the sources do${proves('R72')}`, () => {
  const made = new KnowledgeBase(shippedFrom(patterns, index));
  const loaded = new KnowledgeBase(deserializeKnowledge(serializeKnowledge(patterns, index)));
  for (const { query, language, framework } of readQuestions('dev').slice(0, 120)) {
    const question = { context: query, language, framework };
    assert.deepEqual(loaded.ask(question, 10), made.ask(question, 10), query);
  }
});

test('the same patterns always give the same file', () => {
  assert.equal(serializeKnowledge(patterns, buildIndex(patterns)), serializeKnowledge(patterns, index));
});

test('a file that is broken or of another format is a fault, not a crash', () => {
  for (const text of ['', '{', 'null', '[]', '{"format":999}'])
    assert.throws(
      () => deserializeKnowledge(text),
      (error) => Fault.is(error, 'knowledge/unreadable'),
    );
});
