import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { readChinese, readShippedPatterns } from '../../../src/core/knowledge/base/writeKnowledge.ts';
import type { KnowledgeBase } from '../../../src/core/knowledge/base/knowledgeBase.ts';
import { withOwn } from '../../../src/core/knowledge/base/withOwn.ts';
import { shippedFromSources } from '../../../src/core/knowledge/base/fromSources.ts';
import { ChineseText } from '../../../src/core/knowledge/chinese/chineseText.ts';
import { hasHan, isHan } from '../../../src/core/knowledge/chinese/han.ts';
import { Lexicon } from '../../../src/core/knowledge/chinese/lexicon.ts';
import { segment } from '../../../src/core/knowledge/chinese/segment.ts';
import { cardWordsFor, cardWordsIn } from '../../../src/core/knowledge/pattern/cardWords.ts';
import { patternMarkdown } from '../../../src/core/knowledge/pattern/markdown.ts';
import type { Pattern } from '../../../src/core/knowledge/pattern/pattern.ts';
import { readPattern } from '../../../src/core/knowledge/pattern/readPattern.ts';
import { answerQuery } from '../../../src/core/knowledge/tools/answerQuery.ts';
import { askAll, figuresOf } from '../../knowledge-eval/measure.ts';
import { evalDir, readQuestions } from '../../knowledge-eval/questions.ts';
import { patternsDir, shippedBase, smallPattern } from './support/knowledge.ts';

let base: KnowledgeBase;
let chinese: ChineseText;
let patterns: readonly Pattern[];
before(async () => {
  base = await shippedBase();
  chinese = new ChineseText(await readChinese(patternsDir));
  patterns = await readShippedPatterns(patternsDir);
});

const firstIds = (context: string): readonly string[] => base.ask({ context }, 3).map(({ pattern }) => pattern.id);

test('the held-out Chinese questions are those that were written before they were measured', () => {
  const hashOf = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(path.join(evalDir, `${name}.jsonl`)))
      .digest('hex');
  assert.equal(hashOf('zh-test'), 'eeb00a7a2b5039143ac6913a66aea25ff774371155f4518bdf6e99469a874539');
  assert.equal(hashOf('zh-unseen'), '36444c951298b5a5510429703a3f88d7c2f395ff5bd783c774c37fd9013610da');
});

test('on held-out Chinese questions the promised figures hold', () => {
  for (const name of ['zh-test', 'zh-unseen']) {
    const rows = askAll(readQuestions(name), patterns, ({ query, language, framework }) =>
      base.ask({ context: query, language, framework }, 10).map(({ pattern }) => pattern),
    );
    const { recall3, falseAlarms } = figuresOf(rows);
    assert.ok(recall3.value >= 0.85, `${name}: Recall@3 ${recall3.value}`);
    assert.ok(falseAlarms.value <= 0.05, `${name}: false alarms ${falseAlarms.value}`);
  }
});

test('no Chinese question is both tuned on and held out', () => {
  const tuned = new Set(readQuestions('zh-dev').map(({ query }) => query));
  for (const { query } of [...readQuestions('zh-test'), ...readQuestions('zh-unseen')])
    if (query.length > 6) assert.ok(!tuned.has(query), query);
});

test('every word of the lexicon, however long, is found whole', async () => {
  const data = await readChinese(patternsDir);
  const lexicon = new Lexicon(data);
  const words = new Map(data.lexicon.split('\n').flatMap(wordsInLine));
  assert.ok(words.size > 5000);
  for (const [word, english] of words) assert.deepEqual(segment(word, lexicon), [english], word);
});

function wordsInLine(line: string): readonly (readonly [word: string, english: string])[] {
  const [english = '', words = ''] = line.split(':');
  return words.split(' ').flatMap((word) => (word === '' ? [] : [[word, english] as const]));
}

test('a character is Han where Unicode says so, or keeps it free', () => {
  for (let code = 0; code <= 0x10_ffff; code++) {
    const sign = String.fromCodePoint(code);
    if (isHan(sign) !== /\p{Script=Han}/u.test(sign)) assert.ok(isHan(sign) && /\p{Cn}/u.test(sign), code.toString(16));
  }
  assert.ok(hasHan('reset 密码') && !hasHan('résumé, パスワード'));
});

test('text without a Chinese character is not touched', () => {
  for (const text of ['', 'SQL injection', 'ｅｖａｌ（x）', 'naïve café', 'a\u200bb'])
    assert.equal(chinese.toEnglish(text), text);
});

test('simplified, traditional and full-width writing find the same pattern', () => {
  const found = firstIds('用户可以通过编号查看别人的发票');
  assert.ok(found.includes('TMKB-AUTHZ-001'));
  assert.deepEqual(firstIds('用戶可以通過編號查看別人的發票'), found);
  assert.deepEqual(firstIds('ＳＱＬ注入'), firstIds('SQL injection'));
});

test('the name of a weakness is known at once, a longer question is not taken for it', () => {
  assert.equal(firstIds('跨站请求伪造')[0], 'TMKB-WEB-001');
  assert.deepEqual(firstIds('给缓存这个词换一个颜色'), []);
});

test('a Chinese comment and its code are read together', () => {
  assert.ok(firstIds('// 拼接查询语句\ndb.query("select * from t where id=" + id)').includes('TMKB-INJ-001'));
});

test('a path with Chinese names stays one path', () => {
  assert.doesNotMatch(chinese.toEnglish('src/订单/订单详情.ts'), /\s/);
});

test('the answer to a Chinese question that finds nothing is Chinese, with the same fields', () => {
  const answer = answerQuery(base, { context: '红烧肉怎么做', verbosity: 'agent' });
  assert.deepEqual(Object.keys(answer), ['pattern_count', 'patterns', 'note']);
  assert.match(answer.note ?? '', /没有.*模式.*tmkb_list/);
  assert.match(answerQuery(base, { context: 'bake a cake', verbosity: 'human' }).note ?? '', /^No pattern fits/);
});

test('a question is Chinese by its characters, unless it is Japanese', () => {
  assert.equal(cardWordsFor('这里有什么风险').threat, '威胁');
  assert.equal(cardWordsFor('安全ですか').threat, 'Threat');
  assert.equal(cardWordsFor('is this safe').threat, 'Threat');
  assert.equal(cardWordsIn('zh-cn').threat, '威胁');
  assert.equal(cardWordsIn('en').threat, 'Threat');
});

test('a card in Chinese has Chinese headings and grades around the English pattern', () => {
  const pattern = patterns.find(({ id }) => id === 'TMKB-AUTHZ-001')!;
  const text = patternMarkdown(pattern, cardWordsIn('zh-tw'));
  for (const part of ['**威胁。**', '严重性 ', '可能性 ', '## 缓解措施', '工作量 ', '修改前：', pattern.threat])
    assert.ok(text.includes(part), part);
  assert.doesNotMatch(text, /## (?:Signs|Mitigations|Code|Related)|severity (?:critical|high)/);
});

test("a user's own pattern that is written in Chinese is found", async () => {
  const text = smallPattern.replace('[robot controller,', '[仓储机械臂调度,');
  const { pattern } = await readPattern(text);
  assert.ok(pattern);
  const own = { pattern, source: 'user' as const, file: 'own.yaml' };
  const mine = withOwn(await shippedFromSources(patternsDir), [own]);
  assert.equal(mine.ask({ context: '仓储机械臂调度' }, 3)[0]?.pattern.id, 'ACME-AUTHZ-001');
});
