import { everydayShare } from '../index/commonWords.ts';
import { termWeightOf, weightedTermsOf, summedTermWeights } from '../index/termWeights.ts';
import { type Alternative, type Piece, piecesOf } from '../index/pieces.ts';
import { type SearchIndex, positionOf } from '../index/searchIndex.ts';
import { type Terms, keyOf, termsOf } from '../index/terms.ts';

/** What was found in a question, before anything decides whether it is enough. */
export interface Evidence {
  /** Score of each pattern, by its place. */
  readonly scores: Float64Array;
  /** For each pattern how much of `mass` it answers. */
  readonly answered: Float64Array;
  /** How telling the whole question is, known or not. */
  readonly mass: number;
  /** The part of it that occurs in no pattern. */
  readonly strange: number;
  /** The best score of a harmless sentence. */
  readonly harmless: number;
  /** How many different words it has that say something. */
  readonly words: number;
  /** The sum of the term weights: above 0 for threats, below 0 for everyday work. */
  readonly leaning: number;
  readonly looks: number;
  readonly concepts: ReadonlySet<string>;
  /** Patterns that are called exactly this. */
  readonly named: readonly number[];
}

/** Longer questions are never just the name of something. */
const longestName = 80;

export class Searcher {
  readonly #index: SearchIndex;

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  search(text: string): Evidence {
    const terms = termsOf(text);
    const { pieces, concepts, looks } = piecesOf(terms);
    const tally = this.#tally(pieces);
    const { harmlessCount } = this.#index;
    return {
      scores: tally.scores.subarray(harmlessCount),
      answered: tally.answered.subarray(harmlessCount),
      harmless: tally.scores.subarray(0, harmlessCount).reduce((best, score) => Math.max(best, score), 0),
      mass: tally.mass,
      strange: tally.strange,
      words: pieces.filter((piece) => piece.isWord).length,
      leaning: this.#leaningOf(terms),
      looks,
      concepts,
      named: this.#namedBy(text),
    };
  }

  #tally(pieces: readonly Piece[]): Tally {
    const tally = new Tally(this.#index.documentCount);
    for (const { alternatives, isWord } of pieces) {
      const rarity = this.#collect(alternatives, tally);
      tally.close(isWord ? rarity : 0, isWord && rarity === 0 ? unknownMass(alternatives) : 0);
    }
    return tally;
  }

  #collect(alternatives: readonly Alternative[], tally: Tally): number {
    const { starts, documents, impacts, rarity } = this.#index;
    let best = 0;
    for (const { term, factor } of alternatives) {
      const place = positionOf(this.#index, term);
      if (place === undefined) continue;
      best = Math.max(best, (rarity[place] ?? 0) / 100);
      const end = starts[place + 1] ?? 0;
      for (let at = starts[place] ?? 0; at < end; at++)
        tally.offer(documents[at] ?? 0, ((impacts[at] ?? 0) / 100) * factor);
    }
    return best;
  }

  /** The index has the weights of its own terms, those of added patterns included. */
  #leaningOf(terms: Terms): number {
    return summedTermWeights(weightedTermsOf(terms), (term) => {
      const place = positionOf(this.#index, term);
      return place === undefined ? termWeightOf(term) : (this.#index.leaning[place] ?? 0) / 100;
    });
  }

  #namedBy(text: string): readonly number[] {
    if (text.length > longestName) return [];
    const key = keyOf(text);
    return Object.hasOwn(this.#index.names, key) ? (this.#index.names[key] ?? []) : [];
  }
}

/** A word that no pattern knows: the rarer, the more it says that the question is about something else. */
function unknownMass(alternatives: readonly Alternative[]): number {
  return Math.min(8, -Math.log2(everydayShare(alternatives[0]?.term ?? '')) * 0.6);
}

/** Adds up piece by piece; of one piece each document gets the best offer. */
class Tally {
  readonly scores: Float64Array;
  readonly answered: Float64Array;
  readonly #gains: Float64Array;
  readonly #touched: number[] = [];
  mass = 0;
  strange = 0;

  constructor(documentCount: number) {
    this.scores = new Float64Array(documentCount);
    this.answered = new Float64Array(documentCount);
    this.#gains = new Float64Array(documentCount);
  }

  offer(document: number, gain: number): void {
    const known = this.#gains[document] ?? 0;
    if (gain <= known) return;
    if (known === 0) this.#touched.push(document);
    this.#gains[document] = gain;
  }

  close(rarity: number, unknown: number): void {
    this.mass += rarity + unknown;
    this.strange += unknown;
    for (const document of this.#touched) {
      this.scores[document] = (this.scores[document] ?? 0) + (this.#gains[document] ?? 0);
      this.answered[document] = (this.answered[document] ?? 0) + rarity;
      this.#gains[document] = 0;
    }
    this.#touched.length = 0;
  }
}
