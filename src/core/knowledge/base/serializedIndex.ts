import { shippedKnowledgeUnreadable } from '../../../base/faults/productFaults.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { ChineseData } from '../chinese/lexicon.ts';
import { type PatternSummary, summaryOf } from './patternSummary.ts';
import type { Pattern } from '../pattern/pattern.ts';
import type { Numbers, SearchIndex } from '../index/searchIndex.ts';

/** `dist/knowledge.json`: cards at hand, patterns as text that is parsed when wanted, numbers as bytes. */
interface Packed {
  readonly format: number;
  readonly cards: readonly PatternSummary[];
  /** One JSON text a line. */
  readonly patterns: string;
  readonly index: PackedIndex;
  readonly chinese: ChineseData;
}

interface PackedIndex extends Pick<SearchIndex, 'harmlessCount' | 'documentCount' | 'names' | 'meanLength'> {
  readonly terms: string;
  /** How many postings each term has: compressed a seventh of where they start. */
  readonly counts: string;
  readonly documents: string;
  readonly impacts: string;
  readonly rarity: string;
  readonly leaning: string;
}

/** What ships: every built-in pattern and the index over them. */
export interface Shipped {
  readonly cards: readonly PatternSummary[];
  readonly index: SearchIndex;
  readonly chinese: ChineseData;
  patternAt(place: number): Pattern;
}

const format = 3;

export function serializeKnowledge(patterns: readonly Pattern[], index: SearchIndex, chinese: ChineseData): string {
  const packed: Packed = {
    format,
    cards: patterns.map((pattern) => summaryOf(pattern, 'builtin')),
    patterns: patterns.map((pattern) => JSON.stringify(pattern)).join('\n'),
    index: {
      harmlessCount: index.harmlessCount,
      documentCount: index.documentCount,
      meanLength: index.meanLength,
      names: index.names,
      terms: index.terms.join('\n'),
      counts: bytes(Uint16Array.from(countsOf(index.starts))),
      documents: bytes(Uint16Array.from(index.documents)),
      impacts: bytes(Uint16Array.from(index.impacts)),
      rarity: bytes(Uint16Array.from(index.rarity)),
      leaning: bytes(Int16Array.from(index.leaning)),
    },
    chinese,
  };
  return JSON.stringify(packed);
}

export function deserializeKnowledge(text: string): Shipped {
  const { cards, patterns, index, chinese } = checked(text);
  const texts = patterns.split('\n');
  return {
    cards,
    chinese,
    patternAt: (place) => JSON.parse(texts[place] ?? 'null') as Pattern,
    index: {
      harmlessCount: index.harmlessCount,
      documentCount: index.documentCount,
      meanLength: index.meanLength,
      names: index.names,
      terms: index.terms.split('\n'),
      starts: startsOf(new Uint16Array(buffer(index.counts))),
      documents: new Uint16Array(buffer(index.documents)),
      impacts: new Uint16Array(buffer(index.impacts)),
      rarity: new Uint16Array(buffer(index.rarity)),
      leaning: new Int16Array(buffer(index.leaning)),
    },
  };
}

/** Without a file: what tests and a run from the sources use. */
export function shippedFrom(patterns: readonly Pattern[], index: SearchIndex, chinese: ChineseData): Shipped {
  const at = (place: number): Pattern => {
    const pattern = patterns[place];
    if (!pattern) throw new Error(`no pattern at ${place}`);
    return pattern;
  };
  return { cards: patterns.map((pattern) => summaryOf(pattern, 'builtin')), index, chinese, patternAt: at };
}

function checked(text: string): Packed {
  const parsed = parseJson(text);
  if (!parsed.ok || !isRecord(parsed.value) || parsed.value['format'] !== format) throw shippedKnowledgeUnreadable();
  return parsed.value as unknown as Packed;
}

function countsOf(starts: Numbers): readonly number[] {
  return Array.from({ length: starts.length - 1 }, (_, at) => (starts[at + 1] ?? 0) - (starts[at] ?? 0));
}

function startsOf(counts: Uint16Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (const [at, count] of counts.entries()) starts[at + 1] = (starts[at] ?? 0) + count;
  return starts;
}

function bytes(numbers: Numbers & ArrayBufferView): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}

/** A copy of its own: a pooled buffer need not start where a typed array can. */
function buffer(base64: string): ArrayBuffer {
  const pooled = Buffer.from(base64, 'base64');
  return pooled.buffer.slice(pooled.byteOffset, pooled.byteOffset + pooled.byteLength) as ArrayBuffer;
}
