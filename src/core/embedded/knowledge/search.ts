import { everydayShare } from './commonWords.ts';
import { leaningTerms, unknownLeaning } from './leaning.ts';
import type { SearchIndex } from './searchIndex.ts';
import { keyOf, termsOf } from './terms.ts';

/** What was found in a question, before anything decides whether it is enough. */
export interface Evidence {
  /** Score of each pattern, by its place in the index. */
  readonly scores: Float64Array;
  /** For each pattern how much of `mass` it answers. */
  readonly answered: Float64Array;
  /** How telling the whole question is, known or not. */
  readonly mass: number;
  /** The part of it that no pattern has ever heard of. */
  readonly strange: number;
  /** The best score of a harmless document. */
  readonly harmless: number;
  /** How many different words it has that say something. */
  readonly words: number;
  /** Which way the words lean together: above 0 towards threats, below towards everyday work. */
  readonly leaning: number;
  /** How many of them are about looks and wording. */
  readonly looks: number;
  /** What the question is about, as far as words of the trade say. */
  readonly concepts: ReadonlySet<string>;
  /** Patterns that are called exactly this. */
  readonly named: readonly number[];
}

interface Alternative {
  readonly term: string;
  readonly factor: number;
}

interface Piece {
  /** The best of these counts: a word and its concept are one piece of evidence. */
  readonly alternatives: readonly Alternative[];
  /** Pairs and names repeat what words already said: they add to a score, not to the size of the question. */
  readonly isWord: boolean;
}

const conceptFactor = 0.7;
const phraseFactor = 0.7;
const pairFactor = 0.6;
const callFactor = 0.8;
/** Enough for any honest question, and a bound on what a hostile one can cost. */
const maxPieces = 600;
/** Words this common name no concept by themselves. */
const everydayWord = 2 ** -8;

export class Searcher {
  readonly #index: SearchIndex;
  readonly #places = new Map<string, number>();

  constructor(index: SearchIndex) {
    this.#index = index;
    for (const [place, term] of index.terms.entries()) this.#places.set(term, place);
  }

  search(text: string): Evidence {
    const { patternCount, documentCount, names } = this.#index;
    const scores = new Float64Array(documentCount);
    const answered = new Float64Array(documentCount);
    const gains = new Float64Array(documentCount);
    const { pieces, concepts, looks } = piecesOf(text);
    let mass = 0;
    let strange = 0;
    for (const { alternatives, isWord } of pieces) {
      const rarity = this.#collect(alternatives, gains);
      const unknown = isWord && rarity === 0 ? unknownMass(alternatives[0]?.term ?? '') : 0;
      const size = isWord ? rarity + unknown : 0;
      strange += unknown;
      mass += size;
      for (let document = 0; document < documentCount; document++) {
        const gain = gains[document] ?? 0;
        if (gain === 0) continue;
        scores[document] = (scores[document] ?? 0) + gain;
        answered[document] = (answered[document] ?? 0) + size;
        gains[document] = 0;
      }
    }
    return {
      scores: scores.subarray(0, patternCount),
      answered: answered.subarray(0, patternCount),
      mass,
      strange,
      harmless: scores.subarray(patternCount).reduce((best, score) => Math.max(best, score), 0),
      words: pieces.filter((piece) => piece.isWord).length,
      leaning: this.#leaningOf(text),
      looks,
      concepts,
      named: text.length <= 80 && Object.hasOwn(names, keyOf(text)) ? (names[keyOf(text)] ?? []) : [],
    };
  }

  #leaningOf(text: string): number {
    let sum = 0;
    let count = 0;
    for (const term of leaningTerms(text)) {
      const place = this.#places.get(term);
      sum += place === undefined ? unknownLeaning : (this.#index.leaning[place] ?? 0) / 100;
      count++;
    }
    return sum / Math.sqrt(count + 1);
  }

  #collect(alternatives: readonly Alternative[], gains: Float64Array): number {
    const { starts, documents, impacts, rarity } = this.#index;
    let best = 0;
    for (const { term, factor } of alternatives) {
      const place = this.#places.get(term);
      if (place === undefined) continue;
      best = Math.max(best, (rarity[place] ?? 0) / 1000);
      const end = starts[place + 1] ?? 0;
      for (let at = starts[place] ?? 0; at < end; at++) {
        const document = documents[at] ?? 0;
        const gain = ((impacts[at] ?? 0) / 1000) * factor;
        if (gain > (gains[document] ?? 0)) gains[document] = gain;
      }
    }
    return best;
  }
}

/** A word that no pattern knows: the rarer, the more it says that the question is about something else. */
function unknownMass(word: string): number {
  return Math.min(8, -Math.log2(everydayShare(word)) * 0.6);
}

interface Pieces {
  readonly pieces: readonly Piece[];
  readonly concepts: ReadonlySet<string>;
  readonly looks: number;
}

function piecesOf(text: string): Pieces {
  const { units, phrases, pairs, calls } = termsOf(text);
  const seen = new Set<string>();
  const named = new Set<string>(phrases);
  const pieces: Piece[] = [];
  const push = (term: string, piece: Piece): void => {
    if (seen.has(term) || pieces.length >= maxPieces) return;
    seen.add(term);
    pieces.push(piece);
  };
  for (const { word, concepts } of units) {
    const share = everydayShare(word);
    if (share < everydayWord) for (const concept of concepts) named.add(concept);
    const others = concepts.map((term) => ({ term, factor: conceptFactor * trust(share) }));
    push(word, { alternatives: [{ term: word, factor: 1 }, ...others], isWord: true });
  }
  for (const term of phrases) push(term, single(term, phraseFactor));
  for (const term of pairs) push(term, single(term, pairFactor));
  for (const term of calls) push(term, single(term, callFactor));
  const lookWords = units.filter(({ concepts }) => concepts.includes('@look')).map(({ word }) => word);
  const looks = new Set(lookWords).size + Number(phrases.includes('@look')) + Number(calls.includes('#cosmetic'));
  return { pieces, concepts: named, looks };
}

function single(term: string, factor: number): Piece {
  return { alternatives: [{ term, factor }], isWord: false };
}

/** The more common a word, the less it can be taken for its concept. */
function trust(share: number): number {
  return Math.min(1, Math.max(0.3, (-Math.log2(share) - 4) / 5));
}
