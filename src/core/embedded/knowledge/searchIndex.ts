import { everydayCalls, everydayShare, inputSources } from './commonWords.ts';
import { harmlessLines } from './harmless.ts';
import { learnLeaning } from './leaning.ts';
import type { Pattern } from './pattern.ts';
import { type Bag, bagOf, harmlessBagOf, shortNamesOf } from './patternTerms.ts';
import { weakWords } from './weakWords.ts';

/**
 * BM25F with everything that does not depend on the question already computed: for each term the
 * documents that hold it and what it adds to their score. Documents from `patternCount` on are harmless ones.
 */
export interface SearchIndex {
  readonly patternCount: number;
  readonly documentCount: number;
  readonly terms: readonly string[];
  /** Postings of term i are [starts[i], starts[i + 1]). */
  readonly starts: readonly number[];
  readonly documents: readonly number[];
  /** Thousandths. */
  readonly impacts: readonly number[];
  /** Thousandths: how telling the term is. */
  readonly rarity: readonly number[];
  /** Hundredths: which way the term leans, harmless or not. */
  readonly leaning: readonly number[];
  /** What a pattern is called by people, and the patterns of that name. */
  readonly names: Readonly<Record<string, readonly number[]>>;
}

type Postings = readonly (readonly [document: number, weight: number])[];

const k1 = 3;
const b = 0.3;
const weakFactor = 0.7;
const everydayCallFactor = 0.15;
const inputSourceFactor = 0.4;
/** A word of the trade is this much more frequent in the patterns than in ordinary work. */
const tradeRatio = 25;
const leastSpecificity = 0.12;

export function buildIndex(patterns: readonly Pattern[]): SearchIndex {
  const harmless = [...harmlessSentences(), ...patterns.flatMap((pattern) => pattern.notFor)];
  const bags = [...patterns.map(bagOf), ...harmless.map(harmlessBagOf)];
  const packed = pack(bags, patterns.length);
  const leans = learnLeaning(patterns, harmless);
  const leaning = packed.terms.map((term) => (/^@|^[a-z0-9]+$/.test(term) ? Math.round(leans(term) * 100) : 0));
  return { ...packed, leaning, names: namesOf(patterns) };
}

function harmlessSentences(): readonly string[] {
  return harmlessLines.trim().split(/;\s*|\n/);
}

function namesOf(patterns: readonly Pattern[]): Record<string, readonly number[]> {
  const names = new Map<string, number[]>();
  for (const [place, pattern] of patterns.entries()) {
    for (const name of shortNamesOf(pattern)) {
      const known = names.get(name);
      if (known) known.push(place);
      else names.set(name, [place]);
    }
  }
  return Object.fromEntries(names);
}

function pack(bags: readonly Bag[], patternCount: number): Omit<SearchIndex, 'names' | 'leaning'> {
  const norms = lengthNorms(bags, patternCount);
  const postings = invert(bags);
  const terms = [...postings.keys()].toSorted();
  const starts = [0];
  const documents: number[] = [];
  const impacts: number[] = [];
  const rarity: number[] = [];
  for (const term of terms) {
    const list = postings.get(term) ?? [];
    const telling = rarityOf(term, list, bags.length, patternCount);
    rarity.push(Math.round(telling * 1000));
    for (const [document, weight] of list) {
      const tf = weight / (norms[document] ?? 1);
      documents.push(document);
      impacts.push(Math.round(((telling * tf * (k1 + 1)) / (k1 + tf)) * 1000));
    }
    starts.push(documents.length);
  }
  return { patternCount, documentCount: bags.length, terms, starts, documents, impacts, rarity };
}

/** Harmless lines are short by nature: their length must not make them win. */
function lengthNorms(bags: readonly Bag[], patternCount: number): readonly number[] {
  const lengths = bags.map((bag) => [...bag.values()].reduce((sum, weight) => sum + weight, 0));
  const mean = lengths.slice(0, patternCount).reduce((sum, length) => sum + length, 0) / Math.max(1, patternCount);
  return lengths.map((length, document) => (document < patternCount ? 1 - b + (b * length) / mean : 1));
}

function rarityOf(term: string, list: Postings, documentCount: number, patternCount: number): number {
  const idf = Math.log(1 + (documentCount - list.length + 0.5) / (list.length + 0.5));
  return idf * (weakWords.has(term) ? weakFactor : 1) * specificity(term, list, patternCount);
}

/** 1 for a word of the trade, near 0 for one that is as common anywhere. Concepts, pairs and names are special by themselves. */
function specificity(term: string, list: Postings, patternCount: number): number {
  if (everydayCalls.has(term)) return everydayCallFactor;
  if (inputSources.has(term)) return inputSourceFactor;
  if (!/^[a-z0-9]+$/.test(term)) return 1;
  const share = list.filter(([document]) => document < patternCount).length / Math.max(1, patternCount);
  if (share === 0) return 1;
  return Math.min(1, Math.max(leastSpecificity, Math.log(share / everydayShare(term)) / Math.log(tradeRatio)));
}

function invert(bags: readonly Bag[]): Map<string, [number, number][]> {
  const postings = new Map<string, [number, number][]>();
  for (const [document, bag] of bags.entries()) {
    for (const [term, weight] of bag) {
      const list = postings.get(term);
      if (list) list.push([document, weight]);
      else postings.set(term, [[document, weight]]);
    }
  }
  return postings;
}
