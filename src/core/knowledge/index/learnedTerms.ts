import { learnedLeanings } from './learnedLeanings.ts';

/** The weight of each term: above 0 for questions that need a pattern, below 0 for everyday work. */
export function leaningsOfTerms(): ReadonlyMap<string, number> {
  return new Map(learnedLeanings.trim().split('\n').flatMap(readLine));
}

/** `-12: sort sum`: the weight in tenths, then the terms that have it. */
function readLine(line: string): [string, number][] {
  const [weight = '', list = ''] = line.split(': ');
  return list.split(' ').map((term) => [term, Number(weight) / 10]);
}
