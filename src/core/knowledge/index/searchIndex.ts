import { everydayCalls, everydayShare, inputSources } from './commonWords.ts';
import { negativeExamples } from './negativeExamples.ts';
import { termWeightOf } from './termWeights.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { type TermBag, termBagOf, negativeTermBagOf, shortNamesOf } from './patternTerms.ts';
import { weakWords } from './weakWords.ts';

/**
 * BM25F with everything that does not depend on the question already computed: for each term the
 * documents that hold it and what it adds to their score. The first documents are harmless sentences,
 * then come the patterns, so that more patterns can be added at the end.
 */
export interface SearchIndex {
  readonly harmlessCount: number;
  readonly documentCount: number;
  /** In order, so that loading needs no table of them. */
  readonly terms: readonly string[];
  /** Postings of term i are [starts[i], starts[i + 1]). */
  readonly starts: Numbers;
  readonly documents: Numbers;
  /** Hundredths. */
  readonly impacts: Numbers;
  /** Hundredths: how telling the term is. */
  readonly rarity: Numbers;
  /** Hundredths: whether the term points to harmless texts or not. */
  readonly leaning: Numbers;
  /** What a pattern is called by users, and the places of the patterns of that name. */
  readonly names: Readonly<Record<string, readonly number[]>>;
  /** The mean weight of a pattern, by which long ones are discounted. */
  readonly meanLength: number;
}

/** A plain array while it is built, a typed one when it was loaded. */
export type Numbers = ArrayLike<number>;
export type Postings = readonly (readonly [document: number, weight: number])[];

const k1 = 3;
const b = 0.3;
const weakFactor = 0.7;
const everydayCallFactor = 0.15;
const inputSourceFactor = 0.4;
/** A security term is at least this much more frequent in the patterns than in ordinary texts. */
const tradeRatio = 25;
const leastSpecificity = 0.12;

export function buildIndex(patterns: readonly Pattern[]): SearchIndex {
  const harmless = [...negativeExamples.trim().split(/;\s*|\n/), ...patterns.flatMap((pattern) => pattern.notFor)];
  const bags = [...harmless.map(negativeTermBagOf), ...patterns.map(termBagOf)];
  const packed = pack(bags, harmless.length);
  const leaning = packed.terms.map((term) => Math.round(termWeightOf(term) * 100));
  return { ...packed, leaning, names: namesOf(patterns, 0) };
}

/** Where a term is; a table of all terms would cost more time to make than a session spends on looking them up. */
export function positionOf({ terms }: Pick<SearchIndex, 'terms'>, term: string): number | undefined {
  let [from, to] = [0, terms.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((terms[middle] ?? '') < term) from = middle + 1;
    else to = middle;
  }
  return terms[from] === term ? from : undefined;
}

export function isWordOrConcept(term: string): boolean {
  return /^@|^[a-z0-9]+$/.test(term);
}

/** Names of patterns whose places begin at `from`. */
export function namesOf(patterns: readonly Pattern[], from: number): Record<string, readonly number[]> {
  const names = new Map<string, number[]>();
  for (const [at, pattern] of patterns.entries()) {
    for (const name of shortNamesOf(pattern)) {
      const known = names.get(name);
      if (known) known.push(from + at);
      else names.set(name, [from + at]);
    }
  }
  return Object.fromEntries(names);
}

function pack(bags: readonly TermBag[], harmlessCount: number): Omit<SearchIndex, 'names' | 'leaning'> {
  const lengths = bags.slice(harmlessCount).map(lengthOf);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const postings = invert(bags, 0);
  const terms = [...postings.keys()].toSorted();
  const starts = [0];
  const documents: number[] = [];
  const impacts: number[] = [];
  const rarity: number[] = [];
  for (const term of terms) {
    const list = postings.get(term) ?? [];
    const telling = rarityOf(term, list, bags.length, harmlessCount);
    rarity.push(Math.round(telling * 100));
    for (const [document, weight] of list) {
      // Harmless sentences are short by nature: their length must not make them win.
      const norm = document < harmlessCount ? 1 : lengthNorm(lengths[document - harmlessCount] ?? 0, meanLength);
      documents.push(document);
      impacts.push(impactOf(telling, weight / norm));
    }
    starts.push(documents.length);
  }
  return { harmlessCount, documentCount: bags.length, meanLength, terms, starts, documents, impacts, rarity };
}

export function lengthOf(bag: TermBag): number {
  let length = 0;
  for (const weight of bag.values()) length += weight;
  return length;
}

export function lengthNorm(length: number, meanLength: number): number {
  return 1 - b + (b * length) / Math.max(1, meanLength);
}

export function impactOf(telling: number, tf: number): number {
  return Math.round(((telling * tf * (k1 + 1)) / (k1 + tf)) * 100);
}

export function rarityOf(term: string, list: Postings, documentCount: number, harmlessCount: number): number {
  const idf = Math.log(1 + (documentCount - list.length + 0.5) / (list.length + 0.5));
  const inPatterns = list.filter(([document]) => document >= harmlessCount).length;
  const share = inPatterns / Math.max(1, documentCount - harmlessCount);
  return idf * (weakWords.has(term) ? weakFactor : 1) * specificity(term, share);
}

/** 1 for a security term, near 0 for one that is as common elsewhere. Concepts, pairs and names are always specific. */
function specificity(term: string, share: number): number {
  if (everydayCalls.has(term)) return everydayCallFactor;
  if (inputSources.has(term)) return inputSourceFactor;
  if (share === 0 || !/^[a-z0-9]+$/.test(term)) return 1;
  return Math.min(1, Math.max(leastSpecificity, Math.log(share / everydayShare(term)) / Math.log(tradeRatio)));
}

export function invert(bags: readonly TermBag[], from: number): Map<string, [number, number][]> {
  const postings = new Map<string, [number, number][]>();
  for (const [at, bag] of bags.entries()) {
    for (const [term, weight] of bag) {
      const list = postings.get(term);
      if (list) list.push([from + at, weight]);
      else postings.set(term, [[from + at, weight]]);
    }
  }
  return postings;
}
