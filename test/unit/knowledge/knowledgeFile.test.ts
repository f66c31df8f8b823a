import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import type { ChineseData } from '../../../src/core/knowledge/chinese/lexicon.ts';
import { KnowledgeBase } from '../../../src/core/knowledge/base/knowledgeBase.ts';
import { readChinese, readShippedPatterns } from '../../../src/core/knowledge/base/writeKnowledge.ts';
import { writeKnowledgeFile, shippedFrom, readKnowledgeFile } from '../../../src/core/knowledge/base/knowledgeFile.ts';
import type { Pattern } from '../../../src/core/knowledge/pattern/pattern.ts';
import { buildIndex } from '../../../src/core/knowledge/index/buildIndex.ts';
import type { IndexColumns } from '../../../src/core/knowledge/index/indexColumns.ts';
import { readQuestions } from '../../knowledge-eval/questions.ts';
import { proves } from '../../requirements.ts';
import { patternsDir } from './support/knowledge.ts';

let patterns: readonly Pattern[];
let index: IndexColumns;
let chinese: ChineseData;
before(async () => {
  patterns = await readShippedPatterns(patternsDir);
  index = buildIndex(patterns);
  chinese = await readChinese(patternsDir);
});

test(`the shipped file answers exactly as the sources do${proves('R72')}`, () => {
  const made = new KnowledgeBase(shippedFrom(patterns, index, chinese));
  const loaded = new KnowledgeBase(readKnowledgeFile(writeKnowledgeFile(patterns, index, chinese)));
  for (const { query, language, framework } of [...readQuestions('dev').slice(0, 120), ...readQuestions('zh-dev')]) {
    const question = { context: query, language, framework };
    assert.deepEqual(loaded.ask(question, 10), made.ask(question, 10), query);
  }
});

test('the same patterns always give the same file', () => {
  const again = writeKnowledgeFile(patterns, buildIndex(patterns), chinese);
  assert.ok(again.equals(writeKnowledgeFile(patterns, index, chinese)));
});

test('a file that is broken, cut off or of another format is a fault, not a crash', () => {
  const whole = writeKnowledgeFile(patterns, index, chinese);
  const other = Buffer.from(whole.toString('latin1').replace('"format":6', '"format":9'), 'latin1');
  const broken = [Buffer.from(''), Buffer.from('{"format":6}'), whole.subarray(0, 400), whole.subarray(0, -8), other];
  for (const file of broken)
    assert.throws(
      () => readKnowledgeFile(file),
      (error) => Fault.is(error, 'knowledge/unreadable'),
    );
});

test('what a pattern is found by is in the index, and in no answer', () => {
  const shipped = readKnowledgeFile(writeKnowledgeFile(patterns, index, chinese));
  for (const [place, { triggers: _, ...shown }] of patterns.entries())
    assert.deepEqual(shipped.patternAt(place), shown);
});

test('a file that was read into a pooled buffer is read as well', () => {
  const whole = writeKnowledgeFile(patterns, index, chinese);
  const shifted = Buffer.concat([Buffer.from('x'), whole]).subarray(1);
  assert.equal(readKnowledgeFile(shifted).patternAt(5).id, patterns[5]?.id);
});
