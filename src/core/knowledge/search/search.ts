import { weightedTermsOf, summedTermWeights } from '../index/termWeights.ts';
import { type Alternative, type Piece, piecesOf } from '../index/pieces.ts';
import { type FindTerm, type KnownTerm, type SearchIndex, levelOf } from '../index/searchIndex.ts';
import { keyOfWords, termsOf } from '../index/terms.ts';

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
    const find = remembering(this.#index.find);
    const terms = termsOf(text, (key) => find(key)?.concepts ?? []);
    const { pieces, concepts, looks } = piecesOf(terms, (word) => levelOf(word, find));
    const tally = this.#tally(pieces, find);
    const { harmlessCount } = this.#index;
    return {
      scores: tally.scores.subarray(harmlessCount),
      answered: tally.answered.subarray(harmlessCount),
      harmless: tally.scores.subarray(0, harmlessCount).reduce((best, score) => Math.max(best, score), 0),
      mass: tally.mass,
      strange: tally.strange,
      words: pieces.filter((piece) => piece.isWord).length,
      leaning: summedTermWeights(weightedTermsOf(terms), (term) => find(term)?.leaning ?? 0),
      looks,
      concepts,
      named: text.length > longestName ? [] : (find(keyOfWords(terms.all))?.named ?? []),
    };
  }

  #tally(pieces: readonly Piece[], find: FindTerm): Tally {
    const tally = new Tally(this.#index.documentCount);
    for (const { alternatives, isWord } of pieces) {
      const rarity = collect(alternatives, find, tally);
      tally.close(isWord ? rarity : 0, isWord && rarity === 0 ? unknownMass(alternatives, find) : 0);
    }
    return tally;
  }
}

/** A question asks for each of its terms several times. */
function remembering(find: FindTerm): FindTerm {
  const found = new Map<string, KnownTerm | undefined>();
  return (term) => {
    if (!found.has(term)) found.set(term, find(term));
    return found.get(term);
  };
}

function collect(alternatives: readonly Alternative[], find: FindTerm, tally: Tally): number {
  let best = 0;
  for (const { term, factor } of alternatives) {
    const known = find(term);
    if (!known) continue;
    best = Math.max(best, known.rarity);
    for (const [at, document] of known.documents.entries()) tally.offer(document, (known.impacts[at] ?? 0) * factor);
  }
  return best;
}

/** A word that no pattern knows: the rarer, the more it says that the question is about something else. */
function unknownMass(alternatives: readonly Alternative[], find: FindTerm): number {
  return Math.min(8, levelOf(alternatives[0]?.term ?? '', find) * 0.6);
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
