import { shippedKnowledgeUnreadable } from '../../../base/faults/productFaults.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import { lazy } from '../../../base/lazy.ts';
import type { ChineseData } from '../chinese/lexicon.ts';
import { type BytePlanes, type IndexColumns, numberAt, planesOf } from '../index/indexColumns.ts';
import { PackedIndex } from '../index/packedIndex.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import { type Pattern, type ShownPattern, shownPattern } from '../pattern/pattern.ts';
import type { RankedSummary } from '../search/rank.ts';
import { type Details, type Ranks, detailsOf, rankedIn, ranksOf, shownWith } from './patternParts.ts';
import { type PatternSummary, summaryOf } from './patternSummary.ts';

/** What ships: every built-in pattern and the index over them. */
export interface Shipped {
  /** What every question looks at; lists and pages look at the cards. */
  readonly ranked: readonly RankedSummary[];
  cards(): readonly PatternSummary[];
  readonly index: SearchIndex;
  readonly chinese: ChineseData;
  patternAt(place: number): ShownPattern;
}

/**
 * `dist/knowledge.bin`: a mark, the length of the table of contents, this table as JSON, then sections of bytes that are
 * read where they lie. Patterns and the words of Chinese are read when they are wanted; these, which only Chinese
 * questions want, are compressed: the package deflates the rest.
 */
interface Contents {
  readonly format: number;
  readonly bytes: number;
  /** Where each begins behind the table, and its length. */
  readonly sections: Readonly<Record<string, readonly [start: number, length: number]>>;
}

const format = 6;
const mark = 0x424b_4d54; // "TMKB"
const markLength = 8;

export function writeKnowledgeFile(
  patterns: readonly Pattern[],
  columns: IndexColumns,
  { lexicon, traditional }: ChineseData,
): Buffer {
  const { harmlessCount, conceptNames, lengths, texts, prefixes, facts, leanings, ...planes } = columns;
  const details = patterns.map((pattern) => jsonBytes(detailsOf(pattern)));
  return assembled({
    about: jsonBytes({ harmlessCount, conceptNames, lengths }),
    ranks: jsonBytes(ranksOf(patterns)),
    files: jsonBytes(patterns.map(({ triggers }) => triggers.files)),
    texts,
    prefixes,
    facts,
    leanings,
    ...planeSections(planes),
    ...planeSections({ detailEnds: planesOf(endsOf(details)) }),
    details: Buffer.concat(details),
    lexicon: zlib().brotliCompressSync(lexicon),
    traditional: Buffer.from(traditional),
  });
}

export function readKnowledgeFile(file: Buffer): Shipped {
  const read = new Sections(file);
  const files = lazy(() => read.json('files') as readonly (readonly string[])[]);
  const ranked = rankedIn(read.json('ranks') as Ranks, (place) => files()[place] ?? []);
  const ends = read.planes('detailEnds');
  const patternAt = (place: number): ShownPattern => {
    const details = read.text('details', place > 0 ? numberAt(ends, place - 1) : 0, numberAt(ends, place));
    return shownWith(ranked[place], JSON.parse(details) as Details);
  };
  return {
    ranked,
    cards: lazy(() => ranked.map((one, place) => summaryOf(patternAt(place), one.files, 'builtin'))),
    index: new PackedIndex(columnsIn(read)),
    chinese: {
      get lexicon() {
        return zlib().brotliDecompressSync(read.bytes('lexicon')).toString();
      },
      get traditional() {
        return read.text('traditional');
      },
    },
    patternAt,
  };
}

/** Without a file: what tests and a run from the sources use. */
export function shippedFrom(patterns: readonly Pattern[], columns: IndexColumns, chinese: ChineseData): Shipped {
  const at = (place: number): ShownPattern => {
    const pattern = patterns[place];
    if (!pattern) throw new Error(`no pattern at ${place}`);
    return shownPattern(pattern);
  };
  const cards = patterns.map((pattern) => summaryOf(pattern, pattern.triggers.files, 'builtin'));
  return { ranked: cards, cards: () => cards, index: new PackedIndex(columns), chinese, patternAt: at };
}

function columnsIn(read: Sections): IndexColumns {
  const about = read.json('about') as Pick<IndexColumns, 'harmlessCount' | 'conceptNames' | 'lengths'>;
  const leanings = read.bytes('leanings');
  return {
    ...about,
    texts: read.bytes('texts'),
    textStarts: read.planes('textStarts'),
    prefixes: read.bytes('prefixes'),
    facts: read.bytes('facts'),
    leanings: new Int8Array(leanings.buffer, leanings.byteOffset, leanings.length),
    postingStarts: read.planes('postingStarts'),
    postingCounts: read.planes('postingCounts'),
    documents: read.planes('documents'),
    weights: read.planes('weights'),
    conceptStarts: read.planes('conceptStarts'),
    conceptCounts: read.planes('conceptCounts'),
    concepts: read.planes('concepts'),
    nameStarts: read.planes('nameStarts'),
    nameCounts: read.planes('nameCounts'),
    names: read.planes('names'),
  };
}

/** Loaded by the first Chinese question. */
function zlib(): Pick<typeof import('node:zlib'), 'brotliCompressSync' | 'brotliDecompressSync'> {
  return process.getBuiltinModule('node:zlib');
}

class Sections {
  readonly #bytes: Buffer;
  readonly #sections: Contents['sections'];
  readonly #start: number;

  constructor(file: Buffer) {
    const { contents, start } = contentsOf(file);
    this.#bytes = file;
    this.#sections = contents.sections;
    this.#start = start;
  }

  bytes(name: string): Buffer {
    const [start, length] = this.#place(name);
    return this.#bytes.subarray(start, start + length);
  }

  planes(name: string): BytePlanes {
    const planes: Buffer[] = [];
    while (planes.length === 0 || this.#sections[`${name}${planes.length}`])
      planes.push(this.bytes(`${name}${planes.length}`));
    return planes;
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
  const headLength = file.length >= markLength && file.readUInt32LE(0) === mark ? file.readUInt32LE(4) : 0;
  const head = parseJson(file.toString('utf8', markLength, markLength + headLength));
  if (!head.ok || !isRecord(head.value) || head.value['format'] !== format) throw shippedKnowledgeUnreadable();
  const contents = head.value as unknown as Contents;
  const start = markLength + headLength;
  if (file.length !== start + contents.bytes) throw shippedKnowledgeUnreadable();
  return { contents, start };
}

function assembled(sections: Readonly<Record<string, Uint8Array | Int8Array>>): Buffer {
  const places: Record<string, readonly [number, number]> = {};
  let start = 0;
  for (const [name, { length }] of Object.entries(sections)) {
    places[name] = [start, length];
    start += length;
  }
  const head = jsonBytes({ format, bytes: start, sections: places } satisfies Contents);
  const numbers = Buffer.alloc(markLength);
  numbers.writeUInt32LE(mark, 0);
  numbers.writeUInt32LE(head.length, 4);
  return Buffer.concat([numbers, head, ...Object.values(sections).map((bytes) => Buffer.from(bytes))]);
}

/** A section for each plane: `documents0`, `documents1`. */
function planeSections(columns: Readonly<Record<string, BytePlanes>>): Record<string, Uint8Array> {
  const sections = Object.entries(columns).flatMap(([name, planes]) =>
    planes.map((plane, at) => [`${name}${at}`, plane] as const),
  );
  return Object.fromEntries(sections);
}

function endsOf(texts: readonly Buffer[]): readonly number[] {
  let end = 0;
  return texts.map((text) => (end += text.length));
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
