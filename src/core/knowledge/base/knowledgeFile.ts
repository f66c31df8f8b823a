import { shippedKnowledgeUnreadable } from '../../../base/faults/productFaults.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { ChineseData } from '../chinese/lexicon.ts';
import type { BytePlanes, IndexColumns, Lists } from '../index/indexColumns.ts';
import { PackedIndex } from '../index/packedIndex.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { type PatternSummary, summaryOf } from './patternSummary.ts';

/** What ships: every built-in pattern and the index over them. */
export interface Shipped {
  readonly cards: readonly PatternSummary[];
  readonly index: SearchIndex;
  readonly chinese: ChineseData;
  patternAt(place: number): Pattern;
}

/**
 * `dist/knowledge.bin`: a number, the length of the table of contents, this table as JSON, then sections that begin at
 * multiples of eight and are read where they lie. Patterns and the words of Chinese are read when they are wanted.
 */
interface Contents {
  readonly format: number;
  readonly bytes: number;
  /** Where each begins behind the table, and its length. */
  readonly sections: Readonly<Record<string, readonly [start: number, length: number]>>;
}

const format = 4;
const mark = 0x424b_4d54; // "TMKB"
const alignment = 8;

export function writeKnowledgeFile(
  patterns: readonly Pattern[],
  columns: IndexColumns,
  { lexicon, traditional }: ChineseData,
): Buffer {
  const { harmlessCount, conceptNames, documents, weights, postings, conceptLists, nameLists, ...plain } = columns;
  const texts = patterns.map((pattern) => Buffer.from(JSON.stringify(pattern)));
  return assembled({
    about: jsonBytes({ harmlessCount, conceptNames }),
    cards: jsonBytes(patterns.map((pattern) => summaryOf(pattern, 'builtin'))),
    ...plain,
    ...parts('documents', documents),
    ...parts('weights', weights),
    ...parts('postings', postings),
    ...parts('conceptLists', conceptLists),
    ...parts('nameLists', nameLists),
    patternEnds: endsOf(texts),
    patterns: Buffer.concat(texts),
    lexicon: Buffer.from(lexicon),
    traditional: Buffer.from(traditional),
  });
}

export function readKnowledgeFile(file: Buffer): Shipped {
  const read = new Sections(file);
  const ends = read.numbers('patternEnds', Uint32Array);
  return {
    cards: read.json('cards') as readonly PatternSummary[],
    index: new PackedIndex(columnsIn(read)),
    chinese: {
      get lexicon() {
        return read.text('lexicon');
      },
      get traditional() {
        return read.text('traditional');
      },
    },
    patternAt: (place) => JSON.parse(read.text('patterns', place > 0 ? ends[place - 1] : 0, ends[place])) as Pattern,
  };
}

/** Without a file: what tests and a run from the sources use. */
export function shippedFrom(patterns: readonly Pattern[], columns: IndexColumns, chinese: ChineseData): Shipped {
  const at = (place: number): Pattern => {
    const pattern = patterns[place];
    if (!pattern) throw new Error(`no pattern at ${place}`);
    return pattern;
  };
  const cards = patterns.map((pattern) => summaryOf(pattern, 'builtin'));
  return { cards, index: new PackedIndex(columns), chinese, patternAt: at };
}

function columnsIn(read: Sections): IndexColumns {
  const about = read.json('about') as Pick<IndexColumns, 'harmlessCount' | 'conceptNames'>;
  const planes = (name: string): BytePlanes => ({
    low: read.numbers(`${name}.low`, Uint8Array),
    high: read.numbers(`${name}.high`, Uint8Array),
  });
  const lists = (name: string): Lists => ({
    starts: read.numbers(`${name}.starts`, Uint32Array),
    counts: read.numbers(`${name}.counts`, Uint16Array),
  });
  return {
    ...about,
    lengths: read.numbers('lengths', Uint32Array),
    texts: read.numbers('texts', Uint8Array),
    textStarts: read.numbers('textStarts', Uint32Array),
    prefixes: read.numbers('prefixes', Uint8Array),
    facts: read.numbers('facts', Uint8Array),
    leanings: read.numbers('leanings', Int8Array),
    postings: lists('postings'),
    documents: planes('documents'),
    weights: planes('weights'),
    conceptLists: lists('conceptLists'),
    concepts: read.numbers('concepts', Uint16Array),
    nameLists: lists('nameLists'),
    names: read.numbers('names', Uint16Array),
  };
}

interface NumbersOf<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, start: number, length: number): T;
}

class Sections {
  readonly #bytes: Buffer;
  readonly #sections: Contents['sections'];
  readonly #start: number;

  /** A pooled buffer need not begin where an array of numbers can. */
  constructor(file: Buffer) {
    this.#bytes = file.byteOffset % alignment === 0 ? file : Buffer.from(Uint8Array.from(file).buffer);
    const { contents, start } = contentsOf(this.#bytes);
    this.#sections = contents.sections;
    this.#start = start;
  }

  numbers<T>(name: string, Numbers: NumbersOf<T>): T {
    const [start, length] = this.#place(name);
    return new Numbers(this.#bytes.buffer, this.#bytes.byteOffset + start, length / Numbers.BYTES_PER_ELEMENT);
  }

  text(name: string, from = 0, to?: number): string {
    const [start, length] = this.#place(name);
    return this.#bytes.toString('utf8', start + from, start + (to ?? length));
  }

  json(name: string): unknown {
    return JSON.parse(this.text(name));
  }

  #place(name: string): readonly [number, number] {
    const section = this.#sections[name];
    if (!section) throw shippedKnowledgeUnreadable();
    return [this.#start + section[0], section[1]];
  }
}

function contentsOf(file: Buffer): { readonly contents: Contents; readonly start: number } {
  const headLength = file.length >= alignment && file.readUInt32LE(0) === mark ? file.readUInt32LE(4) : 0;
  const head = parseJson(file.toString('utf8', alignment, alignment + headLength));
  if (!head.ok || !isRecord(head.value) || head.value['format'] !== format) throw shippedKnowledgeUnreadable();
  const contents = head.value as unknown as Contents;
  const start = alignment + headLength;
  if (file.length !== start + contents.bytes) throw shippedKnowledgeUnreadable();
  return { contents, start };
}

function assembled(sections: Readonly<Record<string, Uint8Array | Int8Array | Uint16Array | Uint32Array>>): Buffer {
  const padded: Buffer[] = [];
  const places: Record<string, readonly [number, number]> = {};
  let start = 0;
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(sections)) {
    places[name] = [start, byteLength];
    padded.push(aligned(Buffer.from(buffer, byteOffset, byteLength)));
    start += padded.at(-1)?.length ?? 0;
  }
  const head = aligned(jsonBytes({ format, bytes: start, sections: places } satisfies Contents), ' ');
  const numbers = Buffer.alloc(alignment);
  numbers.writeUInt32LE(mark, 0);
  numbers.writeUInt32LE(head.length, 4);
  return Buffer.concat([numbers, head, ...padded]);
}

function aligned(bytes: Buffer, fill = '\0'): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & (alignment - 1), fill)]);
}

function parts<T extends object>(name: string, columns: T): Record<string, T[keyof T]> {
  return Object.fromEntries(Object.entries(columns).map(([part, column]) => [`${name}.${part}`, column as T[keyof T]]));
}

function endsOf(texts: readonly Buffer[]): Uint32Array {
  let end = 0;
  return Uint32Array.from(texts, (text) => (end += text.length));
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
