import type { Terms } from './terms.ts';

export interface Alternative {
  readonly term: string;
  readonly factor: number;
}

/** One piece of evidence in a question. */
export interface Piece {
  /** The best of these counts: a word and its concept are one piece. */
  readonly alternatives: readonly Alternative[];
  /** Pairs and names repeat single words: they add to a score, not to the size of the question. */
  readonly isWord: boolean;
}

interface Pieces {
  readonly pieces: readonly Piece[];
  /** The topic of the question, as far as security terms show it. */
  readonly concepts: ReadonlySet<string>;
  /** How many of its words are about looks and wording. */
  readonly looks: number;
}

const conceptFactor = 0.7;
const phraseFactor = 0.7;
const pairFactor = 0.6;
const callFactor = 0.8;
/** Enough for any honest question, and a bound on what a hostile one can cost. */
const maxPieces = 600;
/** Words this common name no concept by themselves. */
const everydayLevel = 8;

export function piecesOf(terms: Terms, levelOf: (word: string) => number): Pieces {
  const byTerm = new Map<string, Piece>();
  const put = (term: string, piece: Piece): void => {
    if (byTerm.size < maxPieces && !byTerm.has(term)) byTerm.set(term, piece);
  };
  for (const { word, concepts } of terms.units) put(word, wordPiece(word, concepts, levelOf(word)));
  for (const term of terms.phrases) put(term, single(term, phraseFactor));
  for (const term of terms.pairs) put(term, single(term, pairFactor));
  for (const term of terms.calls) put(term, single(term, callFactor));
  return { pieces: [...byTerm.values()], concepts: conceptsIn(terms, levelOf), looks: looksIn(terms) };
}

function wordPiece(word: string, concepts: readonly string[], level: number): Piece {
  const factor = conceptFactor * trust(level);
  return { alternatives: [{ term: word, factor: 1 }, ...concepts.map((term) => ({ term, factor }))], isWord: true };
}

function single(term: string, factor: number): Piece {
  return { alternatives: [{ term, factor }], isWord: false };
}

/** The more common a word, the less it can be taken for its concept. */
function trust(level: number): number {
  return Math.min(1, Math.max(0.3, (level - 4) / 5));
}

function conceptsIn({ units, phrases }: Terms, levelOf: (word: string) => number): ReadonlySet<string> {
  const rare = units.filter(({ word }) => levelOf(word) > everydayLevel);
  return new Set([...phrases, ...rare.flatMap(({ concepts }) => concepts)]);
}

function looksIn({ units, phrases, calls }: Terms): number {
  const words = units.filter(({ concepts }) => concepts.includes('@look')).map(({ word }) => word);
  return new Set(words).size + Number(phrases.includes('@look')) + Number(calls.includes('#cosmetic'));
}
