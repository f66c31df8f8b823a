import { type BytePlanes, type IndexColumns, blockSize, factsIn, numberAt } from './indexColumns.ts';
import { type KnownTerm, type SearchIndex, impactOf, lengthNorm, rarityOf } from './searchIndex.ts';

/** The index of the shipped patterns. A term is read when it is asked for the first time. */
export class PackedIndex implements SearchIndex {
  readonly harmlessCount: number;
  readonly documentCount: number;
  readonly meanLength: number;
  readonly #columns: IndexColumns;
  readonly #blockCount: number;
  readonly #texts: Buffer;
  readonly #firsts: string[] = [];
  readonly #blocks: (readonly string[])[] = [];
  readonly #known: KnownTerm[] = [];

  constructor(columns: IndexColumns) {
    const { harmlessCount, lengths, texts } = columns;
    this.#columns = columns;
    this.#blockCount = columns.textStarts[0]?.length ?? 0;
    this.#texts = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
    this.harmlessCount = harmlessCount;
    this.documentCount = harmlessCount + lengths.length;
    this.meanLength = lengths.reduce((sum, length) => sum + length, 0) / 10 / Math.max(1, lengths.length);
  }

  readonly find = (term: string): KnownTerm | undefined => {
    const block = this.#blockOf(term);
    const within = block < 0 ? -1 : this.#terms(block).indexOf(term);
    if (within < 0) return undefined;
    const place = block * blockSize + within;
    return (this.#known[place] ??= this.#read(term, place));
  };

  /** The last block that does not begin after the term. */
  #blockOf(term: string): number {
    let [from, to] = [0, this.#blockCount];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#firstOf(middle) <= term) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }

  #firstOf(block: number): string {
    return (this.#firsts[block] ??= this.#readFirst(numberAt(this.#columns.textStarts, block)));
  }

  #readFirst(start: number): string {
    return this.#texts.toString('utf8', start, this.#texts.indexOf(lineEnd, start));
  }

  #endOf(block: number): number {
    return block + 1 < this.#blockCount ? numberAt(this.#columns.textStarts, block + 1) : this.#texts.length;
  }

  #terms(block: number): readonly string[] {
    return (this.#blocks[block] ??= this.#readTerms(block));
  }

  #readTerms(block: number): readonly string[] {
    const { textStarts, prefixes } = this.#columns;
    const ends = this.#texts.toString('utf8', numberAt(textStarts, block), this.#endOf(block)).split('\n').slice(0, -1);
    let before = '';
    return ends.map((end, at) => (before = before.slice(0, prefixes[block * blockSize + at]) + end));
  }

  #read(term: string, place: number): KnownTerm {
    const { facts, leanings, postingStarts, postingCounts, concepts, conceptNames, names } = this.#columns;
    const { conceptStarts, conceptCounts, nameStarts, nameCounts } = this.#columns;
    const [from, to] = rangeOf(postingStarts, postingCounts, place);
    const documents = numbersIn(this.#columns.documents, from, to);
    const occurrence = { documents: documents.length, patterns: this.#patternsIn(documents) };
    const known = factsIn(facts[place] ?? 0);
    const telling = documents.length > 0 ? rarityOf(term, known, occurrence, this) : 0;
    const weights = numbersIn(this.#columns.weights, from, to);
    return {
      ...known,
      leaning: (leanings[place] ?? 0) / 10,
      concepts: numbersIn(concepts, ...rangeOf(conceptStarts, conceptCounts, place)).map(
        (at) => conceptNames[at] ?? '',
      ),
      named: numbersIn(names, ...rangeOf(nameStarts, nameCounts, place)),
      rarity: Math.round(telling * 100) / 100,
      documents,
      impacts: documents.map((document, at) => impactOf(telling, (weights[at] ?? 0) / 10 / this.#norm(document))),
    };
  }

  #patternsIn(documents: readonly number[]): number {
    return documents.filter((document) => document >= this.harmlessCount).length;
  }

  /** Harmless sentences are short by nature: their length must not make them win. */
  #norm(document: number): number {
    const length = this.#columns.lengths[document - this.harmlessCount];
    return length === undefined ? 1 : lengthNorm(length / 10, this.meanLength);
  }
}

const lineEnd = 10;

function numbersIn(planes: BytePlanes, from: number, to: number): number[] {
  const numbers: number[] = [];
  for (let at = from; at < to; at++) numbers.push(numberAt(planes, at));
  return numbers;
}

function rangeOf(starts: BytePlanes, counts: BytePlanes, place: number): [from: number, to: number] {
  const block = Math.floor(place / blockSize);
  let from = numberAt(starts, block);
  for (let before = block * blockSize; before < place; before++) from += numberAt(counts, before);
  return [from, from + numberAt(counts, place)];
}
