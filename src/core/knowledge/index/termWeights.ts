import { relevanceModel } from './relevanceModel.ts';
import type { Terms } from './terms.ts';

/**
 * The weight of a term: above 0 for questions that need a pattern, below 0 for everyday work.
 * Learned by `test/knowledge-eval/learn.ts`; it decides whether to answer, never which pattern.
 */
export function termWeightOf(term: string): number {
  return weights().get(term) ?? 0;
}

/** The terms of a text that have a weight: words, their concepts, names and shapes of code, each once. */
export function weightedTermsOf({ units, phrases, calls }: Terms): ReadonlySet<string> {
  return new Set([...units.map((unit) => unit.word), ...units.flatMap((unit) => unit.concepts), ...phrases, ...calls]);
}

/** A long text repeats itself: its weight grows more slowly than its length. */
export function summedTermWeights(terms: ReadonlySet<string>, lean: (term: string) => number): number {
  let sum = 0;
  for (const term of terms) sum += lean(term);
  return relevanceModel.bias + sum / Math.sqrt(terms.size + 1);
}

let table: ReadonlyMap<string, number> | undefined;

function weights(): ReadonlyMap<string, number> {
  table ??= new Map(relevanceModel.terms.trim().split('\n').flatMap(readLine));
  return table;
}

/** `-12: sort sum`: the weight in tenths, then the terms that have it. */
function readLine(line: string): [string, number][] {
  const [weight = '', list = ''] = line.split(': ');
  return list.split(' ').map((term) => [term, Number(weight) / 10]);
}
