import { relevanceModel } from './relevanceModel.ts';
import type { Terms } from './terms.ts';

/** The terms of a text that have a weight: words, their concepts, names and shapes of code, each once. */
export function weightedTermsOf({ units, phrases, calls }: Terms): ReadonlySet<string> {
  return new Set([...units.map((unit) => unit.word), ...units.flatMap((unit) => unit.concepts), ...phrases, ...calls]);
}

/**
 * Learned by `test/knowledge-eval/learn.ts`; it decides whether to answer, never which pattern. A long text repeats
 * itself: its weight grows more slowly than its length.
 */
export function summedTermWeights(terms: ReadonlySet<string>, lean: (term: string) => number): number {
  let sum = 0;
  for (const term of terms) sum += lean(term);
  return relevanceModel.bias + sum / Math.sqrt(terms.size + 1);
}
