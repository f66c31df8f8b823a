import type { Pattern } from '../pattern/pattern.ts';
import { termBagOf } from './patternTerms.ts';
import {
  type Postings,
  type SearchIndex,
  impactOf,
  invert,
  isWordOrConcept,
  lengthNorm,
  lengthOf,
  namesOf,
  positionOf,
  rarityOf,
} from './searchIndex.ts';

/** The weight of a word that only the user's own patterns contain. */
const ownLeaning = 100;

/**
 * The same index with more patterns at the end. What the shipped terms are worth does not change, so that
 * a few patterns of the user's own can never turn a good answer into none or the other way round.
 */
export function extendIndex(index: SearchIndex, patterns: readonly Pattern[]): SearchIndex {
  if (patterns.length === 0) return index;
  const bags = patterns.map(termBagOf);
  const norms = bags.map((bag) => lengthNorm(lengthOf(bag), index.meanLength));
  const added = invert(bags, index.documentCount);
  const documentCount = index.documentCount + patterns.length;
  const merged = new Merged(index, documentCount, norms);
  for (const term of mergedTerms(index.terms, [...added.keys()])) merged.add(term, added.get(term) ?? []);
  const names = mergeNames(index.names, namesOf(patterns, index.documentCount - index.harmlessCount));
  return { ...index, ...merged.columns(), documentCount, names };
}

/** Both in order, each once. */
function mergedTerms(known: readonly string[], added: readonly string[]): readonly string[] {
  return [...new Set([...known, ...added])].toSorted();
}

class Merged {
  readonly #index: SearchIndex;
  readonly #documentCount: number;
  readonly #norms: readonly number[];
  readonly #terms: string[] = [];
  readonly #starts = [0];
  readonly #documents: number[] = [];
  readonly #impacts: number[] = [];
  readonly #rarity: number[] = [];
  readonly #leaning: number[] = [];

  constructor(index: SearchIndex, documentCount: number, norms: readonly number[]) {
    this.#index = index;
    this.#documentCount = documentCount;
    this.#norms = norms;
  }

  add(term: string, added: Postings): void {
    const place = positionOf(this.#index, term);
    const rarity = place === undefined ? this.#freshRarity(term, added) : (this.#index.rarity[place] ?? 0);
    this.#terms.push(term);
    this.#rarity.push(rarity);
    this.#leaning.push(place === undefined ? freshLeaning(term) : (this.#index.leaning[place] ?? 0));
    if (place !== undefined) this.#copy(place);
    for (const [document, weight] of added) {
      this.#documents.push(document);
      this.#impacts.push(impactOf(rarity / 100, weight / (this.#norms[document - this.#index.documentCount] ?? 1)));
    }
    this.#starts.push(this.#documents.length);
  }

  columns(): Pick<SearchIndex, 'terms' | 'starts' | 'documents' | 'impacts' | 'rarity' | 'leaning'> {
    return {
      terms: this.#terms,
      starts: this.#starts,
      documents: this.#documents,
      impacts: this.#impacts,
      rarity: this.#rarity,
      leaning: this.#leaning,
    };
  }

  #copy(place: number): void {
    const { starts, documents, impacts } = this.#index;
    for (let at = starts[place] ?? 0; at < (starts[place + 1] ?? 0); at++) {
      this.#documents.push(documents[at] ?? 0);
      this.#impacts.push(impacts[at] ?? 0);
    }
  }

  #freshRarity(term: string, added: Postings): number {
    return Math.round(rarityOf(term, added, this.#documentCount, this.#index.harmlessCount) * 100);
  }
}

function freshLeaning(term: string): number {
  return isWordOrConcept(term) ? ownLeaning : 0;
}

function mergeNames(
  known: SearchIndex['names'],
  more: Readonly<Record<string, readonly number[]>>,
): Record<string, readonly number[]> {
  const names: Record<string, readonly number[]> = { ...known };
  for (const [name, places] of Object.entries(more))
    names[name] = [...(Object.hasOwn(names, name) ? (names[name] ?? []) : []), ...places];
  return names;
}
