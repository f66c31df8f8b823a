// node test/knowledge-eval/learn.ts: learns from `dev`, `extra` and `zh-dev` when to answer, and writes
// relevanceModel.ts and learnedLeanings.ts of src/core/knowledge/index. The frozen half and `unseen` are never read here.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readChinese, readShippedPatterns } from '../../src/core/knowledge/base/writeKnowledge.ts';
import { summaryOf } from '../../src/core/knowledge/base/patternSummary.ts';
import { ChineseText } from '../../src/core/knowledge/chinese/chineseText.ts';
import { negativeExamples } from '../../src/core/knowledge/index/negativeExamples.ts';
import { weightedTermsOf } from '../../src/core/knowledge/index/termWeights.ts';
import type { Pattern } from '../../src/core/knowledge/pattern/pattern.ts';
import { scoreAll } from '../../src/core/knowledge/search/rank.ts';
import { featuresOf } from '../../src/core/knowledge/search/relevance.ts';
import { Searcher } from '../../src/core/knowledge/search/search.ts';
import { buildIndex } from '../../src/core/knowledge/index/buildIndex.ts';
import { PackedIndex } from '../../src/core/knowledge/index/packedIndex.ts';
import { termsOf } from '../../src/core/knowledge/index/terms.ts';
import { type LeaningSample, fitFactors, learnTerms, leaningIn } from './logistic.ts';
import { type EvalQuestion, evalDir, readQuestions } from './questions.ts';

const room = path.join(evalDir, '../../src/core/knowledge/index');
const patterns = await readShippedPatterns(path.join(evalDir, '../../media/knowledge'));
const index = new PackedIndex(buildIndex(patterns));
const searcher = new Searcher(index);
const conceptsOf = (key: string): readonly string[] => index.find(key)?.concepts ?? [];
const cards = patterns.map((pattern) => summaryOf(pattern, pattern.triggers.files, 'builtin'));
const chinese = new ChineseText(await readChinese(path.join(evalDir, '../../media/knowledge')));
const inEnglish = (question: EvalQuestion): EvalQuestion => ({ ...question, query: chinese.toEnglish(question.query) });
const questions = [...readQuestions('dev'), ...readQuestions('extra'), ...readQuestions('zh-dev').map(inEnglish)];
const folds = 5;
/** A sentence of a pattern tells less about how users ask than a question does. */
const weight = { pattern: 0.15, harmless: 1, question: 2 };

const texts = [
  ...patterns.flatMap(samplesOf),
  ...negativeExamples
    .trim()
    .split(/;\s*|\n/)
    .map((line) => sample(line, 0, weight.harmless)),
];
const asked = questions.map((question) => sample(question.query, labelOf(question), weight.question));

const outOfFold = leaningsOutOfFold();
const rows = questions.map((question, at) => featuresWith(question, outOfFold[at] ?? 0));
const factors = fitFactors(rows, questions.map(labelOf));
const learned = learnTerms([...texts, ...asked]);
report();
write();

function samplesOf({ title, triggers, examples, notFor }: Pattern): readonly LeaningSample[] {
  const asking = [title, ...triggers.actions, ...triggers.terms, ...triggers.apis, ...examples.map(({ bad }) => bad)];
  return [
    ...asking.map((text) => sample(text, 1, weight.pattern)),
    ...notFor.map((text) => sample(text, 0, weight.harmless)),
  ];
}

function sample(text: string, label: number, weighs: number): LeaningSample {
  return { terms: [...weightedTermsOf(termsOf(text, conceptsOf))], label, weight: weighs };
}

function labelOf({ cwe }: EvalQuestion): number {
  return cwe.length > 0 ? 1 : 0;
}

/** By its text, so that a question always falls into the same fold. */
function foldOf({ query }: EvalQuestion): number {
  return (createHash('md5').update(query).digest()[0] ?? 0) % folds;
}

/** The factor of the term weights must be fitted on words that were not learned from the same question. */
function leaningsOutOfFold(): readonly number[] {
  const leanings = questions.map(() => 0);
  for (let fold = 0; fold < folds; fold++) {
    const others = asked.filter((_, at) => foldOf(questions[at]!) !== fold);
    const model = learnTerms([...texts, ...others]);
    for (const [at, question] of questions.entries())
      if (foldOf(question) === fold) leanings[at] = leaningIn(model, asked[at]!.terms);
  }
  return leanings;
}

function featuresWith({ query, language, framework }: EvalQuestion, leaning: number): number[] {
  const evidence = searcher.search(query);
  const scored = scoreAll(evidence, cards, { context: query, language, framework });
  const best = { place: scored[0]?.place ?? 0, points: scored[0]?.points ?? 0, secondPoints: scored[1]?.points ?? 0 };
  return featuresOf(query, { ...evidence, leaning }, best);
}

function report(): void {
  const odds = rows.map((row) => row.reduce((sum, value, at) => sum + value * (factors[at] ?? 0), 0));
  const share = (label: number): string => {
    const own = odds.filter((_, at) => labelOf(questions[at]!) === label);
    return `${own.filter((one) => one > 0).length} of ${own.length}`;
  };
  console.log(`answered: ${share(1)} that should be, ${share(0)} that should not (leaning out of fold)`);
}

function write(): void {
  const byWeight = Map.groupBy(
    [...learned.weights].filter(([term, value]) => Math.abs(value) >= 0.25 && !term.includes(' ')),
    ([, value]) => Math.round(value * 10),
  );
  const lines = [...byWeight]
    .toSorted(([a], [b]) => a - b)
    .map(
      ([value, list]) =>
        `${value}: ${list
          .map(([term]) => term)
          .toSorted()
          .join(' ')}`,
    );
  const text = `/** Written by \`test/knowledge-eval/learn.ts\`; do not edit. Factors of the rule, in the order of its features. */
export const relevanceModel: { readonly factors: readonly number[]; readonly bias: number } = {
  factors: [${factors.map((factor) => factor.toFixed(3)).join(', ')}],
  bias: ${learned.bias.toFixed(3)},
};\n`;
  const leanings = `/** Written by \`test/knowledge-eval/learn.ts\`; do not edit. Tenths for each term. */
export const learnedLeanings: string = String.raw\`\n${lines.join('\n').replaceAll('`', '')}\n\`;\n`;
  writeFileSync(path.join(room, 'relevanceModel.ts'), text);
  writeFileSync(path.join(room, 'learnedLeanings.ts'), leanings);
}
