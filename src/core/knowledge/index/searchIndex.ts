/**
 * BM25F over all that can be asked for: for each term the documents that hold it and what it adds to their score.
 * The first documents are harmless sentences, then come the patterns, so that more patterns can be added at the end.
 */
export interface SearchIndex {
  readonly harmlessCount: number;
  readonly documentCount: number;
  /** The mean weight of a pattern, by which long ones are discounted. */
  readonly meanLength: number;
  readonly find: FindTerm;
}

export type FindTerm = (term: string) => KnownTerm | undefined;

/** All that is known of a term before a question is asked. Some occur in no document. */
export interface KnownTerm extends TermFacts {
  /** Above 0 for questions that need a pattern, below 0 for everyday work. */
  readonly leaning: number;
  /** What it stands for, where it is a word or a phrase of the trade. */
  readonly concepts: readonly string[];
  /** The places of the patterns that are called exactly this. */
  readonly named: readonly number[];
  /** How telling it is. */
  readonly rarity: number;
  readonly documents: readonly number[];
  /** What it adds to each of these. */
  readonly impacts: readonly number[];
}

/** What a term is in ordinary texts. */
export interface TermFacts {
  /** 2^-level of them hold it. */
  readonly level: number;
  /** It names an everyday thing of any application. */
  readonly isWeak: boolean;
  /** Any program calls it. */
  readonly isEverydayCall: boolean;
  /** Where a program takes its input from. */
  readonly isInputSource: boolean;
}

const rarestLevel = 13;
export const unknownFacts: TermFacts = {
  level: rarestLevel,
  isWeak: false,
  isEverydayCall: false,
  isInputSource: false,
};

export function levelOf(word: string, find: FindTerm): number {
  return find(word)?.level ?? rarestLevel;
}

const k1 = 3;
const b = 0.3;
const weakFactor = 0.7;
const everydayCallFactor = 0.15;
const inputSourceFactor = 0.4;
/** A security term is at least this much more frequent in the patterns than in ordinary texts. */
const tradeRatio = 25;
const leastSpecificity = 0.12;

export function lengthNorm(length: number, meanLength: number): number {
  return 1 - b + (b * length) / Math.max(1, meanLength);
}

export function impactOf(telling: number, tf: number): number {
  return Math.round(((telling * tf * (k1 + 1)) / (k1 + tf)) * 100) / 100;
}

/** How often a term occurs. */
interface Occurrence {
  readonly documents: number;
  readonly patterns: number;
}

export function rarityOf(
  term: string,
  facts: TermFacts,
  { documents, patterns }: Occurrence,
  { documentCount, harmlessCount }: Pick<SearchIndex, 'documentCount' | 'harmlessCount'>,
): number {
  const idf = Math.log(1 + (documentCount - documents + 0.5) / (documents + 0.5));
  const share = patterns / Math.max(1, documentCount - harmlessCount);
  return idf * (facts.isWeak ? weakFactor : 1) * specificity(term, facts, share);
}

/** 1 for a security term, near 0 for one that is as common elsewhere. Concepts, pairs and names are always specific. */
function specificity(term: string, { isEverydayCall, isInputSource, level }: TermFacts, share: number): number {
  if (isEverydayCall) return everydayCallFactor;
  if (isInputSource) return inputSourceFactor;
  if (share === 0 || !/^[a-z0-9]+$/.test(term)) return 1;
  return Math.min(1, Math.max(leastSpecificity, Math.log(share * 2 ** level) / Math.log(tradeRatio)));
}
