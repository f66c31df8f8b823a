import { matchesGlob, pathsIn } from './globs.ts';
import { languageOf } from './language.ts';
import type { Pattern } from './pattern.ts';
import { severities, levels } from './pattern.ts';
import type { Evidence, Searcher } from './search.ts';

export interface Question {
  readonly context: string;
  readonly language?: string | undefined;
  readonly framework?: string | undefined;
}

export interface Hit {
  readonly pattern: Pattern;
  /** 0 to 1, comparable between questions. */
  readonly score: number;
}

/** The patterns that answer a question, best first; none where nothing is really about it. */
export function rank(searcher: Searcher, patterns: readonly Pattern[], question: Question): readonly Hit[] {
  const evidence = searcher.search(question.context);
  const scored = scoreAll(evidence, patterns, question);
  const best = scored[0];
  if (!best || !isRelevant(question.context, evidence, best)) return [];
  const least = best.points * companionShare;
  return scored
    .filter(({ points }) => points >= least)
    .map(({ pattern, points }) => ({ pattern, score: toScore(points) }));
}

interface Scored {
  readonly pattern: Pattern;
  readonly place: number;
  readonly points: number;
}

/** A pattern far behind the best one is about something else. */
const companionShare = 0.35;
const halfScore = 25;
const nameBonus = 20;

function toScore(points: number): number {
  return Math.round((points / (points + halfScore)) * 100) / 100;
}

export function scoreAll(evidence: Evidence, patterns: readonly Pattern[], question: Question): readonly Scored[] {
  const language = languageOf(question.context, question.language, question.framework);
  const paths = pathsIn(question.context);
  const named = new Set(evidence.named);
  const scored: Scored[] = [];
  for (const [place, pattern] of patterns.entries()) {
    const raw =
      (evidence.scores[place] ?? 0) + (named.has(place) ? nameBonus - severities.indexOf(pattern.severity) : 0);
    if (raw === 0) continue;
    const points =
      raw * fit(pattern, language, question.framework) * fileFit(pattern, paths) * domainFit(pattern, evidence);
    scored.push({ pattern, place, points });
  }
  return scored.toSorted(byPoints);
}

/** Equal points fall back to what is worse, then to the id: the same question always gets the same answer. */
function byPoints(a: Scored, b: Scored): number {
  return (
    b.points - a.points ||
    severities.indexOf(a.pattern.severity) - severities.indexOf(b.pattern.severity) ||
    levels.indexOf(a.pattern.likelihood) - levels.indexOf(b.pattern.likelihood) ||
    (a.pattern.id < b.pattern.id ? -1 : 1)
  );
}

/** Soft: a pattern of another language may still be the right one. */
function fit(pattern: Pattern, language: string | undefined, framework: string | undefined): number {
  return listFit(pattern.languages, language, 1.15, 0.55) * listFit(pattern.frameworks, framework, 1.1, 0.9);
}

function listFit(list: readonly string[], wanted: string | undefined, match: number, other: number): number {
  if (wanted === undefined || wanted === 'any') return 1;
  if (list.includes(wanted)) return match;
  return list.includes('any') ? 1 : other;
}

function fileFit(pattern: Pattern, paths: readonly string[]): number {
  if (paths.length === 0) return 1;
  const hit = pattern.triggers.files.some((glob) => paths.some((path) => matchesGlob(glob, path)));
  return hit ? 1.15 : 1;
}

const domains: Readonly<Record<string, readonly string[]>> = {
  llm: ['@llm', '@rag', '@agent', '@prompt', '@mcp'],
  mcp: ['@mcp', '@agent', '@toolpoison', '@llm'],
};

/** Words such as "tool", "model" or "prompt" mean something else unless the question is about models at all. */
function domainFit(pattern: Pattern, evidence: Evidence): number {
  const needed = domains[pattern.category];
  return needed === undefined || needed.some((concept) => evidence.concepts.has(concept)) ? 1 : 0.45;
}

/**
 * Whether to answer at all. For sentences and code a logistic rule over the best score, the best harmless
 * score and the size of the question; its weights were fitted on the development half and on public tasks.
 * A bare term or path has too few words for that: it must be known, and known better than harmlessly.
 */
function isRelevant(context: string, evidence: Evidence, best: Scored): boolean {
  if (evidence.named.length > 0) return true;
  const covered = evidence.mass === 0 ? 0 : (evidence.answered[best.place] ?? 0) / evidence.mass;
  const trimmed = context.trim();
  if (isPath(trimmed)) {
    const least = quietPlaces.test(trimmed) ? 20 : 6.5;
    return best.points >= least && covered >= 0.4 && best.points > evidence.harmless * 1.5;
  }
  if (isTerm(trimmed))
    return evidence.words > 1 && best.points >= 14 && covered >= 0.7 && best.points > evidence.harmless * 1.5;
  return best.points > evidence.harmless && odds(best.points, evidence) > acceptedOdds;
}

const acceptedOdds = -0.3;
/** Files that rarely hold anything to attack. */
const quietPlaces =
  /(?:^|\/)(?:components?|styles?|assets|fonts|icons|images|docs?|i18n|locales?|stories|tests?|__tests__|fixtures|examples?)\/|\.(?:css|scss|less|md|mdx|svg|png|jpe?g|gif|woff2?|txt|lock|snap)$/i;

export function odds(points: number, evidence: Evidence): number {
  const { concepts, harmless, strange, leaning, looks } = evidence;
  const pro = 3.2 * Math.log1p(points) + 1.1 * leaning + (concepts.has('@security') ? 0.3 : 0);
  // A question about looks or wording mentions many things that it is not about.
  const contra = 0.85 * Math.log1p(harmless) + 0.65 * Math.log1p(strange) + 2.9 * Math.min(2, looks) + 7.2;
  return pro - contra;
}

export function isPath(text: string): boolean {
  return /^[\w.@()[\]/\\-]+$/.test(text) && (/[/\\]/.test(text) || /^[\w-]*\.[A-Za-z]\w{0,8}$/.test(text));
}

export function isTerm(text: string): boolean {
  return text.split(/\s+/).length <= 3 && !/[(){}[\];=<>]/.test(text);
}
