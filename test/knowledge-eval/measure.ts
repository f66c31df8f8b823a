import { agentAnswer } from '../../src/core/knowledge/base/answer.ts';
import { languageOf } from '../../src/core/knowledge/pattern/language.ts';
import type { ShownPattern } from '../../src/core/knowledge/pattern/pattern.ts';
import { countTokens } from '../../src/core/knowledge/pattern/tokens.ts';
import type { Method } from './baselines.ts';
import type { EvalQuestion } from './questions.ts';

/** What one question came to. */
export interface Row {
  readonly question: EvalQuestion;
  /** Place of the first relevant pattern from 0, or -1. */
  readonly first: number;
  /** Whether a relevant pattern is in the answer that an agent gets, budget and all. */
  readonly inAnswer: boolean;
  readonly ndcg3: number;
  readonly answered: boolean;
  readonly tokens: number;
}

export interface Figure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Figures {
  readonly mrr: Figure;
  readonly recall1: Figure;
  readonly recall3: Figure;
  readonly recall5: Figure;
  readonly inAnswer: Figure;
  readonly ndcg3: Figure;
  readonly falseAlarms: Figure;
  readonly meanTokens: Figure;
}

export function askAll(
  questions: readonly EvalQuestion[],
  patterns: readonly ShownPattern[],
  method: Method,
): readonly Row[] {
  return questions.map((question) => rowOf(question, patterns, method(question)));
}

function rowOf(question: EvalQuestion, patterns: readonly ShownPattern[], ranked: readonly ShownPattern[]): Row {
  const found = ranked.slice(0, 3).map((pattern) => ({ pattern, score: 0.5, source: 'builtin' as const }));
  const reader = {
    language: languageOf(question.query, question.language, question.framework),
    framework: question.framework,
  };
  const answer = agentAnswer(found, reader, 500, question.query);
  const shown = new Set(answer.patterns.map(({ id }) => id));
  return {
    question,
    first: ranked.findIndex((pattern) => gain(pattern, question) > 0),
    inAnswer: ranked.some((pattern) => shown.has(pattern.id) && gain(pattern, question) > 0),
    ndcg3: ndcg(ranked, patterns, question),
    answered: ranked.length > 0,
    tokens: countTokens(JSON.stringify(answer)),
  };
}

/** 2 for the weakness that was meant first, 1 for another acceptable one. */
function gain(pattern: ShownPattern, { cwe }: EvalQuestion): number {
  const [closest] = cwe;
  if (closest !== undefined && pattern.cwe.includes(closest)) return 2;
  return pattern.cwe.some((id) => cwe.includes(id)) ? 1 : 0;
}

function ndcg(ranked: readonly ShownPattern[], patterns: readonly ShownPattern[], question: EvalQuestion): number {
  const ideal = discounted(patterns.map((pattern) => gain(pattern, question)).toSorted((a, b) => b - a));
  return ideal === 0 ? 0 : discounted(ranked.map((pattern) => gain(pattern, question))) / ideal;
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, 3).reduce((sum, value, at) => sum + value / Math.log2(at + 2), 0);
}

export function figuresOf(rows: readonly Row[]): Figures {
  const positive = rows.filter(({ question }) => question.cwe.length > 0);
  const negative = rows.filter(({ question }) => question.cwe.length === 0);
  const within = (k: number) => (row: Row) => Number(row.first >= 0 && row.first < k);
  return {
    mrr: mean(positive, (row) => (row.first < 0 ? 0 : 1 / (row.first + 1))),
    recall1: mean(positive, within(1)),
    recall3: mean(positive, within(3)),
    recall5: mean(positive, within(5)),
    inAnswer: mean(positive, (row) => Number(row.inAnswer)),
    ndcg3: mean(positive, (row) => row.ndcg3),
    falseAlarms: mean(negative, (row) => Number(row.answered)),
    meanTokens: mean(
      rows.filter((row) => row.answered),
      (row) => row.tokens,
    ),
  };
}

const resamples = 2000;

/** The mean with a 95 % interval by bootstrap; the same numbers on every machine. */
function mean(rows: readonly Row[], of: (row: Row) => number): Figure {
  const values = rows.map(of);
  if (values.length === 0) return { value: 0, low: 0, high: 0 };
  const average = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const random = seeded(42);
  const means = Array.from({ length: resamples }, () =>
    average(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  ).toSorted((a, b) => a - b);
  return {
    value: average(values),
    low: means[Math.floor(resamples * 0.025)] ?? 0,
    high: means[Math.floor(resamples * 0.975)] ?? 0,
  };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
