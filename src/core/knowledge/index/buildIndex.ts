import { everydayWords, factsOf } from './commonWords.ts';
import { conceptTable } from './conceptTable.ts';
import { type BytePlanes, type IndexColumns, type Lists, blockSize, factsByte } from './indexColumns.ts';
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
    lengths: Uint32Array.from(bags.slice(harmless.length), tenthsOf),
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

function packPostings(lists: readonly Postings[]): Pick<IndexColumns, 'postings' | 'documents' | 'weights'> {
  const all = lists.flat();
  return {
    postings: listsOf(lists),
    documents: planes(all.map(([document]) => document)),
    weights: planes(all.map(([, weight]) => Math.round(weight * 10))),
  };
}

function packMeanings(lists: readonly (readonly number[])[]): Pick<IndexColumns, 'conceptLists' | 'concepts'> {
  return { conceptLists: listsOf(lists), concepts: Uint16Array.from(lists.flat()) };
}

function packNames(lists: readonly (readonly number[])[]): Pick<IndexColumns, 'nameLists' | 'names'> {
  return { nameLists: listsOf(lists), names: Uint16Array.from(lists.flat()) };
}

function listsOf(lists: readonly (readonly unknown[])[]): Lists {
  return {
    counts: Uint16Array.from(lists, (list) => list.length),
    starts: startsOf(blocksOf(lists).map((block) => block.reduce((sum, list) => sum + list.length, 0))),
  };
}

function planes(numbers: readonly number[]): BytePlanes {
  return {
    low: Uint8Array.from(numbers, (number) => number % 256),
    high: Uint8Array.from(numbers, (number) => Math.min(255, Math.floor(number / 256))),
  };
}

function blocksOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / blockSize);
  return Array.from({ length: count }, (_, at) => items.slice(at * blockSize, (at + 1) * blockSize));
}

function startsOf(lengths: readonly number[]): Uint32Array {
  let start = 0;
  return Uint32Array.from(lengths, (length) => (start += length) - length);
}
