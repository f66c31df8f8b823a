import path from 'node:path';
import { KnowledgeBase } from '../../src/core/knowledge/base/knowledgeBase.ts';
import { readChinese, readShippedPatterns } from '../../src/core/knowledge/base/writeKnowledge.ts';
import { shippedFrom } from '../../src/core/knowledge/base/knowledgeFile.ts';
import { buildIndex } from '../../src/core/knowledge/index/buildIndex.ts';
import { type Method, mostSevereFirst, originRule, plainBm25 } from './baselines.ts';
import { type Figure, type Row, askAll, figuresOf } from './measure.ts';
import { type EvalQuestion, evalDir, readQuestions } from './questions.ts';
import { lexiconMs, loadMs, p95Ms, smaller, synthetic } from './speed.ts';

const args = process.argv.slice(2);
const wantsMisses = args.includes('--misses');
const sets = args.filter((arg) => !arg.startsWith('--'));
const patternsDir = path.join(evalDir, '../../media/knowledge');
const [patterns, chinese] = await Promise.all([readShippedPatterns(patternsDir), readChinese(patternsDir)]);
const base = new KnowledgeBase(shippedFrom(patterns, buildIndex(patterns), chinese));
const methods: readonly (readonly [string, Method])[] = [
  [
    'this tool',
    ({ query, language, framework }) =>
      base.ask({ context: query, language, framework }, 10).map(({ pattern }) => pattern),
  ],
  ["origin's rule", originRule(patterns)],
  ['plain BM25', plainBm25(patterns)],
  ['most severe first', mostSevereFirst(patterns)],
];

for (const name of sets.length > 0 ? sets : ['dev', 'test', 'zh-dev', 'zh-test', 'zh-unseen'])
  report(name, readQuestions(name));
reportSpeed(readQuestions('dev'), readQuestions('zh-dev'));

function report(name: string, questions: readonly EvalQuestion[]): void {
  const positive = questions.filter(({ cwe }) => cwe.length > 0).length;
  console.log(
    `\n${name}: ${positive} questions, ${questions.length - positive} that should find nothing, ${patterns.length} patterns`,
  );
  console.log(columns(['', 'MRR', 'R@1', 'R@3', 'R@5', 'R in answer', 'nDCG@3', 'false alarms', 'tokens']));
  for (const [title, method] of methods) {
    const rows = askAll(questions, patterns, method);
    const { mrr, recall1, recall3, recall5, inAnswer, ndcg3, falseAlarms, meanTokens } = figuresOf(rows);
    const shares = [mrr, recall1, recall3, recall5, inAnswer, ndcg3, falseAlarms].map(share);
    console.log(
      columns([
        title,
        ...shares,
        `${meanTokens.value.toFixed(0)} (${meanTokens.low.toFixed(0)}–${meanTokens.high.toFixed(0)})`,
      ]),
    );
    if (title === 'this tool') reportStyles(rows);
    if (title === 'this tool' && wantsMisses) reportMisses(rows);
  }
}

function reportStyles(rows: readonly Row[]): void {
  for (const style of [...new Set(rows.map(({ question }) => question.style))].toSorted()) {
    const { mrr, recall1, recall3, falseAlarms } = figuresOf(rows.filter(({ question }) => question.style === style));
    const one = ({ value }: Figure): string => value.toFixed(3);
    console.log(columns([`  ${style}`, one(mrr), one(recall1), one(recall3), '', '', '', one(falseAlarms), '']));
  }
}

function reportMisses(rows: readonly Row[]): void {
  for (const { question, first, answered } of rows) {
    const isMiss = question.cwe.length > 0 ? first < 0 || first > 2 : answered;
    if (isMiss)
      console.log(
        `    ${question.id} ${answered ? 'answered' : 'refused'}: ${question.query.slice(0, 100).replaceAll('\n', ' ')}`,
      );
  }
}

function reportSpeed(questions: readonly EvalQuestion[], inChinese: readonly EvalQuestion[]): void {
  console.log('\nmilliseconds, 95 of 100 questions are faster:');
  console.log(`  ${patterns.length} patterns ${p95Ms(base, questions).toFixed(2)}`);
  console.log(`  ${patterns.length} patterns, asked in Chinese ${p95Ms(base, inChinese).toFixed(2)}`);
  console.log(`  100 patterns ${p95Ms(smaller(patterns, chinese, 100), questions).toFixed(2)}`);
  console.log(`  10,000 synthetic patterns ${p95Ms(synthetic(patterns, chinese, 10_000), questions).toFixed(2)}`);
  console.log(`loading the shipped file ${loadMs(patterns, chinese).toFixed(1)}`);
  console.log(`saying the first Chinese question in English ${lexiconMs(chinese).toFixed(1)}`);
}

function share({ value, low, high }: Figure): string {
  return `${value.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

function columns(cells: readonly string[]): string {
  return cells
    .map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padEnd(19)))
    .join('')
    .trimEnd();
}
