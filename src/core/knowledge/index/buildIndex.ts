import { everydayWords, factsOf } from './commonWords.ts';
import { conceptTable } from './conceptTable.ts';
import { type BytePlanes, type IndexColumns, blockSize, factsByte, planesOf } from './indexColumns.ts';
import { leaningsOfTerms } from './learnedTerms.ts';
import { negativeExamples } from './negativeExamples.ts';
import {
  type Postings,
  type TermBag,
  invert,
  namesOf,
  negativeTermBagOf,
  termBagOf,
  weightOf,
} from './patternTerms.ts';
import type { Pattern } from '../pattern/pattern.ts';

/** Called by the build, and where the sources run: everything that a question needs of the patterns and of the tables. */
export function buildIndex(patterns: readonly Pattern[]): IndexColumns {
  const concepts = conceptTable();
  const find = (term: string): readonly string[] => concepts.get(term) ?? [];
  const harmless = [...negativeExamples.trim().split(/;\s*|\n/), ...patterns.flatMap((pattern) => pattern.notFor)];
  const bags = [...harmless.map(negativeTermBagOf), ...patterns.map((pattern) => termBagOf(pattern, find))];
  const postings = invert(bags, 0);
  const names = namesOf(patterns, 0, (word) => factsOf(word).level);
  const leanings = leaningsOfTerms();
  const terms = allTerms(postings, names, concepts, leanings);
  const conceptNames = [...new Set([...concepts.values()].flat())].toSorted();
  return {
    harmlessCount: harmless.length,
    lengths: bags.slice(harmless.length).map(tenthsOf),
    conceptNames,
    ...packTerms(terms),
    ...packPostings(terms.map((term) => postings.get(term) ?? [])),
    ...packMeanings(terms.map((term) => find(term).map((name) => conceptNames.indexOf(name)))),
    ...packNames(terms.map((term) => names.get(term) ?? [])),
    facts: Uint8Array.from(terms, (term) => factsByte(factsOf(term))),
    leanings: Int8Array.from(terms, (term) => Math.round((leanings.get(term) ?? 0) * 10)),
  };
}

/** In order, each once. */
function allTerms(...tables: readonly ReadonlyMap<string, unknown>[]): readonly string[] {
  const terms = new Set(everydayWords());
  for (const table of tables) for (const term of table.keys()) terms.add(term);
  return [...terms].toSorted();
}

function tenthsOf(bag: TermBag): number {
  return Math.round(weightOf(bag) * 10);
}

function packTerms(terms: readonly string[]): Pick<IndexColumns, 'texts' | 'textStarts' | 'prefixes'> {
  const prefixes = Uint8Array.from(terms, (term, at) =>
    at % blockSize === 0 ? 0 : sharedPrefix(terms[at - 1] ?? '', term),
  );
  const blocks = blocksOf(terms.map((term, at) => `${term.slice(prefixes[at])}\n`)).map((ends) =>
    Buffer.from(ends.join('')),
  );
  return { texts: Buffer.concat(blocks), textStarts: startsOf(blocks.map((block) => block.length)), prefixes };
}

function sharedPrefix(before: string, term: string): number {
  let length = 0;
  while (length < Math.min(255, before.length, term.length) && before[length] === term[length]) length++;
  return length;
}

function packPostings(
  lists: readonly Postings[],
): Pick<IndexColumns, 'postingStarts' | 'postingCounts' | 'documents' | 'weights'> {
  const all = lists.flat();
  return {
    postingStarts: listStarts(lists),
    postingCounts: listCounts(lists),
    documents: planesOf(all.map(([document]) => document)),
    weights: planesOf(all.map(([, weight]) => Math.round(weight * 10))),
  };
}

function packMeanings(
  lists: readonly (readonly number[])[],
): Pick<IndexColumns, 'conceptStarts' | 'conceptCounts' | 'concepts'> {
  return { conceptStarts: listStarts(lists), conceptCounts: listCounts(lists), concepts: planesOf(lists.flat()) };
}

function packNames(lists: readonly (readonly number[])[]): Pick<IndexColumns, 'nameStarts' | 'nameCounts' | 'names'> {
  return { nameStarts: listStarts(lists), nameCounts: listCounts(lists), names: planesOf(lists.flat()) };
}

function listCounts(lists: readonly (readonly unknown[])[]): BytePlanes {
  return planesOf(lists.map((list) => list.length));
}

function listStarts(lists: readonly (readonly unknown[])[]): BytePlanes {
  return startsOf(blocksOf(lists).map((block) => block.reduce((sum, list) => sum + list.length, 0)));
}

function blocksOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / blockSize);
  return Array.from({ length: count }, (_, at) => items.slice(at * blockSize, (at + 1) * blockSize));
}

function startsOf(lengths: readonly number[]): BytePlanes {
  let start = 0;
  return planesOf(lengths.map((length) => (start += length) - length));
}
