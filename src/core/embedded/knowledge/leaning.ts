import { everydayShare } from './commonWords.ts';
import type { Pattern } from './pattern.ts';
import { type Terms, termsOf } from './terms.ts';

/**
 * Which way a word leans: the logarithm of how much more often it occurs in sentences that ask for a
 * pattern than in harmless ones (naive Bayes). It decides whether to answer, never which pattern.
 */
export type Leaning = (term: string) => number;

const smoothing = 0.4;
/** Ordinary development texts stand in for the many harmless sentences that nobody wrote down. */
const ordinarySentences = 300;
const mostCommon = 0.02;
const furthest = { harmless: -3, threat: 2.5 };
/** Heard on neither side. */
export const unknownLeaning = -0.3;

export function learnLeaning(patterns: readonly Pattern[], harmless: readonly string[]): Leaning {
  const asking = patterns.flatMap(sentencesOf);
  const [threats, others] = [countTerms(asking), countTerms(harmless)];
  return (term) => {
    const [inThreats, inOthers] = [threats.get(term) ?? 0, others.get(term) ?? 0];
    if (inThreats === 0 && inOthers === 0) return term.startsWith('@') ? 0 : unknownLeaning;
    const ordinary = term.startsWith('@') ? 0 : Math.min(everydayShare(term), mostCommon) * ordinarySentences;
    const pro = (inThreats + smoothing) / (asking.length + 2 * smoothing);
    const contra = (inOthers + ordinary + smoothing) / (harmless.length + ordinarySentences + 2 * smoothing);
    return Math.min(furthest.threat, Math.max(furthest.harmless, Math.log(pro / contra)));
  };
}

function sentencesOf({ title, triggers, examples }: Pattern): readonly string[] {
  const phrases = triggers.terms.filter((term) => term.includes(' '));
  return [title, ...triggers.actions, ...phrases, ...examples.map((example) => example.bad)];
}

function countTerms(sentences: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of sentences)
    for (const term of leaningTermsOf(termsOf(sentence))) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** The terms of a text whose leaning counts: its words and what they stand for, each once. */
export function leaningTermsOf({ units, phrases }: Terms): ReadonlySet<string> {
  return new Set([...units.map((unit) => unit.word), ...units.flatMap((unit) => unit.concepts), ...phrases]);
}
