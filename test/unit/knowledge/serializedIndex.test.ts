import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import type { ChineseData } from '../../../src/core/knowledge/chinese/lexicon.ts';
import { KnowledgeBase } from '../../../src/core/knowledge/base/knowledgeBase.ts';
import { readChinese, readShippedPatterns } from '../../../src/core/knowledge/base/buildIndex.ts';
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
let chinese: ChineseData;
before(async () => {
  patterns = await readShippedPatterns(patternsDir);
  index = buildIndex(patterns);
  chinese = await readChinese(patternsDir);
});

test(`the shipped file answers exactly as the sources do${proves('R72')}`, () => {
  const made = new KnowledgeBase(shippedFrom(patterns, index, chinese));
  const loaded = new KnowledgeBase(deserializeKnowledge(serializeKnowledge(patterns, index, chinese)));
  for (const { query, language, framework } of [...readQuestions('dev').slice(0, 120), ...readQuestions('zh-dev')]) {
    const question = { context: query, language, framework };
    assert.deepEqual(loaded.ask(question, 10), made.ask(question, 10), query);
  }
});

test('the same patterns always give the same file', () => {
  assert.equal(
    serializeKnowledge(patterns, buildIndex(patterns), chinese),
    serializeKnowledge(patterns, index, chinese),
  );
});

test('a file that is broken or of another format is a fault, not a crash', () => {
  for (const text of ['', '{', 'null', '[]', '{"format":999}'])
    assert.throws(
      () => deserializeKnowledge(text),
      (error) => Fault.is(error, 'knowledge/unreadable'),
    );
});
