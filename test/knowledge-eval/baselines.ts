import { type Pattern, type ShownPattern, levels, severities } from '../../src/core/knowledge/pattern/pattern.ts';
import type { EvalQuestion } from './questions.ts';

/** A way to order patterns for a question: best first, none where nothing fits. */
export type Method = (question: EvalQuestion) => readonly ShownPattern[];

const depth = 10;

/** The same list for everyone. */
export function mostSevereFirst(patterns: readonly Pattern[]): Method {
  const ordered = patterns.toSorted(byWeight).slice(0, depth);
  return () => ordered;
}

/**
 * The rule of the system that this tool descends from: a pattern is a candidate where a keyword or action is a
 * substring of the context; its score is 2m + m/|keywords| over keywords that equal a run of one to three words.
 * Language and framework are hard filters.
 */
export function originRule(patterns: readonly Pattern[]): Method {
  const prepared = patterns.map((pattern) => ({
    pattern,
    keywords: pattern.triggers.terms.map((term) => term.toLowerCase()),
    actions: pattern.triggers.actions.map((action) => action.toLowerCase()),
  }));
  return (question) => {
    const context = question.query.toLowerCase();
    const runs = runsOf(context);
    return prepared
      .filter(({ pattern }) => passes(pattern, question))
      .filter(({ keywords, actions }) => [...keywords, ...actions].some((trigger) => context.includes(trigger)))
      .map(({ pattern, keywords }) => {
        const matches = keywords.filter((keyword) => runs.has(keyword)).length;
        return { pattern, score: 2 * matches + matches / keywords.length };
      })
      .toSorted((a, b) => b.score - a.score || byWeight(a.pattern, b.pattern))
      .slice(0, depth)
      .map(({ pattern }) => pattern);
  };
}

/** Textbook BM25 over all words of a pattern: no fields, no stems, no synonyms, no refusal. */
export function plainBm25(patterns: readonly Pattern[]): Method {
  const documents = patterns.map((pattern) => countWords(JSON.stringify(pattern)));
  const lengths = documents.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const frequency = new Map<string, number>();
  for (const counts of documents) for (const word of counts.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const score = (words: Iterable<string>, at: number): number => {
    let sum = 0;
    for (const word of words) {
      const tf = documents[at]?.get(word) ?? 0;
      if (tf === 0) continue;
      const df = frequency.get(word) ?? 0;
      const idf = Math.log(1 + (documents.length - df + 0.5) / (df + 0.5));
      sum += (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * (lengths[at] ?? mean)) / mean));
    }
    return sum;
  };
  return (question) => {
    const words = new Set(countWords(question.query).keys());
    return patterns
      .map((pattern, at) => ({ pattern, score: score(words, at) }))
      .filter((found) => found.score > 0)
      .toSorted((a, b) => b.score - a.score || byWeight(a.pattern, b.pattern))
      .slice(0, depth)
      .map(({ pattern }) => pattern);
  };
}

function runsOf(context: string): ReadonlySet<string> {
  const words = context.split(/\s+/).filter((word) => word !== '');
  const runs = new Set<string>();
  for (let size = 1; size <= 3; size++)
    for (let at = 0; at + size <= words.length; at++) runs.add(words.slice(at, at + size).join(' '));
  return runs;
}

function passes({ languages, frameworks }: Pattern, { language, framework }: EvalQuestion): boolean {
  const fits = (list: readonly string[], wanted?: string): boolean =>
    wanted === undefined || wanted === 'any' || list.includes('any') || list.includes(wanted);
  return fits(languages, language) && fits(frameworks, framework);
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9]+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function byWeight(a: Pattern, b: Pattern): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    levels.indexOf(a.likelihood) - levels.indexOf(b.likelihood) ||
    (a.id < b.id ? -1 : 1)
  );
}
