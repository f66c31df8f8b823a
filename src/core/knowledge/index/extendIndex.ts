import type { Pattern } from '../pattern/pattern.ts';
import { type Postings, invert, namesOf, termBagOf, weightOf } from './patternTerms.ts';
import {
  type KnownTerm,
  type SearchIndex,
  impactOf,
  lengthNorm,
  levelOf,
  rarityOf,
  unknownFacts,
} from './searchIndex.ts';

/** The weight of a word that only the user's own patterns contain. */
const ownLeaning = 1;

/**
 * The same index with more patterns at the end. What the shipped terms are worth does not change, so that
 * a few patterns of the user's own can never turn a good answer into none or the other way round.
 */
export function extendIndex(index: SearchIndex, patterns: readonly Pattern[]): SearchIndex {
  if (patterns.length === 0) return index;
  const bags = patterns.map((pattern) => termBagOf(pattern, (key) => index.find(key)?.concepts ?? []));
  const norms = bags.map((bag) => lengthNorm(weightOf(bag), index.meanLength));
  const added = invert(bags, index.documentCount);
  const names = namesOf(patterns, index.documentCount - index.harmlessCount, (word) => levelOf(word, index.find));
  const documentCount = index.documentCount + patterns.length;
  const extended = { ...index, documentCount };
  const normOf = (document: number): number => norms[document - index.documentCount] ?? 1;
  return {
    harmlessCount: index.harmlessCount,
    meanLength: index.meanLength,
    documentCount,
    find: (term) => {
      const [known, postings = [], named = []] = [index.find(term), added.get(term), names.get(term)];
      if (postings.length === 0 && named.length === 0) return known;
      const base = known && known.documents.length > 0 ? known : freshTerm(term, known, postings, extended);
      return withMore(base, postings, named, normOf);
    },
  };
}

/** Of a term that no shipped pattern contains. */
function freshTerm(
  term: string,
  known: KnownTerm | undefined,
  postings: Postings,
  index: Pick<SearchIndex, 'documentCount' | 'harmlessCount'>,
): KnownTerm {
  const occurrence = { documents: postings.length, patterns: postings.length };
  const rarity = postings.length > 0 ? rarityOf(term, known ?? unknownFacts, occurrence, index) : 0;
  return {
    ...(known ?? { ...unknownFacts, concepts: [], named: [] }),
    leaning: postings.length > 0 ? freshLeaning(term) : (known?.leaning ?? 0),
    rarity: Math.round(rarity * 100) / 100,
    documents: [],
    impacts: [],
  };
}

function freshLeaning(term: string): number {
  return /^@|^[a-z0-9]+$/.test(term) ? ownLeaning : 0;
}

function withMore(
  base: KnownTerm,
  postings: Postings,
  named: readonly number[],
  normOf: (document: number) => number,
): KnownTerm {
  return {
    ...base,
    named: [...base.named, ...named],
    documents: [...base.documents, ...postings.map(([document]) => document)],
    impacts: [
      ...base.impacts,
      ...postings.map(([document, weight]) => impactOf(base.rarity, weight / normOf(document))),
    ],
  };
}
