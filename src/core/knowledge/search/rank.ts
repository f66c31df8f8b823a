import { matchesGlob } from '../../../base/glob.ts';
import { pathsIn } from '../pattern/globs.ts';
import { languageOf } from '../pattern/language.ts';
import { type Pattern, levels, severities } from '../pattern/pattern.ts';
import { isRelevant } from './relevance.ts';
import type { Evidence, Searcher } from './search.ts';

export interface Question {
  readonly context: string;
  readonly language?: string | undefined;
  readonly framework?: string | undefined;
  /** Whether the context was asked in another language than the patterns are written in. */
  readonly isTranslated?: boolean;
}

/** What ranking needs to know of a pattern. */
export type RankedSummary = Pick<
  Pattern,
  'id' | 'severity' | 'likelihood' | 'category' | 'languages' | 'frameworks'
> & {
  readonly files: readonly string[];
};

interface Hit {
  /** Of the pattern among the cards. */
  readonly place: number;
  /** 0 to 1, comparable between questions. */
  readonly score: number;
}

interface Scored {
  readonly place: number;
  readonly points: number;
}

/** A pattern far behind the best one is about something else. */
const companionShare = 0.4;
const halfScore = 25;
const nameBonus = 20;
const fileFactor = 1.15;

/** The indexes of the patterns relevant to a question, best first; empty if none is relevant. */
export function rank(searcher: Searcher, cards: readonly RankedSummary[], question: Question): readonly Hit[] {
  const evidence = searcher.search(question.context);
  const scored = scoreAll(evidence, cards, question);
  const best = scored[0];
  if (!best) return [];
  const secondPoints = scored[1]?.points ?? 0;
  if (!isRelevant(question.context, evidence, { ...best, secondPoints }, question.isTranslated === true)) return [];
  return scored.map(({ place, points }) => ({ place, score: toScore(points) }));
}

function toScore(points: number): number {
  return Math.round((points / (points + halfScore)) * 100) / 100;
}

/** The best pattern and those not far behind it, in order, whether or not it is enough. */
export function scoreAll(evidence: Evidence, cards: readonly RankedSummary[], question: Question): readonly Scored[] {
  const points = fittedPoints(evidence, cards, question);
  const inFile = fileFitter(question.context);
  const near = largest(points) * companionShare;
  const scored: Scored[] = [];
  for (const [place, card] of cards.entries()) {
    const known = points[place] ?? 0;
    if (known > 0 && known * fileFactor >= near) scored.push({ place, points: known * inFile(card) });
  }
  return scored
    .filter((one) => one.points >= near)
    .toSorted((x, y) => y.points - x.points || byWeight(cards[x.place], cards[y.place]));
}

function fittedPoints(evidence: Evidence, cards: readonly RankedSummary[], question: Question): Float64Array {
  const language = languageOf(question.context, question.language, question.framework);
  const points = rawPoints(evidence, cards);
  for (const [place, card] of cards.entries()) {
    const raw = points[place] ?? 0;
    if (raw > 0) points[place] = raw * fit(card, language, question.framework) * domainFit(card, evidence);
  }
  return points;
}

function largest(numbers: Float64Array): number {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

function rawPoints({ scores, named }: Evidence, cards: readonly RankedSummary[]): Float64Array {
  const raw = Float64Array.from(scores);
  for (const place of named) {
    const severity = cards[place]?.severity ?? 'low';
    raw[place] = (raw[place] ?? 0) + nameBonus - severities.indexOf(severity);
  }
  return raw;
}

/** Equal points fall back to what is worse, then to the id: the same question always gets the same answer. */
function byWeight(a: RankedSummary | undefined, b: RankedSummary | undefined): number {
  if (!a || !b) return 0;
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    levels.indexOf(a.likelihood) - levels.indexOf(b.likelihood) ||
    (a.id < b.id ? -1 : 1)
  );
}

/** Soft: a pattern of another language may still be the right one. */
function fit(card: RankedSummary, language: string | undefined, framework: string | undefined): number {
  return listFit(card.languages, language, 1.15, 0.55) * listFit(card.frameworks, framework, 1.1, 0.9);
}

function listFit(list: readonly string[], wanted: string | undefined, match: number, other: number): number {
  if (wanted === undefined || wanted === 'any') return 1;
  if (list.includes(wanted)) return match;
  return list.includes('any') ? 1 : other;
}

/** Many patterns name the same files: each glob is tried once a question. */
function fileFitter(context: string): (card: RankedSummary) => number {
  const paths = pathsIn(context);
  if (paths.length === 0) return () => 1;
  const tried = new Map<string, boolean>();
  const matches = (glob: string): boolean => {
    const hit = tried.get(glob) ?? paths.some((path) => matchesGlob(glob, path));
    tried.set(glob, hit);
    return hit;
  };
  return ({ files }) => (files.some(matches) ? fileFactor : 1);
}

const domains: Readonly<Record<string, readonly string[]>> = {
  llm: ['@llm', '@rag', '@agent', '@prompt', '@mcp'],
  mcp: ['@mcp', '@agent', '@toolpoison', '@llm'],
};

/** Words such as "tool", "model" or "prompt" mean something else unless the question is about models at all. */
function domainFit(card: RankedSummary, evidence: Evidence): number {
  const needed = domains[card.category];
  return needed === undefined || needed.some((concept) => evidence.concepts.has(concept)) ? 1 : 0.45;
}
